// Operators that this package writes out as functions of other operators, because their steps need loops.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <string>

#include "opdk/status.h"
#include "opdk/visibility.h"

namespace opdk::onnx_plugin {

// Returns the function that a node calls; nothing where the node's mapping takes it. `opset`: of the node's domain.
using WriteFunctionFn = Result<std::optional<onnx::FunctionProto>> (*)(const onnx::NodeProto& node, int64_t opset);

// Returns the function that the operator `type` of `domain` is registered with; nullptr: there is none.
WriteFunctionFn FindWrittenFunction(const std::string& domain, const std::string& type);

struct OPDK_HIDDEN WrittenFunctionRegister {
  WrittenFunctionRegister(const char* domain, const char* type, WriteFunctionFn function);
};

}  // namespace opdk::onnx_plugin

// OPDK_WRITE_ONNX(Function, "ai.onnx.ml", SVMClassifier): `Function` writes the operator out.
#define OPDK_WRITE_ONNX(function, domain, type) \
  static const ::opdk::onnx_plugin::WrittenFunctionRegister g_written_##type##_##function(domain, #type, function)
