// Several offline models of one file, which share their variables.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <mutex>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/loading/bundle_file.h"
#include "graph_core/loading/offline_encryption.h"
#include "graph_core/loading/offline_file.h"
#include "sdk/adapters/ascendcl/models.h"
#include "sdk/adapters/ascendcl/process.h"

namespace opdk::acl {
namespace {

struct Bundles {
  std::mutex mutex;
  std::map<uint32_t, std::vector<uint32_t>> models;  // numbers of models, by number of the bundle
  uint32_t next = 1;
};
Bundles& TheBundles() {
  static Bundles bundles;
  return bundles;
}

Outcome FindBundle(uint32_t id, std::vector<uint32_t>& models) {
  Bundles& all = TheBundles();
  const std::lock_guard lock(all.mutex);
  const auto found = all.models.find(id);
  if (found == all.models.end()) {
    return Fail(ACL_ERROR_INVALID_BUNDLE_MODEL_ID, fmt::format("there is no bundle {}", id));
  }
  models = found->second;
  return {};
}

uint32_t NextBundle() {
  Bundles& all = TheBundles();
  const std::lock_guard lock(all.mutex);
  return all.next++;
}

Outcome LoadBundle(const OfflineBytes& file, const std::string& place, uint32_t* bundle_id) {
  if (bundle_id == nullptr) return IsNull("place for the bundle's number");
  const auto read = ReadBundle(file.bytes);
  if (!read.ok()) return FromStatus(place.empty() ? read.status() : Status(read.status()).At(place));
  const auto memory = MemoryOfBundle();
  std::vector<std::shared_ptr<AclModel>> models;
  const uint32_t bundle = NextBundle();
  for (const std::string_view bytes : *read) {
    OPDK_ACL_TRY(LoadModel({bytes, file.owner},
                           fmt::format("{}{}model {} of the bundle", place, place.empty() ? "" : ", ", models.size()),
                           memory, models.emplace_back()));
    models.back()->bundle = bundle;
  }
  std::vector<uint32_t> ids;
  for (std::shared_ptr<AclModel>& model : models) OPDK_ACL_TRY(KeepModel(std::move(model), ids.emplace_back()));
  Bundles& all = TheBundles();
  const std::lock_guard lock(all.mutex);
  all.models.emplace(bundle, std::move(ids));
  *bundle_id = bundle;
  return {};
}

}  // namespace

void ForgetBundles() {
  Bundles& all = TheBundles();
  const std::lock_guard lock(all.mutex);
  all.models.clear();
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclmdlBundleLoadFromFile(const char* modelPath, uint32_t* bundleId) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (modelPath == nullptr) return IsNull("path");
    const auto file = opdk::ReadOffline(modelPath);
    if (!file.ok()) return FromStatus(file.status());
    return LoadBundle(*file, modelPath, bundleId);
  });
}

aclError aclmdlBundleLoadFromMem(const void* model, size_t modelSize, uint32_t* bundleId) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (model == nullptr || modelSize == 0) return IsNull("model");
    // The caller may free it.
    const std::shared_ptr<std::byte> copy = opdk::NewSharedAligned(modelSize);
    std::memcpy(copy.get(), model, modelSize);
    const auto readable = opdk::DecryptOffline({{reinterpret_cast<const char*>(copy.get()), modelSize}, copy});
    if (!readable.ok()) return FromStatus(readable.status());
    return LoadBundle(*readable, "", bundleId);
  });
}

aclError aclmdlBundleUnload(uint32_t bundleId) {
  return Call(__func__, [&]() -> Outcome {
    std::vector<uint32_t> models;
    OPDK_ACL_TRY(FindBundle(bundleId, models));
    {
      Bundles& all = TheBundles();
      const std::lock_guard lock(all.mutex);
      if (all.models.erase(bundleId) == 0) return {};  // another thread is at it
    }
    for (const uint32_t id : models) OPDK_ACL_TRY(UnloadModel(id));
    return {};
  });
}

aclError aclmdlBundleGetModelNum(uint32_t bundleId, size_t* modelNum) {
  return Call(__func__, [&]() -> Outcome {
    if (modelNum == nullptr) return IsNull("place for the number");
    std::vector<uint32_t> models;
    OPDK_ACL_TRY(FindBundle(bundleId, models));
    *modelNum = models.size();
    return {};
  });
}

aclError aclmdlBundleGetModelId(uint32_t bundleId, size_t index, uint32_t* modelId) {
  return Call(__func__, [&]() -> Outcome {
    if (modelId == nullptr) return IsNull("place for the model's number");
    std::vector<uint32_t> models;
    OPDK_ACL_TRY(FindBundle(bundleId, models));
    if (index >= models.size()) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("there is no model {}: the bundle has {}", index, models.size()));
    }
    *modelId = models[index];
    return {};
  });
}
