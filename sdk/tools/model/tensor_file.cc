#include "sdk/tools/model/tensor_file.h"

#include <filesystem>

#include "graph_core/base/file.h"
#include "graph_core/base/npy.h"
#include "opdk/output_file.h"
#include "sdk/tools/model/npy.h"
#include "sdk/tools/model/tensor_proto.h"

namespace opdk {

Result<ge::Tensor> ReadTensorFile(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, {"the input file", kMaxTensor}));
  OPDK_TRY(std::string bytes, file.ReadHead(kNpyMagic.size()));
  const bool has_magic = bytes == kNpyMagic, npy = has_magic || std::filesystem::path(path).extension() == ".npy";
  // The head tells what isn't NumPy's: gigabytes needn't be read for that.
  if (has_magic || !npy) {
    OPDK_TRY(bytes, file.Read());
  }
  auto tensor = npy ? ParseNpy(bytes) : ParseTensorProto(bytes);
  if (!tensor.ok()) {
    return std::move(tensor).status().At(path).Hint("input files are .npy (NumPy) or .pb (an ONNX TensorProto)");
  }
  return tensor;
}

Result<std::string> WriteTensorFile(const std::string& directory, const std::string& file_name,
                                    const ge::Tensor& tensor) {
  OPDK_TRY(const std::string bytes, FormatNpy(tensor));
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  const std::string path = directory + "/" + file_name + ".npy";
  const Status written = WriteFile(path, bytes);
  if (!written.ok()) return Status(ErrorCode::kWriteFailed, written.message());
  return path;
}

}  // namespace opdk
