#include "graph_core/engines/ai_core/store/cache/kernel_descriptor.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "graph_core/base/json_reading.h"
#include "graph_core/base/type_names.h"

namespace opdk {
namespace {

using nlohmann::json;

int ScalarBytes(const KernelIr& ir) {
  int bytes = 4 * (ir.symbols + 1);
  for (ge::DataType dtype : ir.params) {
    // 16-bit floats are handed over as float.
    bytes += dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16 ? 4 : ge::GetSizeByDataType(dtype);
  }
  return bytes;
}

json DtypeNames(const std::vector<ge::DataType>& dtypes) {
  json names = json::array();
  for (ge::DataType dtype : dtypes) names.push_back(DtypeName(dtype));
  return names;
}

json SupportInfo(const KernelIr& ir) {
  std::vector<ge::DataType> inputs(static_cast<size_t>(ir.inputs), ge::DT_UNDEFINED), outputs;
  for (const KernelNode& node : ir.nodes) {
    if (node.op == KernelOp::kInput) inputs[static_cast<size_t>(node.index)] = node.dtype;
  }
  for (int output : ir.outputs) outputs.push_back(ir.nodes[static_cast<size_t>(output)].dtype);
  return {{"symbols", ir.symbols},
          {"params", DtypeNames(ir.params)},
          {"inputs", DtypeNames(inputs)},
          {"outputs", DtypeNames(outputs)}};
}

}  // namespace

std::string FormatDescriptor(const CodegenKernel& kernel, const std::string& key, const SignedObject& object) {
  const KernelIr& ir = *kernel.ir;
  const json descriptor = {
      {"binFileName", object.bin_file_name},
      {"binFileSuffix", ".o"},
      {"kernelName", kernel.name},
      {"kernelList", json::array({{{"kernelName", kernel.name}, {"tilingKey", 0}}})},
      {"magic", "RT_DEV_BINARY_MAGIC_ELF_AIVEC"},
      {"coreType", "VectorCore"},
      {"blockDim", -1},
      {"workspace", {{"num", 0}, {"size", json::array()}, {"type", json::array()}}},
      {"opParaSize", ScalarBytes(ir)},
      {"parameters", std::vector<json>(static_cast<size_t>(ir.inputs) + ir.outputs.size())},
      {"supportInfo", SupportInfo(ir)},
      {"compileInfo", {{"key", key}, {"expression", Print(ir)}, {"description", Describe(ir)}, {"hints", HintsOf(ir)}}},
      {"sha256", object.sha256},
      {"signature", object.signature},
  };
  return descriptor.dump(2) + "\n";
}

std::optional<KernelDescriptor> ParseDescriptor(std::string_view text) {
  const json descriptor = ParseJson(text);
  if (!descriptor.is_object()) return std::nullopt;
  auto read = [](const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  KernelDescriptor result{read(descriptor, "kernelName"), read(descriptor, "binFileName"), "", "",
                          read(descriptor, "sha256"),     read(descriptor, "signature")};
  if (const auto info = descriptor.find("compileInfo"); info != descriptor.end() && info->is_object()) {
    result.expression = read(*info, "expression");
    result.description = read(*info, "description");
  }
  const bool whole = !result.kernel_name.empty() && !result.bin_file_name.empty() && !result.expression.empty();
  return whole ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace opdk
