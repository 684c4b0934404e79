// The start and the end of a program's use of AscendCL: aclInit and its file, aclFinalize.
#include <fmt/format.h>

#include <charconv>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "acl/acl.h"
#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "opdk/log.h"
#include "sdk/adapters/ascendcl/device_memory.h"
#include "sdk/adapters/ascendcl/models.h"
#include "sdk/adapters/ascendcl/objects.h"
#include "sdk/adapters/ascendcl/op_kernels.h"
#include "sdk/adapters/ascendcl/op_records.h"
#include "sdk/adapters/ascendcl/ops.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/prof.h"
#include "sdk/adapters/ascendcl/runtime.h"
#include "sdk/adapters/ascendcl/tdt_items.h"
#include "sdk/adapters/ascendcl/tdt_queues.h"

namespace opdk::acl {
namespace {

Outcome ReadMostOperators(const nlohmann::json& value, const char* path) {
  uint64_t count = 0;
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && end == text.data() + text.size() && SetMostOperators(count).ok()) return {};
  return Fail(ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG,
              fmt::format("{}: \"max_opqueue_num\" is {}, not a number above 0", path, text));
}

// Reads a file for aclInit. Sections that mean nothing on a CPU are logged.
Outcome ReadConfig(const char* path) {
  if (path == nullptr || *path == '\0') return {};
  const auto text = ReadFile(path, kTextFile);
  if (!text.ok()) return FromStatus(text.status());
  if (text->find_first_not_of(" \t\r\n") == std::string::npos) return {};
  const auto json = ParseJson(*text);
  if (json.is_discarded() || !json.is_object()) {
    return Fail(ACL_ERROR_PARSE_FILE, fmt::format("{} holds no JSON object", path));
  }
  for (const auto& [key, value] : json.items()) {
    if (key == "dump") {
      OPDK_ACL_TRY(SetDump(value, path));
    } else if (key == "profiler") {
      OPDK_ACL_TRY(StartProfile(value, path));
    } else if (key == "max_opqueue_num") {
      OPDK_ACL_TRY(ReadMostOperators(value, path));
    } else if (key == "defaultDevice" || key == "err_msg_mode" || key == "StackSize") {
      Log(LogLevel::kInfo, "acl", "%s: '%s' has no effect on a CPU", path, key.c_str());
    } else {
      return Fail(ACL_ERROR_FILE_ATTR_INVALID, fmt::format("{}: '{}' asks for a feature that opdk lacks", path, key));
    }
  }
  return {};
}

void LogLeft(const char* what, size_t count) {
  if (count > 0) Log(LogLevel::kWarning, "acl", "aclFinalize: %zu of these are left: %s", count, what);
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclInit(const char* configPath) {
  return Call(__func__, [&]() -> Outcome {
    const std::lock_guard lock(TheProcess().mutex);
    if (TheProcess().packages) return Fail(ACL_ERROR_REPEAT_INITIALIZE, "it was called before");
    auto packages = opdk::Packages::Load();
    if (!packages.ok()) return FromStatus(packages.status());
    if (Outcome read = ReadConfig(configPath); !read.ok()) {
      EndDumps();  // undoes the sections before the fault
      EndProfile();
      ForgetOperators();
      return read;
    }
    ResetAtExit();
    TheProcess().packages = *std::move(packages);
    return {};
  });
}

aclError aclFinalize(void) {
  return Call(__func__, []() -> Outcome {
    std::optional<opdk::Packages> packages;
    {
      const std::lock_guard lock(TheProcess().mutex);
      if (!TheProcess().packages) return Fail(ACL_ERROR_REPEAT_FINALIZE, "aclInit was not called, or this was before");
      packages.swap(TheProcess().packages);
    }
    LogLeft("models", UnloadAllModels());
    LogLeft("queues", EndQueues());
    LogLeft("channels", EndChannels());
    LogLeft("buffers of queues", TdtBuffers().size());
    EndSubscriptions();
    ResetRuntime();
    EndProfile();
    EndRecords();
    ForgetOperators();
    ForgetKernels();
    ForgetProducts();
    ForgetCompileOptions();
    LogLeft("streams", Streams().size());
    LogLeft("events", Events().size());
    LogLeft("contexts", Contexts().size());
    LogLeft("data buffers", Buffers().size());
    LogLeft("sets of attributes", OpAttrs().size());
    LogLeft("handles of operators", OpHandles().size());
    LogLeft("tensor descriptions", TensorDescs().size());
    const MemoryLeft left = DeviceMemoryLeft();
    if (left.allocations > 0) {
      opdk::Log(opdk::LogLevel::kWarning, "acl", "aclFinalize: %zu allocations of %zu bytes were not freed",
                left.allocations, left.bytes);
    }
    return {};
  });
}

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
  return Call(__func__, [&]() -> Outcome {
    if (majorVersion == nullptr || minorVersion == nullptr || patchVersion == nullptr)
      return IsNull("place for the version");
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return {};
  });
}
