#include "graph_core/engines/ai_core/store/cache/library_record.h"

#include <nlohmann/json.hpp>

#include "graph_core/base/json_reading.h"

namespace opdk {

using nlohmann::json;

std::string FormatLibraryRecord(const LibraryRecord& record) {
  json kernels = json::array();
  for (const LibraryKernel& kernel : record.kernels) {
    kernels.push_back({{"kernelName", kernel.name}, {"description", kernel.description}});
  }
  return json{{"signature", record.signature}, {"kernels", kernels}}.dump(2) + "\n";
}

std::optional<LibraryRecord> ParseLibraryRecord(std::string_view text) {
  const json parsed = ParseJson(text);
  auto has = [](const json& object, const char* key) {
    return object.is_object() && object.contains(key) && object[key].is_string();
  };
  if (!has(parsed, "signature") || !parsed.contains("kernels") || !parsed["kernels"].is_array()) return std::nullopt;
  LibraryRecord record{parsed["signature"].get<std::string>(), {}};
  for (const json& kernel : parsed["kernels"]) {
    if (!has(kernel, "kernelName") || !has(kernel, "description")) return std::nullopt;
    record.kernels.push_back({kernel["kernelName"].get<std::string>(), kernel["description"].get<std::string>()});
  }
  return record;
}

}  // namespace opdk
