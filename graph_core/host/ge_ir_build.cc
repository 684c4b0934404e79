#include "ge/ge_ir_build.h"

#include <fmt/format.h>

#include <cstring>
#include <set>
#include <utility>

#include "ge/ge_api.h"
#include "graph_core/base/aligned_memory.h"
#include "graph_core/host/fusion_result.h"
#include "graph_core/host/ge_process.h"
#include "graph_core/host/offline_options.h"
#include "graph_core/host/operator_graph.h"
#include "graph_core/host/weight_refreshable.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/to_operators.h"
#include "graph_core/loading/bundle_file.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/session.h"

namespace ge {

using opdk::ErrorCode;
// The full name is needed: Status alone is ge::Status here.
using CoreStatus = opdk::Status;

namespace {

graphStatus Done(Status status) { return status == SUCCESS ? GRAPH_SUCCESS : GRAPH_FAILED; }

// Options of aclgrphBuildInitialize for all builds.
struct BuildDefaults {
  std::mutex mutex;
  opdk::OptionMap options;
};
BuildDefaults& Defaults() {
  static BuildDefaults defaults;
  return defaults;
}

opdk::Result<std::shared_ptr<const opdk::PackageRegistry>> ProcessPackages() {
  const std::lock_guard lock(TheProcess().mutex);
  if (TheProcess().packages == nullptr) return NotInitialized().Hint("call ge::aclgrphBuildInitialize first");
  return std::shared_ptr<const opdk::PackageRegistry>(TheProcess().packages);
}

opdk::Result<std::string> Build(const Graph& graph, const opdk::OptionMap& build_options) {
  OPDK_TRY(const auto packages, ProcessPackages());
  opdk::OptionMap global, defaults;
  {
    const std::lock_guard lock(TheProcess().mutex);
    global = TheProcess().options;
  }
  {
    const std::lock_guard lock(Defaults().mutex);
    defaults = Defaults().options;
  }
  OPDK_TRY(opdk::OfflineBuild build, opdk::ReadOfflineBuild(global, defaults, build_options, *packages));
  NoteWarnings(build.options.warnings);
  OPDK_TRY(opdk::Graph copy, opdk::FromOperators(graph));
  OPDK_TRY(opdk::ApplyOfflineBuild(build, copy));
  OPDK_TRY(const auto session, opdk::Session::Create(packages, build.options.session));
  return session->Offline(std::move(copy), build.offline);
}

void Keep(std::string_view bytes, ModelBufferData& model) {
  const std::shared_ptr<std::byte> memory = opdk::NewSharedAligned(bytes.size());
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  model.data = std::shared_ptr<uint8_t>(memory, reinterpret_cast<uint8_t*>(memory.get()));
  model.length = bytes.size();
}

CoreStatus Save(const char* output_file, const ModelBufferData& model, bool bundle) {
  if (output_file == nullptr || *output_file == '\0') return CoreStatus(ErrorCode::kUsage, "no file is given");
  if (model.data == nullptr || model.length == 0) return CoreStatus(ErrorCode::kUsage, "the model has no bytes");
  const std::string_view bytes(reinterpret_cast<const char*>(model.data.get()), model.length);
  if (opdk::IsBundle(bytes) != bundle) {
    return CoreStatus(ErrorCode::kUsage, bundle ? "the model is no bundle" : "the model is a bundle of several")
        .Hint(bundle ? "aclgrphSaveModel writes it" : "aclgrphBundleSaveModel writes it");
  }
  return opdk::WriteOffline(opdk::OfflinePath(output_file), bytes);
}

CoreStatus KeepDtypes(Graph& graph, const char* path) {
  opdk::PrecisionOptions kept;
  OPDK_TRY(opdk::ReadKeepDtype(path, kept));
  std::set<std::string> missing = kept.kept_nodes;
  for (GNode& node : graph.GetAllNodes()) {
    AscendString name, type;
    if (node.GetName(name) != GRAPH_SUCCESS || node.GetType(type) != GRAPH_SUCCESS) continue;
    missing.erase(opdk::ToText(name));
    if (!kept.kept_nodes.contains(opdk::ToText(name)) && !kept.kept_types.contains(opdk::ToText(type))) continue;
    bool keeps = true;
    if (node.SetAttr(AscendString("_keep_dtype"), keeps) != GRAPH_SUCCESS) {
      return CoreStatus(ErrorCode::kAttrInvalid, fmt::format("node {} takes no attribute", opdk::ToText(name)));
    }
  }
  if (missing.empty()) return CoreStatus();
  return CoreStatus(ErrorCode::kUsage, fmt::format("there is no node '{}' in the graph", *missing.begin())).At(path);
}

}  // namespace

graphStatus aclgrphBuildInitialize(std::map<AscendString, AscendString>& global_options) {
  opdk::OptionMap global;
  const graphStatus status = Done(Call("aclgrphBuildInitialize", [&]() -> CoreStatus {
    opdk::OptionMap of_builds;
    OPDK_TRY(opdk::SplitBuildOptions(Strings(global_options), global, of_builds));
    const std::lock_guard lock(Defaults().mutex);
    Defaults().options = std::move(of_builds);
    return CoreStatus();
  }));
  if (status != GRAPH_SUCCESS) return status;
  std::map<AscendString, AscendString> options = opdk::Neutral(global);
  return Done(GEInitialize(options));
}

void aclgrphBuildFinalize() {
  {
    const std::lock_guard lock(Defaults().mutex);
    Defaults().options.clear();
  }
  static_cast<void>(GEFinalize());
}

graphStatus aclgrphBuildModel(const Graph& graph, const std::map<AscendString, AscendString>& build_options,
                              ModelBufferData& model) {
  return Done(Call("aclgrphBuildModel", [&]() -> CoreStatus {
    OPDK_TRY(const std::string bytes, Build(graph, Strings(build_options)));
    Keep(bytes, model);
    return CoreStatus();
  }));
}

graphStatus aclgrphBundleBuildModel(const std::vector<GraphWithOptions>& graph_with_options, ModelBufferData& model) {
  return Done(Call("aclgrphBundleBuildModel", [&]() -> CoreStatus {
    OPDK_TRY(opdk::CheckBundle(graph_with_options.size()));
    std::vector<std::string> models;
    for (const GraphWithOptions& each : graph_with_options) {
      auto bytes = Build(each.graph, Strings(each.build_options));
      if (!bytes.ok()) return std::move(bytes).status().At(fmt::format("graph {} of the bundle", models.size()));
      models.push_back(*std::move(bytes));
    }
    Keep(opdk::WriteBundle(models), model);
    return CoreStatus();
  }));
}

graphStatus aclgrphBuildModel(const std::vector<Graph>& graphs,
                              const std::map<AscendString, AscendString>& build_options, ModelBufferData& model) {
  if (graphs.size() == 1) return aclgrphBuildModel(graphs.front(), build_options, model);
  std::vector<GraphWithOptions> all;
  all.reserve(graphs.size());
  for (const Graph& graph : graphs) all.push_back({graph, build_options});
  return aclgrphBundleBuildModel(all, model);
}

graphStatus aclgrphBundleSaveModel(const char* output_file, const ModelBufferData& model) {
  return Done(Call("aclgrphBundleSaveModel", [&] { return Save(output_file, model, true); }));
}

graphStatus aclgrphConvertToWeightRefreshableGraphs(const Graph& origin_graph,
                                                    const std::vector<AscendString>& const_names,
                                                    WeightRefreshableGraphs& weight_refreshable_graphs) {
  return Done(Call("aclgrphConvertToWeightRefreshableGraphs", [&]() -> CoreStatus {
    OPDK_TRY(const opdk::Graph graph, opdk::FromOperators(origin_graph));
    OPDK_TRY(const opdk::RefreshableGraphs made, opdk::MakeRefreshable(graph, opdk::ToTexts(const_names)));
    OPDK_TRY(weight_refreshable_graphs.infer_graph, opdk::ToOperators(made.infer));
    OPDK_TRY(weight_refreshable_graphs.var_init_graph, opdk::ToOperators(made.init));
    OPDK_TRY(weight_refreshable_graphs.var_update_graph, opdk::ToOperators(made.update));
    return CoreStatus();
  }));
}

graphStatus aclgrphSaveModel(const char* output_file, const ModelBufferData& model) {
  return Done(Call("aclgrphSaveModel", [&] { return Save(output_file, model, false); }));
}

graphStatus aclgrphGetIRVersion(int32_t* major_version, int32_t* minor_version, int32_t* patch_version) {
  return Done(Call("aclgrphGetIRVersion", [&]() -> CoreStatus {
    if (major_version == nullptr || minor_version == nullptr || patch_version == nullptr) {
      return CoreStatus(ErrorCode::kUsage, "a place for the version is missing");
    }
    *major_version = 1;
    *minor_version = 0;
    *patch_version = 0;
    return CoreStatus();
  }));
}

graphStatus aclgrphDumpGraph(const Graph& graph, const char* file, size_t len) {
  return Done(Call("aclgrphDumpGraph", [&]() -> CoreStatus {
    if (file == nullptr || len == 0) return CoreStatus(ErrorCode::kUsage, "no name is given");
    const AscendString suffix(file, len);
    for (const Graph::DumpFormat form : {Graph::DumpFormat::kOnnx, Graph::DumpFormat::kTxt}) {
      if (graph.DumpToFile(form, suffix) == GRAPH_SUCCESS) continue;
      return CoreStatus(ErrorCode::kWriteFailed,
                        fmt::format("the graph can't be written under '{}'", opdk::ToText(suffix)));
    }
    return CoreStatus();
  }));
}

graphStatus aclgrphGenerateForOp(const AscendString& op_type, const std::vector<TensorDesc>& inputs,
                                 const std::vector<TensorDesc>& outputs, Graph& graph) {
  return Done(Call("aclgrphGenerateForOp", [&]() -> CoreStatus {
    OPDK_TRY(const auto packages, ProcessPackages());
    std::vector<opdk::OperatorTensor> given;
    given.reserve(inputs.size());
    for (const TensorDesc& input : inputs) given.push_back({input, std::nullopt});
    OPDK_TRY(const opdk::Graph made,
             opdk::OperatorGraph(opdk::ToText(op_type), std::move(given), outputs, {}, *packages));
    OPDK_TRY(graph, opdk::ToOperators(made));
    return CoreStatus();
  }));
}

graphStatus aclgrphGenerateForOp(const AscendString& json_path, std::vector<Graph>& graphs) {
  return Done(Call("aclgrphGenerateForOp", [&]() -> CoreStatus {
    OPDK_TRY(const auto packages, ProcessPackages());
    const std::string path = opdk::ToText(json_path);
    if (path.empty()) return CoreStatus(ErrorCode::kUsage, "no file is given");
    OPDK_TRY(const std::vector<opdk::FileOperator> operators, opdk::ReadOperators(path, *packages));
    std::vector<Graph> made;
    for (const opdk::FileOperator& each : operators) {
      OPDK_TRY(Graph graph, opdk::ToOperators(each.graph));
      made.push_back(std::move(graph));
    }
    graphs = std::move(made);
    return CoreStatus();
  }));
}

graphStatus aclgrphSetOpAttr(Graph& graph, aclgrphAttrType attr_type, const char* cfg_path) {
  return Done(Call("aclgrphSetOpAttr", [&]() -> CoreStatus {
    if (cfg_path == nullptr) return CoreStatus(ErrorCode::kUsage, "no file is given");
    if (attr_type == ATTR_TYPE_KEEP_DTYPE) return KeepDtypes(graph, cfg_path);
    return CoreStatus(ErrorCode::kUsage, "weights aren't compressed").Hint("leave the call out");
  }));
}

}  // namespace ge
