// The network, relu(images · hidden_weights + hidden_bias) · output_weights + output_bias, as graphs. Its
// parameters are variables: they belong to the session in which the graphs run, and the graphs know them by name.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "graph/graph.h"
#include "graph/tensor.h"

constexpr int64_t kHidden = 64;
constexpr int64_t kClasses = 10;
constexpr int64_t kBatch = 32;
constexpr std::array<const char*, 4> kParameters = {"hidden_weights", "hidden_bias", "output_weights", "output_bias"};

ge::TensorDesc Describe(const std::vector<int64_t>& shape, ge::DataType type = ge::DT_FLOAT);

template <typename Element>
ge::Tensor MakeTensor(const std::vector<int64_t>& shape, const std::vector<Element>& values) {
  const ge::DataType type = std::is_same_v<Element, float> ? ge::DT_FLOAT : ge::DT_INT32;
  static_assert(std::is_same_v<Element, float> || std::is_same_v<Element, int32_t>);
  return ge::Tensor(Describe(shape, type), reinterpret_cast<const uint8_t*>(values.data()),
                    values.size() * sizeof(Element));
}

// Makes () -> (): the weights become random values, and a launch of EpochGraph becomes `batches` iterations.
ge::Graph InitialGraph(std::mt19937& random, int64_t batches);
// Makes (images [kBatch, kPixels], labels [kBatch], learning rate []) -> mean loss []: one step of gradient descent.
ge::Graph TrainingGraph();
// Makes (images [batches * kBatch, kPixels], labels [batches * kBatch], learning rate []) -> mean loss of the last
// batch []: a launch makes a step with each batch.
ge::Graph EpochGraph(int64_t batches);
// Makes (images [any number, kPixels]) -> classes [that number].
ge::Graph PredictionGraph();
