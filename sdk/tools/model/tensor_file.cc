#include "sdk/tools/model/tensor_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "graph_core/base/dump_place.h"
#include "graph_core/base/file.h"
#include "sdk/tools/model/npy.h"
#include "sdk/tools/model/tensor_proto.h"

namespace opdk {

Result<ge::Tensor> ReadTensorFile(const std::string& path) {
  OPDK_TRY(const std::string bytes, ReadFile(path, {"the input file", kMaxTensor}));
  const bool npy = bytes.rfind("\x93NUMPY", 0) == 0 || std::filesystem::path(path).extension() == ".npy";
  auto tensor = npy ? ParseNpy(bytes) : ParseTensorProto(bytes);
  if (!tensor.ok()) {
    return std::move(tensor).status().At(path).Hint("input files are .npy (NumPy) or .pb (an ONNX TensorProto)");
  }
  return tensor;
}

Result<std::string> WriteTensorFile(const std::string& directory, const std::string& name, const ge::Tensor& tensor) {
  auto bytes = FormatNpy(tensor);
  if (!bytes.ok()) return std::move(bytes).status().At(fmt::format("output '{}'", name));
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  const std::string path = directory + "/" + FileNameOf(name) + ".npy";
  std::ofstream file(path, std::ios::binary);
  file.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
  file.close();
  if (!file) {
    return Status(ErrorCode::kWriteFailed, fmt::format("the output can't be written: {}", std::strerror(errno)))
        .At(path);
  }
  return path;
}

}  // namespace opdk
