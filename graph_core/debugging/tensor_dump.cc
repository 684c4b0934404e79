#include "graph_core/debugging/tensor_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "graph_core/base/dump_place.h"
#include "graph_core/debugging/dumping_observer.h"
#include "graph_core/debugging/fused_nodes.h"

namespace opdk {
namespace {

std::string_view Suffix(TensorDumpOptions::When when) {
  switch (when) {
    case TensorDumpOptions::When::kOverflow:
      return "_overflow";
    case TensorDumpOptions::When::kFailure:
      return "_failure";
    case TensorDumpOptions::When::kAlways:
      break;
  }
  return "";
}

}  // namespace

Result<std::shared_ptr<TensorDump>> TensorDump::Create(const Executable& model, TensorDumpOptions options,
                                                       DumpSink sink) {
  if (!sink) OPDK_TRY(CheckDumpDirectory(options.directory));
  std::shared_ptr<TensorDump> dump(new TensorDump(std::move(options), std::move(sink)));
  OPDK_TRY(dump->Describe(model));
  return dump;
}

Result<std::shared_ptr<TensorDump>> TensorDump::Attach(Executable& model, TensorDumpOptions options, DumpSink sink) {
  OPDK_TRY(std::shared_ptr<TensorDump> dump, Create(model, std::move(options), std::move(sink)));
  model.Watch(dump);
  return dump;
}

Status TensorDump::Describe(const Executable& model) {
  const Program& program = model.program();
  graph_ = program.graph.name().empty() ? "graph" : program.graph.name();
  OPDK_TRY(const std::vector<Node*> nodes, NumberedNodes(program.graph));
  std::set<std::string> missing(options_.layers.begin(), options_.layers.end());
  const auto named = [&](const std::string& name) {
    known_layers_.push_back(name);
    missing.erase(name);
    return std::find(options_.layers.begin(), options_.layers.end(), name) != options_.layers.end();
  };
  for (const Function& function : program.functions) {
    const std::string place = function.name.empty() ? "" : function.name + "/";
    for (const Step& step : function.steps) {
      const Node& node = *nodes[static_cast<size_t>(step.node)];
      const std::vector<std::string>& fused = fused_.emplace_back(FusedNodes(node));
      bool wanted = named(place + node.name());
      for (const std::string& part : fused) wanted = named(place + part) || wanted;
      wanted_.push_back(wanted || options_.layers.empty());
    }
  }
  unknown_layers_.assign(missing.begin(), missing.end());
  return Status();
}

Status TensorDump::CheckLayers() const {
  if (unknown_layers_.empty()) return Status();
  const std::string& layer = unknown_layers_.front();
  const std::string near = Nearest(layer, known_layers_);
  return Status(ErrorCode::kUsage,
                fmt::format("the model has no step '{}', and no step that a node of this name is fused into", layer))
      .Hint(near.empty() ? "opdk run MODEL --explain shows the steps" : fmt::format("did you mean '{}'?", near));
}

std::unique_ptr<RunObserver> TensorDump::Begin() { return std::make_unique<DumpingObserver>(*this); }

namespace {

// Names of the models whose tensors go to a sink. Two models must not have one name, or their tensors would become one
// file.
class SinkNames {
 public:
  static SinkNames& OfProcess() {
    static SinkNames names;
    return names;
  }
  std::string Take(const std::string& graph) {
    const std::lock_guard lock(mutex_);
    return names_.Take(graph);
  }
  void GiveBack(const std::string& name) {
    const std::lock_guard lock(mutex_);
    names_.GiveBack(name);
  }

 private:
  std::mutex mutex_;
  FileNames names_;
};

}  // namespace

TensorDump::~TensorDump() {
  if (!sink_name_.empty()) SinkNames::OfProcess().GiveBack(sink_name_);
}

Result<std::string> TensorDump::DirectoryOf(int64_t run) {
  const std::lock_guard lock(mutex_);
  if (sink_) {
    if (sink_name_.empty()) {
      sink_name_ = SinkNames::OfProcess().Take(graph_);
      directory_ = options_.directory.empty() ? sink_name_ : options_.directory + "/" + sink_name_;
    }
    return fmt::format("{}/{}", directory_, run);
  }
  if (directory_.empty()) {
    OPDK_TRY(directory_, NewDirectory(options_.directory, fmt::format("{}{}", graph_, Suffix(options_.when))));
  }
  return NewDirectory(directory_, std::to_string(run));
}

std::string TensorDump::directory() {
  const std::lock_guard lock(mutex_);
  return directory_;
}

std::vector<std::string> TensorDump::TakeReports() {
  const std::lock_guard lock(mutex_);
  return std::exchange(reports_, {});
}

}  // namespace opdk
