// The network, relu(images · hidden_weights + hidden_bias) · output_weights + output_bias, as three graphs. Its
// parameters are variables: they belong to the session in which the graphs run, and the graphs know them by name.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "graph/graph.h"
#include "graph/tensor.h"

constexpr int64_t kHidden = 64;
constexpr int64_t kClasses = 10;
constexpr int64_t kBatch = 32;
constexpr std::array<const char*, 4> kParameters = {"hidden_weights", "hidden_bias", "output_weights", "output_bias"};

ge::TensorDesc Describe(const std::vector<int64_t>& shape, ge::DataType type = ge::DT_FLOAT);
ge::Tensor MakeTensor(const std::vector<int64_t>& shape, const std::vector<float>& values);

// () -> (): the weights become chance values.
ge::Graph InitialGraph(std::mt19937& random);
// (images [kBatch, kPixels], labels [kBatch], learning rate []) -> mean loss []: one step of gradient descent.
ge::Graph TrainingGraph();
// (images [any number, kPixels]) -> classes [that number]
ge::Graph PredictionGraph();
