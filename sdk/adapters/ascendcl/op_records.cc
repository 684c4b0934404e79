#include "sdk/adapters/ascendcl/op_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/base/dump_place.h"
#include "graph_core/base/element_type.h"
#include "opdk/dtype_name.h"
#include "opdk/log.h"
#include "opdk/output_file.h"
#include "sdk/adapters/ascendcl/process.h"

namespace opdk::acl {
namespace {

// Keys stand in the order in which they are put.
using Json = nlohmann::ordered_json;

struct Records {
  std::atomic<bool> on = false;
  std::mutex mutex;  // of what follows
  std::string directory;
  std::map<std::string, std::pair<std::string, Json>> by_key;  // type and description
};
Records& TheRecords() {
  static Records records;
  return records;
}

Json ConstantOf(const aclTensorDesc& desc) {
  Json values = Json::array();
  VisitElementType(ToGeType(desc.type), [&](auto example) {
    using T = decltype(example);
    for (size_t at = 0; at + sizeof(T) <= desc.constant.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, desc.constant.data() + at, sizeof value);
      if constexpr (std::is_integral_v<T>) {
        values.push_back(value);
      } else {
        values.push_back(static_cast<double>(value));
      }
    }
  });
  return values;
}

Json TensorOf(const aclTensorDesc& desc) {
  if (desc.type == ACL_DT_UNDEFINED) return {{"type", "UNDEFINED"}};
  Json json = {{"format", ge::TypeUtils::FormatToSerialString(ToGeFormat(desc.format))},
               {"shape", desc.dims},
               {"type", DtypeName(ToGeType(desc.type))}};
  if (!desc.is_constant) return json;
  json["is_const"] = true;
  json["const_value"] = ConstantOf(desc);
  return json;
}

// Type and value as the files have them. Callers can set no others.
struct AttrJson {
  using Typed = std::pair<const char*, Json>;
  Typed operator()(int64_t value) const { return {"int", value}; }
  Typed operator()(float value) const { return {"float", value}; }
  Typed operator()(bool value) const { return {"bool", value}; }
  Typed operator()(const std::string& value) const { return {"string", value}; }
  Typed operator()(ge::DataType value) const { return {"data_type", DtypeName(value)}; }
  Typed operator()(const std::vector<int64_t>& value) const { return {"list_int", value}; }
  Typed operator()(const std::vector<float>& value) const { return {"list_float", value}; }
  Typed operator()(const std::vector<bool>& value) const { return {"list_bool", value}; }
  Typed operator()(const std::vector<std::string>& value) const { return {"list_string", value}; }
  Typed operator()(const std::vector<std::vector<int64_t>>& value) const { return {"list_list_int", value}; }
  Typed operator()(const std::vector<ge::DataType>& value) const {
    Json names = Json::array();
    for (const ge::DataType each : value) names.push_back(DtypeName(each));
    return {"list_data_type", std::move(names)};
  }
  template <typename Other>
  Typed operator()(const Other&) const {
    return {"", nullptr};
  }
};

Json Describe(const OpCall& call) {
  Json json = {{"op", call.type}, {"input_desc", Json::array()}, {"output_desc", Json::array()}};
  for (const auto& input : call.inputs) json["input_desc"].push_back(TensorOf(*input));
  for (const auto& output : call.outputs) json["output_desc"].push_back(TensorOf(*output));
  if (call.attrs == nullptr || call.attrs->values.empty()) return json;
  json["attr"] = Json::array();
  for (const auto& [name, value] : call.attrs->values) {
    auto [type, content] = std::visit(AttrJson(), value);
    json["attr"].push_back({{"name", name}, {"type", type}, {"value", std::move(content)}});
  }
  return json;
}

// Writes the records. The caller holds the lock.
Outcome Write(Records& records) {
  records.on = false;
  const auto all = std::exchange(records.by_key, {});
  std::map<std::string, int> counts;
  for (const auto& [key, record] : all) {
    const std::string type = FileNameOf(record.first);
    const std::string path = fmt::format("{}/{}_{}.json", records.directory, type, ++counts[type]);
    const std::string text = Json::array({record.second}).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (const Status written = WriteFile(path, text); !written.ok()) return FromStatus(written);
  }
  return {};
}

}  // namespace

void RecordOperator(const OpCall& call) {
  Records& records = TheRecords();
  if (!records.on.load(std::memory_order_relaxed)) return;
  std::string key;
  WriteKey(call, key);
  const std::lock_guard lock(records.mutex);
  if (records.by_key.contains(key)) return;
  records.by_key.emplace(std::move(key), std::pair(call.type, Describe(call)));
}

void EndRecords() {
  Records& records = TheRecords();
  const std::lock_guard lock(records.mutex);
  if (!records.on) return;
  if (const Outcome written = Write(records); !written.ok()) {
    Log(LogLevel::kError, "acl", "the operators that were run can't be written: %s", written.text.c_str());
  }
}

namespace {

Outcome CheckType(uint32_t type) {
  if (type == ACL_OP_DUMP_OP_AICORE_ARGS) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is nothing {:#x} to be recorded", type));
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclopStartDumpArgs(uint32_t dumpType, const char* path) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    OPDK_ACL_TRY(CheckType(dumpType));
    if (path == nullptr) return IsNull("path");
    Records& records = TheRecords();
    const std::lock_guard lock(records.mutex);
    if (records.on) return Fail(ACL_ERROR_DUMP_ALREADY_RUN, "it was called before");
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) return Fail(ACL_ERROR_INVALID_FILE, fmt::format("{}: {}", path, error.message()));
    if (const auto place = opdk::CheckDumpDirectory(path); !place.ok()) return FromStatus(place);
    records.directory = path;
    records.on = true;
    return {};
  });
}

aclError aclopStopDumpArgs(uint32_t dumpType) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckType(dumpType));
    const std::lock_guard lock(TheRecords().mutex);
    if (!TheRecords().on) return Fail(ACL_ERROR_DUMP_NOT_RUN, "aclopStartDumpArgs was not called");
    return Write(TheRecords());
  });
}
