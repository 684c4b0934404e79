// ONNX's own definitions of operators.
#pragma once

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>
#include <unordered_map>

namespace opdk::onnx_plugin {

// Functions may call functions, never themselves; deeper nesting than this is a loop, or made to be deep.
inline constexpr int kMaxDepth = 64;

// "ai.onnx" for the standard one.
std::string DomainOf(const std::string& domain);
// "domain::name" -> the model's function.
std::unordered_map<std::string, const onnx::FunctionProto*> FunctionsOf(const onnx::ModelProto& model);

// nullptr: there is none, or the opset is above the newest that libonnx knows and can judge.
const onnx::OpSchema* FindSchema(const std::string& domain, int64_t opset, const std::string& type);
// What ONNX defines by others takes more element types in later opsets, and is made of the same: the newest definition that
// libonnx has will do, unless the node has attributes of which it knows nothing.
const onnx::OpSchema* FindFunctionSchema(const std::string& domain, int64_t opset, const onnx::NodeProto& node);
bool IsDefinedByOthers(const onnx::OpSchema& schema);

}  // namespace opdk::onnx_plugin
