#include "sdk/adapters/tensorflow/engine/cluster_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "graph_core/base/memory_file.h"
#include "graph_core/ir/from_operators.h"
#include "sdk/adapters/tensorflow/engine/cluster_graph_def.h"

namespace opdk::tensorflow_adapter {
namespace {

Result<ParseResult> Read(const Packages& packages, const tensorflow::GraphDef& graph,
                         const std::vector<std::string>& outputs, const AdapterOptions& options) {
  std::string bytes;
  if (!graph.SerializeToString(&bytes)) {
    return Status(ErrorCode::kModelInvalid, "the cluster's graph is larger than 2 GiB");
  }
  // Parsers read files: one that no disk holds.
  OPDK_TRY(const MemoryFile file, MemoryFile::Create());
  OPDK_TRY(file.Write(bytes));
  ParseRequest request{{file.path()}, {}, domi::TENSORFLOW};
  request.options["out_nodes"] = fmt::format("{}", fmt::join(outputs, ";"));
  if (!options.scope_passes.empty()) request.options["enable_scope_fusion_passes"] = options.scope_passes;
  return packages.ParseModel(request);
}

// Replaces a Placeholder of known shape by a Const with these bytes.
void MakeConstant(tensorflow::NodeDef& node, std::string_view bytes) {
  auto& attributes = *node.mutable_attr();
  node.set_op("Const");
  tensorflow::TensorProto& value = *attributes["value"].mutable_tensor();
  value.set_dtype(attributes["dtype"].type());
  value.mutable_tensor_shape()->Swap(attributes["shape"].mutable_shape());
  value.set_tensor_content(std::string(bytes));
  attributes.erase("shape");
}

}  // namespace

Result<Packages> LoadedPackages() {
  static const auto* const packages = new Result<Packages>(Packages::Load());
  return *packages;
}

Status CheckClusterGraph(const Packages& packages, const tensorflow::GraphDef& graph,
                         const std::vector<std::string>& outputs, const AdapterOptions& options) {
  if (outputs.empty()) return {};
  OPDK_TRY(const ParseResult parsed, Read(packages, graph, outputs, options));
  OPDK_TRY(const auto session, Session::Create(packages.registry(), options.compile));
  OPDK_TRY(Graph copy, FromOperators(parsed.graph));
  return session->Optimize(std::move(copy)).status();
}

Result<ClusterModel> CompileCluster(const Packages& packages, tensorflow::GraphDef graph,
                                    const std::vector<std::string>& outputs, const Shapes& shapes,
                                    const std::vector<WeightBytes>& weights, const AdapterOptions& options) {
  std::map<std::string, size_t> numbers;
  for (size_t i = 0; i < shapes.size(); ++i) {
    auto& placeholder = *graph.mutable_node(static_cast<int>(i));
    numbers[placeholder.name()] = i;
    auto& shape = *(*placeholder.mutable_attr())["shape"].mutable_shape();
    shape.Clear();
    for (const int64_t size : shapes[i]) shape.add_dim()->set_size(size);
  }
  for (const WeightBytes& weight : weights)
    MakeConstant(*graph.mutable_node(static_cast<int>(weight.input)), weight.bytes);
  OPDK_TRY(const ParseResult parsed, Read(packages, graph, outputs, options));
  OPDK_TRY(const auto session, Session::Create(packages.registry(), options.compile));
  OPDK_TRY(Graph copy, FromOperators(parsed.graph));
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(copy)));
  OPDK_TRY(auto dumps, WatchRuns(options.debug, compiled.model));
  std::vector<size_t> inputs;
  for (const PortSpec& input : compiled.model.inputs()) {
    const auto found = numbers.find(input.name);
    if (found == numbers.end()) {
      return Status(ErrorCode::kInternal, fmt::format("the cluster has no input '{}'", input.name));
    }
    inputs.push_back(found->second);
  }
  return ClusterModel{std::move(compiled), std::move(inputs), std::move(dumps)};
}

}  // namespace opdk::tensorflow_adapter
