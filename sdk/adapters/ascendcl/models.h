// Offline models that a program has loaded, by their numbers; descriptions of models; datasets.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl_mdl.h"
#include "graph_core/session.h"
#include "sdk/adapters/ascendcl/gears.h"
#include "sdk/adapters/ascendcl/objects.h"

namespace opdk::acl {

// An input or an output.
struct ModelPort {
  std::string name;
  ge::DataType dtype = ge::DT_FLOAT;
  aclFormat format = ACL_FORMAT_ND;
  std::vector<int64_t> dims;                       // -1: unknown
  std::vector<std::pair<int64_t, int64_t>> range;  // of each dimension
  size_t bytes = 0;                                // 0: unknown
};

class QueueFeed;
struct ModelQueues;

struct AclModel {
  explicit AclModel(Executable loaded) : executable(std::move(loaded)) {}

  uint32_t id = 0;  // once it is loaded
  Executable executable;
  std::vector<ModelPort> inputs, outputs;  // with gears, the input that names a gear comes last
  ModelGears gears;
  uint32_t bundle = 0;  // that it is of; 0: none
  std::mutex mutex;     // of what follows
  std::vector<std::vector<int64_t>> last_output_dims;
  std::shared_ptr<QueueFeed> feed;  // nullptr: no queues. Last: it runs the model
};

// Finds a loaded model. ACL_ERROR_INVALID_MODEL_ID.
Outcome FindModel(uint32_t id, std::shared_ptr<AclModel>& model);
// Describes a model without keeping it loaded. Takes a path or the file's bytes.
Outcome LoadForDescription(const char* path, const void* data, size_t bytes, std::shared_ptr<AclModel>& model);
// Loads a model without giving it a number. `memory`: shared by the models of one file. `place`: the file, for errors.
Outcome LoadModel(const OfflineBytes& bytes, const std::string& place, std::shared_ptr<SessionMemory> memory,
                  std::shared_ptr<AclModel>& model);
// Gives it a number.
Outcome KeepModel(std::shared_ptr<AclModel> model, uint32_t& id, const ModelQueues* queues = nullptr);
// Unloads a model. Waits for its current runs. ACL_ERROR_INVALID_MODEL_ID.
Outcome UnloadModel(uint32_t id);
// Unloads all models. Returns how many there were, bundles not counted.
size_t UnloadAllModels();
void ForgetBundles();

// Sets the dumps of models that are loaded later: {"dump_path": …, "dump_mode": …}. `place`: the file, for errors.
Outcome SetDump(const nlohmann::json& dump, const std::string& place);
Outcome AttachDump(AclModel& model);
void EndDumps();

}  // namespace opdk::acl

struct aclmdlDesc {
  std::vector<opdk::acl::ModelPort> inputs, outputs;
  opdk::acl::ModelGears gears;
  std::weak_ptr<opdk::acl::AclModel> model;  // that it was asked of
};

struct aclmdlDataset {
  struct Entry {
    std::shared_ptr<aclDataBuffer> buffer;
    aclDataBuffer* handle = nullptr;
    std::shared_ptr<aclTensorDesc> desc;  // of this run, among TensorDescs(); nullptr: as the model says
  };
  std::vector<Entry> entries;
  std::optional<size_t> gear;  // of the model that it is for
};

namespace opdk::acl {

// Makes the outcome for a wrong index. ACL_ERROR_INVALID_PARAM: "there is no input 3: the model has 1".
Outcome NoPort(const char* what, size_t index, size_t count);
Handles<aclmdlDesc>& ModelDescs();
Handles<aclmdlDataset>& Datasets();

}  // namespace opdk::acl
