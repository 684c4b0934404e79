// Tensors in files: .npy (NumPy) and .pb (ONNX TensorProto).
#pragma once

#include <string>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

// Reads a tensor. The file's content decides the form, not its name. E1002: the file can't be read; E1005: neither .npy
// nor TensorProto, or a broken file.
Result<ge::Tensor> ReadTensorFile(const std::string& path);

// Writes DIRECTORY/<file_name>.npy and returns the path. E1006: it can't be written; E1005: a dtype without a .npy
// form.
Result<std::string> WriteTensorFile(const std::string& directory, const std::string& file_name,
                                    const ge::Tensor& tensor);

}  // namespace opdk
