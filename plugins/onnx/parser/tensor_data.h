// Tensors of a model file: initializers, attributes of type tensor, external data.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "graph/tensor.h"
#include "opdk/input_file.h"
#include "opdk/status.h"

namespace opdk::onnx_plugin {

// Bytes of an open file.
struct FilePart {
  const InputFile* file = nullptr;
  uint64_t offset = 0;
  size_t bytes = 0;
};

// Returns the tensor as the SDK holds it (dense, row-major, host byte order). External data is read from files below
// `model_directory`; a location that is absolute or leaves that directory is refused. `raw_data`: the place of raw data
// that were left in the model's file. nullptr: the message has all its data. E2001: an element type or segment that
// isn't supported, a negative dimension, or data whose size is not the shape's. E2007: a shape whose size overflows.
// E1002: an external file that can't be read.
Result<ge::Tensor> DecodeTensor(const onnx::TensorProto& tensor, const std::string& model_directory,
                                const FilePart* raw_data = nullptr);

}  // namespace opdk::onnx_plugin
