// A row's graph as an ONNX model, and the least bytes and operations that running it takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "onnx/onnx_pb.h"
#include "opdk/status.h"
#include "sdk/tools/measure/roofline.h"
#include "tests/bench/row.h"

namespace opdk::bench {

// A tensor's value in memory that the caller keeps.
struct Buffer {
  std::string name;
  int32_t dtype = 0;  // onnx::TensorProto::DataType
  std::vector<int64_t> shape;
  std::vector<std::byte> storage;
  std::byte* data = nullptr;  // in storage, 64-byte aligned
  size_t bytes = 0;
};

// Returns the model in the row's file, or `graph` with the row's opsets and constants. E1002: no file; E2001: it can't
// be parsed.
Result<onnx::ModelProto> BuildModel(const Row& row, const std::string& graph);

Status WriteModel(const onnx::ModelProto& model, const std::string& path);

// Makes the model's inputs with random values of the row's ranges; MakeOutputs makes zeroed outputs. E2001: a shape is
// not known.
Result<std::vector<Buffer>> MakeInputs(const onnx::ModelProto& model, const Row& row);
Result<std::vector<Buffer>> MakeOutputs(const onnx::ModelProto& model, const Row& row);

// Counts the work of a model, with the shapes that ONNX's inference finds. Inputs and constants are read once.
// Multiplications and additions are those of matrix products and convolutions.
measure::Work CountWork(const onnx::ModelProto& model, const std::vector<Buffer>& inputs,
                        const std::vector<Buffer>& outputs);

}  // namespace opdk::bench
