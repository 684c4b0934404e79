// What the importer knows of ONNX, and its nodes as the importer takes them.
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

// `node` without its attributes; it is the result's message and must outlive it.
importer::SourceNode WithoutAttributes(const onnx::NodeProto& node, const std::string& domain, int64_t opset);

// The node's attributes. External data of tensors is read from files below `model_directory`. E2001: an attribute
// without a type or of one that isn't supported; the errors of DecodeTensor.
Result<AttrMap> ReadAttributes(const onnx::NodeProto& node, const std::string& model_directory);

}  // namespace opdk::onnx_plugin
