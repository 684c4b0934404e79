// A file that holds a ModelProto.
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "opdk/input_file.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/tensor_data.h"

namespace opdk::onnx_plugin {

// A model, with the raw data of its large initializers left in the file. The data of each are later read straight into
// the tensor that the initializer becomes.
class ModelFile {
 public:
  // Reads a model and makes its sparse tensors dense. E1002: the file can't be read. E2001: the file is no ModelProto,
  // or has no graph. Also the errors of MakeDense.
  static Result<ModelFile> Read(const std::string& path);

  onnx::ModelProto& model() { return model_; }
  // Removes the initializers of these names that are inputs of the graph as well. Their values are defaults, and the
  // caller gives other values.
  void DropDefaults(const std::set<std::string>& names);
  // Returns the part of the file with the raw data of the graph's initializer `initializer`. nullptr: the initializer
  // has all its bytes.
  const FilePart* RawDataOf(int initializer) const;

 private:
  explicit ModelFile(std::unique_ptr<InputFile> file) : file_(std::move(file)) {}
  Status ReadWhole();

  std::unique_ptr<InputFile> file_;  // parts know its address
  onnx::ModelProto model_;
  std::map<int, FilePart> raw_data_;
};

}  // namespace opdk::onnx_plugin
