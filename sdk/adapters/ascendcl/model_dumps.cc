// Dumps of models, as a file asks for them.
#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>

#include "acl/acl_dump.h"
#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/debugging/tensor_dump.h"
#include "sdk/adapters/ascendcl/models.h"
#include "sdk/adapters/ascendcl/process.h"

namespace opdk::acl {
namespace {

struct Dumps {
  std::mutex mutex;
  std::optional<TensorDumpOptions> options;
  bool began = false;  // aclmdlInitDump
};
Dumps& TheDumps() {
  static Dumps dumps;
  return dumps;
}

// Called by the threads that run models. nullptr: none is registered.
using DumpCallback = int32_t (*)(const acldumpChunk*, int32_t);
std::atomic<DumpCallback> g_callback = nullptr;

Status GiveChunks(const std::string& path, std::string_view bytes, bool adds) {
  constexpr size_t kMost = size_t{1} << 20;
  if (path.size() >= ACL_DUMP_MAX_FILE_PATH_LENGTH) {
    return Status(ErrorCode::kWriteFailed, fmt::format("the name '{}' is too long for a dump's chunk", path));
  }
  for (size_t offset = 0; offset == 0 || offset < bytes.size(); offset += kMost) {
    const DumpCallback callback = g_callback;
    if (callback == nullptr) return Status();
    const std::string_view part = bytes.substr(offset, kMost);
    const std::shared_ptr<std::byte> memory = NewSharedAligned(sizeof(acldumpChunk) + part.size());
    auto* chunk = new (memory.get()) acldumpChunk{};
    std::memcpy(chunk->fileName, path.data(), path.size());
    chunk->bufLen = static_cast<uint32_t>(part.size());
    chunk->isLastChunk = offset + part.size() == bytes.size() ? 1 : 0;
    chunk->offset = adds ? -1 : static_cast<int64_t>(offset);
    std::memcpy(chunk->dataBuf, part.data(), part.size());
    const int32_t code = callback(chunk, static_cast<int32_t>(sizeof(acldumpChunk) + part.size()));
    if (code != 0) {
      return Status(ErrorCode::kWriteFailed,
                    fmt::format("the program's function for dumps gives {} for '{}'", code, path));
    }
  }
  return Status();
}

// CANN's keys; those that nothing below reads have no effect on a CPU.
constexpr std::string_view kDumpKeys[] = {"dump_path", "dump_mode",      "dump_data",  "dump_step",  "dump_debug",
                                          "dump_list", "dump_op_switch", "dump_level", "dump_stats", "dump_scene"};
constexpr std::string_view kDumpListKeys[] = {"model_name",       "layer",       "watcher_nodes", "optype_blacklist",
                                              "opname_blacklist", "opname_range"};

struct Section {
  const nlohmann::json& json;
  const std::string& place;

  Outcome Wrong(const std::string& what) const {
    return Fail(ACL_ERROR_INVALID_DUMP_CONFIG, fmt::format("{}: {}", place, what));
  }
  // Reads a text; "" if the key isn't there.
  Outcome Text(const char* key, std::string& text) const {
    text.clear();
    const auto found = json.find(key);
    if (found == json.end()) return {};
    if (!found->is_string()) return Wrong(fmt::format("\"{}\" is no text", key));
    text = found->get<std::string>();
    return {};
  }

  Outcome ReadLayers(std::vector<std::string>& layers) const {
    const auto list = json.find("dump_list");
    if (list == json.end()) return {};
    if (!list->is_array()) return Wrong("\"dump_list\" is no list");
    for (const auto& entry : *list) {
      if (!entry.is_object()) return Wrong("an entry of \"dump_list\" is no object");
      const std::string wrong = UnknownKey(entry, kDumpListKeys, "an entry of \"dump_list\"");
      if (!wrong.empty()) return Wrong(wrong);
      const auto names = entry.find("layer");
      if (names == entry.end()) continue;
      if (!names->is_array()) return Wrong("\"layer\" is no list");
      for (const auto& name : *names) {
        if (!name.is_string()) return Wrong("an entry of \"layer\" is no text");
        layers.push_back(name);
      }
    }
    return {};
  }

