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

// Returns the name of a domain, which is "ai.onnx" for the standard domain.
std::string DomainOf(const std::string& domain);

// The functions of a model. A function is named by its domain, its name and, since IR 10, its overload.
class ModelFunctions {
 public:
  ModelFunctions() = default;
  // Collects the functions of the model. `model` must outlive the result. E2001: two functions have one domain, name
  // and overload.
  static Result<ModelFunctions> Of(const onnx::ModelProto& model);

  // Returns the function that the node calls. nullptr: the node calls no function.
  const onnx::FunctionProto* Called(const onnx::NodeProto& node) const;

 private:
  std::unordered_map<std::string, const onnx::FunctionProto*> functions_;
};
// Returns the overload that the node asks for, which is "" in models before IR 10.
std::string OverloadOf(const onnx::NodeProto& node);
// Returns the values of a function's attributes that a call doesn't set (since IR 9). E2001: they can't be read.
Result<std::vector<onnx::AttributeProto>> AttributeDefaults(const onnx::FunctionProto& function);

// Returns the schema of an operator. nullptr: there is none, or the opset is above the newest that libonnx knows.
const onnx::OpSchema* FindSchema(const std::string& domain, int64_t opset, const std::string& type);
// Returns the newest schema of an operator that ONNX defines by other operators. Later opsets only add element types to
// such an operator. So libonnx's newest definition fits, unless the node has attributes that this definition lacks.
const onnx::OpSchema* FindFunctionSchema(const std::string& domain, int64_t opset, const onnx::NodeProto& node);
bool IsDefinedByOthers(const onnx::OpSchema& schema);
// Checks the attributes of a node of the standard domain in an opset above libonnx's newest. E2009: the operator has no
// such attribute in this opset.
Status CheckLaterAttributes(const onnx::NodeProto& node, int64_t opset);

}  // namespace opdk::onnx_plugin
