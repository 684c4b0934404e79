// ONNX's own definitions of operators.
#pragma once

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "opdk/status.h"

namespace opdk::onnx_plugin {

// Functions may call functions, never themselves; deeper nesting than this is a loop, or made to be deep.
inline constexpr int kMaxDepth = 64;

// "ai.onnx" for the standard one.
std::string DomainOf(const std::string& domain);

// The functions of a model. A function is named by its domain, its name and, since IR 10, its overload.
class ModelFunctions {
 public:
  ModelFunctions() = default;
  // E2001: two functions have one domain, name and overload. `model` must outlive the result.
  static Result<ModelFunctions> Of(const onnx::ModelProto& model);

  // The function that the node calls; nullptr where it calls none.
  const onnx::FunctionProto* Called(const onnx::NodeProto& node) const;

 private:
  std::unordered_map<std::string, const onnx::FunctionProto*> functions_;
};
// The overload that the node asks for; "" in models before IR 10.
std::string OverloadOf(const onnx::NodeProto& node);
// The values that a function's attributes have where a call doesn't set them, since IR 9. E2001: they can't be read.
Result<std::vector<onnx::AttributeProto>> AttributeDefaults(const onnx::FunctionProto& function);

// nullptr: there is none, or the opset is above the newest that libonnx knows and can judge.
const onnx::OpSchema* FindSchema(const std::string& domain, int64_t opset, const std::string& type);
// What ONNX defines by others takes more element types in later opsets, and is made of the same: the newest definition
// that libonnx has will do, unless the node has attributes of which it knows nothing.
const onnx::OpSchema* FindFunctionSchema(const std::string& domain, int64_t opset, const onnx::NodeProto& node);
bool IsDefinedByOthers(const onnx::OpSchema& schema);

}  // namespace opdk::onnx_plugin