  Outcome Read(TensorDumpOptions& options) const {
    std::string mode, data, steps, debug;
    if (!json.is_object()) return Wrong("\"dump\" is no object");
    if (const std::string wrong = UnknownKey(json, kDumpKeys, "\"dump\""); !wrong.empty()) return Wrong(wrong);
    OPDK_ACL_TRY(Text("dump_path", options.directory));
    if (options.directory.empty()) return Wrong("\"dump_path\" is missing");
    OPDK_ACL_TRY(Text("dump_mode", mode));
    OPDK_ACL_TRY(Text("dump_data", data));
    OPDK_ACL_TRY(Text("dump_step", steps));
    OPDK_ACL_TRY(Text("dump_debug", debug));
    if (!mode.empty()) {
      if (const Status status = SetDumpMode(mode, options); !status.ok()) return Wrong(status.message());
    }
    if (!data.empty()) {
      if (const Status status = SetDumpData(data, options); !status.ok()) return Wrong(status.message());
    }
    if (!steps.empty()) {
      auto runs = ParseRuns(steps);
      if (!runs.ok()) return Wrong(runs.status().message());
      options.runs = *std::move(runs);
    }
    if (!debug.empty() && debug != "on" && debug != "off") return Wrong("\"dump_debug\" is \"on\" or \"off\"");
    if (debug == "on") options.when = TensorDumpOptions::When::kOverflow;
    return ReadLayers(options.layers);
  }
};

Outcome SetDumpFile(const char* path) {
  if (path == nullptr) return IsNull("path");
  const auto text = ReadFile(path, kTextFile);
  if (!text.ok()) return FromStatus(text.status());
  const auto json = ParseJson(*text);
  if (json.is_discarded() || !json.is_object() || !json.contains("dump")) {
    return Fail(ACL_ERROR_INVALID_DUMP_CONFIG, fmt::format("{} holds no JSON object with \"dump\"", path));
  }
  return SetDump(json["dump"], path);
}

}  // namespace

Outcome SetDump(const nlohmann::json& dump, const std::string& place) {
  TensorDumpOptions options;
  OPDK_ACL_TRY((Section{dump, place}.Read(options)));
  const std::lock_guard lock(TheDumps().mutex);
  TheDumps().options = std::move(options);
  return {};
}

Outcome AttachDump(AclModel& model) {
  std::optional<TensorDumpOptions> options;
  {
    const std::lock_guard lock(TheDumps().mutex);
    options = TheDumps().options;
  }
  if (const bool calls = g_callback != nullptr; options || calls) {
    const auto dump = TensorDump::Attach(model.executable, options.value_or(TensorDumpOptions()),
                                         calls ? DumpSink(GiveChunks) : DumpSink());
    if (!dump.ok()) return FromStatus(dump.status());
  }
  return {};
}

void EndDumps() {
  const std::lock_guard lock(TheDumps().mutex);
  TheDumps().options.reset();
  TheDumps().began = false;
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclmdlInitDump(void) {
  return Call(__func__, []() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    const std::lock_guard lock(TheDumps().mutex);
    if (TheDumps().began) return Fail(ACL_ERROR_DUMP_ALREADY_RUN, "it was called before");
    TheDumps().began = true;
    return {};
  });
}

aclError aclmdlSetDump(const char* dumpCfgPath) {
  return Call(__func__, [&]() -> Outcome {
    {
      const std::lock_guard lock(TheDumps().mutex);
      if (!TheDumps().began) return Fail(ACL_ERROR_DUMP_NOT_RUN, "call aclmdlInitDump first");
    }
    return SetDumpFile(dumpCfgPath);
  });
}

aclError aclmdlFinalizeDump(void) {
  return Call(__func__, []() -> Outcome {
    {
      const std::lock_guard lock(TheDumps().mutex);
      if (!TheDumps().began) return Fail(ACL_ERROR_DUMP_NOT_RUN, "aclmdlInitDump was not called");
    }
    EndDumps();
    return {};
  });
}

aclError acldumpRegCallback(int32_t (*messageCallback)(const acldumpChunk*, int32_t len), int32_t flag) {
  return Call(__func__, [&]() -> Outcome {
    if (messageCallback == nullptr) return IsNull("function");
    if (flag != 0) return Fail(ACL_ERROR_INVALID_PARAM, "the flag is 0");
    g_callback = messageCallback;
    return {};
  });
}
void acldumpUnregCallback(void) { g_callback = nullptr; }
