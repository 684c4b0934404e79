// ONNX as a framework of the importer, and its nodes in the importer's form.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>

#include "opdk/status.h"
#include "plugins/importer/framework.h"
#include "plugins/importer/source_node.h"

namespace opdk::onnx_plugin {

inline constexpr const char* kStandardDomain = "ai.onnx";
inline constexpr const char* kOnnxRuntimeDomain = "com.microsoft";
inline constexpr int64_t kTargetOpset = 17;

const importer::Framework& OnnxFramework();

std::string NodeTitle(const onnx::NodeProto& node);

// Returns `node` without its attributes. `node` is the result's message and must outlive the result.
importer::SourceNode WithoutAttributes(const onnx::NodeProto& node, const std::string& domain, int64_t opset);

// Returns the node's attributes. Reads external data of tensors from files below `model_directory`. E2001: an attribute
// has no type, or a type that isn't supported. Also the errors of DecodeTensor.
Result<AttrMap> ReadAttributes(const onnx::NodeProto& node, const std::string& model_directory);

}  // namespace opdk::onnx_plugin
