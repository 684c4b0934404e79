// Sequences and optional values of a test, as the tensors that stand for them in the graph (sdk/docs/models.md).
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk::conformance {

// The type of a tensor, or of the tensors in a sequence; `optional`: the value may be absent.
struct BoundaryType {
  const onnx::TypeProto* tensor = nullptr;
  bool sequence = false, optional = false;

  bool is_tensor() const { return !sequence && !optional; }
};

// Returns the type in a value's type; `tensor` is nullptr where that holds no tensors.
BoundaryType BoundaryTypeOf(const onnx::TypeProto& type);

// Decodes a file of a data set. `bytes`: a TensorProto, SequenceProto or OptionalProto. E1005: none of them.
Result<std::vector<ge::Tensor>> DecodeBoundary(const onnx::TypeProto& type, const std::string& bytes,
                                               const std::string& directory);

}  // namespace opdk::conformance
