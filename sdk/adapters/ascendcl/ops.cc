#include "sdk/adapters/ascendcl/ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <list>
#include <unordered_map>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/host/operator_graph.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/offline_session.h"
#include "sdk/adapters/ascendcl/process.h"

namespace opdk::acl {
namespace {

// Operators by key, the last used one first.
class Operators {
 public:
  std::shared_ptr<AclOperator> Find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return found->second->op;
    }
    // Operators of any extents match if their model is dynamic.
    const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) {
      return each.op->executable.dynamic() && MatchesOperator(each.key, key);
    });
    return entry == entries_.end() ? nullptr : entry->op;
  }

  void Keep(const std::string& key, std::shared_ptr<AclOperator> op) {
    const std::lock_guard lock(mutex_);
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      found->second->op = std::move(op);
      return;
    }
    entries_.push_front({key, std::move(op)});
    by_key_.emplace(entries_.front().key, entries_.begin());
    Shrink();
  }

  void SetMost(uint64_t most) {
    const std::lock_guard lock(mutex_);
    most_ = most;
    Shrink();
  }

  void Clear() {
    const std::lock_guard lock(mutex_);
    by_key_.clear();
    entries_.clear();
    most_ = kMost;
  }

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<AclOperator> op;
  };
  void Shrink() {
    while (entries_.size() > most_) {
      by_key_.erase(entries_.back().key);
      entries_.pop_back();
    }
  }

  static constexpr uint64_t kMost = 20000;
  std::mutex mutex_;
  std::list<Entry> entries_;
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;
  uint64_t most_ = kMost;
};

Operators& TheOperators() {
  static Operators operators;
  return operators;
}

Outcome ReadDescs(const char* what, int count, const aclTensorDesc* const descs[],
                  std::vector<std::shared_ptr<aclTensorDesc>>& result) {
  if (count < 0) return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the number of {}s is negative", what));
  if (count > 0 && descs == nullptr) return IsNull("list of descriptions");
  result.resize(static_cast<size_t>(count));
  for (size_t i = 0; i < result.size(); ++i) {
    Outcome found = TensorDescs().Find(descs[i], result[i]);
    if (!found.ok()) return Fail(found.code, fmt::format("{} {}: {}", what, i, found.text));
  }
  return {};
}

// Loads a model of one operator, under the key that its maker wrote.
Outcome LoadOperator(const OfflineBytes& file, const std::string& place) {
  std::optional<Packages> packages;
  OPDK_ACL_TRY(ProcessPackages(packages));
  auto loaded = OpenOffline(packages->registry(), file);
  if (!loaded.ok()) return FromStatus(Status(loaded.status()).At(place));
  const AttrMap& attrs = loaded->model.program().graph.attrs();
  const auto key = attrs.find(kOperatorKey);
  const std::string* text = key == attrs.end() ? nullptr : std::get_if<std::string>(&key->second);
  if (text == nullptr) {
    return Fail(ACL_ERROR_MODEL_MISSING_ATTR,
                fmt::format("{} isn't a model of a single operator: 'atc --singleop' makes one", place));
  }
  TheOperators().Keep(*text, std::make_shared<AclOperator>(std::move(loaded->model)));
  return {};
}

Outcome LoadDirectory(const char* path) {
  if (path == nullptr) return IsNull("path");
  OPDK_ACL_TRY(CheckInitialized());
  std::error_code error;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path, error)) {
    if (entry.path().extension() == ".om") files.push_back(entry.path());
  }
  if (error) return Fail(ACL_ERROR_INVALID_FILE, fmt::format("{}: {}", path, error.message()));
  if (files.empty()) return Fail(ACL_ERROR_INVALID_FILE, fmt::format("{} has no offline models (*.om)", path));
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    const auto mapped = ReadOffline(file);
    if (!mapped.ok()) return FromStatus(mapped.status());
    OPDK_ACL_TRY(LoadOperator(*mapped, file));
  }
  return {};
}

}  // namespace

void WriteKey(const OpCall& call, std::string& text) {
  static const std::string kNoAttrs = OperatorKey::AttrText({});
  OperatorKey key(text, call.type);
  for (const auto& input : call.inputs) {
    key.Input(ToGeType(input->type), ToGeFormat(input->format), input->dims, input->digest);
  }
  for (const auto& output : call.outputs) {
    key.Output(ToGeType(output->type), ToGeFormat(output->format), output->dims);
  }
  key.Attributes(call.attrs == nullptr ? kNoAttrs : call.attrs->text);
}

Outcome ReadCall(const char* type, int inputs, const aclTensorDesc* const input_descs[], int outputs,
                 const aclTensorDesc* const output_descs[], const aclopAttr* attrs, OpCall& call) {
  if (type == nullptr) return IsNull("type of the operator");
  call.type = type;
  call.attrs = nullptr;
  if (attrs != nullptr) OPDK_ACL_TRY(OpAttrs().Find(attrs, call.attrs));
  OPDK_ACL_TRY(ReadDescs("input", inputs, input_descs, call.inputs));
  return ReadDescs("output", outputs, output_descs, call.outputs);
}

Outcome FindOperator(const OpCall& call, std::shared_ptr<AclOperator>& found) {
  OPDK_ACL_TRY(CheckInitialized());
  thread_local std::string key;
  WriteKey(call, key);
  found = TheOperators().Find(key);
  if (found != nullptr) return {};
  return Fail(
      ACL_ERROR_OP_NOT_FOUND,
      fmt::format("no {} of these descriptions and attributes is ready: load it (aclopSetModelDir, aclopLoad) or "
                  "compile it (aclopCompile) first",
                  call.type));
}

void KeepOperator(const OpCall& call, std::shared_ptr<AclOperator> made) {
  std::string key;
  WriteKey(call, key);
  TheOperators().Keep(key, std::move(made));
}

void ForgetOperators() { TheOperators().Clear(); }

Outcome SetMostOperators(uint64_t count) {
  if (count == 0) return Fail(ACL_ERROR_INVALID_PARAM, "at least one operator must have room");
  TheOperators().SetMost(count);
  return {};
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclopSetModelDir(const char* modelDir) {
  return Call(__func__, [&] { return LoadDirectory(modelDir); });
}

aclError aclopLoad(const void* model, size_t modelSize) {
  return Call(__func__, [&]() -> Outcome {
    if (model == nullptr || modelSize == 0) return IsNull("model");
    OPDK_ACL_TRY(CheckInitialized());
    const std::shared_ptr<std::byte> copy = opdk::NewSharedAligned(modelSize);
    std::memcpy(copy.get(), model, modelSize);
    return LoadOperator({{reinterpret_cast<const char*>(copy.get()), modelSize}, copy}, "the model");
  });
}

aclError aclopSetMaxOpQueueNum(uint64_t maxOpNum) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    return SetMostOperators(maxOpNum);
  });
}
