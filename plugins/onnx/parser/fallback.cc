#include "plugins/onnx/parser/fallback.h"

#include <fmt/format.h>

#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

#include "opdk/crc32c.h"
#include "plugins/onnx/parser/captured_values.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/schemas.h"
#include "plugins/onnx/parser/tensor_data.h"

namespace opdk::onnx_plugin {
namespace {

constexpr const char* kFallbackDomain = "opdk.fallback";
constexpr const char* kFrameworkOp = "FrameworkOp";

// The model's graph as mixed compute sees it: its nodes first, as they stand there, then inputs, then initializers.
class Sight {
 public:
  explicit Sight(const onnx::GraphProto& graph) : graph_(graph) {
    for (const auto& node : graph.node()) {
      MixedNode& seen = Add(node.name().empty() ? node.output(0) : node.name(), node.op_type());
      seen.is_constant = node.op_type() == "Constant" && DomainOf(node.domain()) == kStandardDomain;
      for (int i = 0; i < node.output_size(); ++i) Give(node.output(i), i);
    }
    std::set<std::string> initialized;
    for (const auto& initializer : graph.initializer()) initialized.insert(initializer.name());
    for (const auto& input : graph.input()) {
      if (initialized.contains(input.name())) continue;
      Add(input.name(), "Input").is_border = true;
      Give(input.name(), 0);
    }
    first_initializer_ = mixed_.nodes.size();
    for (const auto& initializer : graph.initializer()) {
      Add(initializer.name(), "Initializer").is_constant = true;
      Give(initializer.name(), 0);
    }
    for (int i = 0; i < graph.node_size(); ++i) Connect(graph.node(i), mixed_.nodes[static_cast<size_t>(i)]);
    for (const auto& output : graph.output()) {
      if (const auto value = values_.find(output.name()); value != values_.end()) {
        mixed_.results.push_back(value->second);
      }
    }
  }

  MixedGraph& mixed() { return mixed_; }
  bool IsInitializer(size_t node) const { return node >= first_initializer_; }
  int Initializer(size_t node) const { return static_cast<int>(node - first_initializer_); }
  const std::string& NameOf(const MixedValue& value) const {
    return value.node < static_cast<size_t>(graph_.node_size())
               ? graph_.node(static_cast<int>(value.node)).output(value.output)
               : mixed_.nodes[value.node].name;
  }

 private:
  MixedNode& Add(std::string name, std::string type) {
    MixedNode& node = mixed_.nodes.emplace_back();
    node.name = std::move(name);
    node.type = std::move(type);
    return node;
  }
  void Give(const std::string& value, int output) {
    if (!value.empty()) values_.emplace(value, MixedValue{mixed_.nodes.size() - 1, output});
  }
  void Connect(const onnx::NodeProto& node, MixedNode& seen) {
    const auto take = [&](const std::string& name) {
      if (const auto value = values_.find(name); value != values_.end()) seen.inputs.push_back({value->second, false});
    };
    for (const std::string& input : node.input()) take(input);
    for (const auto& attribute : node.attribute()) {
      if (!attribute.has_g()) continue;
      for (const std::string& captured : CapturedValues(attribute.g())) take(captured);
    }
  }

  const onnx::GraphProto& graph_;
  MixedGraph mixed_;
  std::unordered_map<std::string, MixedValue> values_;
  size_t first_initializer_ = 0;
};

// Returns an initializer with all its bytes.
Result<onnx::TensorProto> Whole(const onnx::TensorProto& tensor, const std::string& directory, const FilePart* part) {
  const bool elsewhere = part != nullptr || tensor.data_location() == onnx::TensorProto::EXTERNAL;
  if (!elsewhere) return tensor;
  OPDK_TRY(const ge::Tensor value, DecodeTensor(tensor, directory, part));
  onnx::TensorProto whole;
  whole.set_name(tensor.name());
  whole.set_data_type(tensor.data_type());
  *whole.mutable_dims() = tensor.dims();
  whole.set_raw_data(value.GetData(), value.GetSize());
  return whole;
}

// Returns the parts that another framework runs: the nodes that stay on the host are partitioned like the nodes that
// opdk takes.
Result<MixedPartition> PartsThatStay(const MixedGraph& mixed, const MixedPartition& decided,
                                     const ParserContext& context) {
  MixedGraph other = mixed;
  for (size_t i = 0; i < other.nodes.size(); ++i) {
    MixedNode& node = other.nodes[i];
    if (node.is_constant || node.is_border) continue;
    node.refusal = decided.cluster_of[i] == kOnHost ? "" : "it goes down";
  }
  MixedOptions options;
  options.mix_compile_mode = true;
  return context.PartitionMixed(other, options);
}

Result<onnx::ModelProto> ModelOf(const MixedCluster& cluster, const Sight& sight, ModelFile& file,
                                 const std::string& directory) {
  const onnx::ModelProto& model = file.model();
  onnx::ModelProto part;
  part.set_ir_version(model.ir_version());
  *part.mutable_opset_import() = model.opset_import();
  *part.mutable_functions() = model.functions();
  onnx::GraphProto& graph = *part.mutable_graph();
  graph.set_name("part");
  const auto add_node = [&](size_t node) { *graph.add_node() = model.graph().node(static_cast<int>(node)); };
  for (const size_t copy : cluster.copies) {
    if (!sight.IsInitializer(copy)) {
      add_node(copy);
      continue;
    }
    const int i = sight.Initializer(copy);
    OPDK_TRY(*graph.add_initializer(), Whole(model.graph().initializer(i), directory, file.RawDataOf(i)));
  }
  for (const size_t node : cluster.nodes) add_node(node);
  for (const MixedValue& input : cluster.inputs) graph.add_input()->set_name(sight.NameOf(input));
  for (const MixedValue& output : cluster.outputs) graph.add_output()->set_name(sight.NameOf(output));
  return part;
}

}  // namespace

Result<Fallback> Fallback::Part(ModelFile& file, const std::string& directory, const importer::MappingTable& mappings,
                                const ParserContext& context, const MixedOptions& options, const Refusals& refusals) {
  onnx::GraphProto& graph = *file.model().mutable_graph();
  for (const auto& node : graph.node()) {
    if (node.output_size() == 0) {
      return Status(ErrorCode::kModelInvalid, fmt::format("{} has no output", NodeTitle(node)));
    }
  }
  OPDK_TRY(const OpsetImports imports, ReadImports(file.model().opset_import()));
  OPDK_TRY(const ModelFunctions functions, ModelFunctions::Of(file.model()));
  const Support support(functions, mappings);
  Sight sight(graph);
  for (int i = 0; i < graph.node_size(); ++i) {
    const auto found = refusals.find(graph.node(i).output(0));
    sight.mixed().nodes[static_cast<size_t>(i)].refusal =
        found != refusals.end() ? found->second : support.WhyNot(graph.node(i), imports);
  }
  OPDK_TRY(const MixedPartition decided, context.PartitionMixed(sight.mixed(), options));
  Fallback fallback;
  fallback.report_ = decided.report;
  OPDK_TRY(const MixedPartition stays, PartsThatStay(sight.mixed(), decided, context));
  std::vector<onnx::ModelProto> parts;
  for (const MixedCluster& cluster : stays.clusters) {
    OPDK_TRY(parts.emplace_back(), ModelOf(cluster, sight, file, directory));
  }
  google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
  for (size_t i = 0; i < parts.size(); ++i) {
    onnx::NodeProto& node = *nodes.Add();
    node.set_name(fmt::format("onnxruntime_{}", i));
    node.set_op_type(kFrameworkOp);
    node.set_domain(kFallbackDomain);
    for (const auto& input : parts[i].graph().input()) node.add_input(input.name());
    for (const auto& output : parts[i].graph().output()) node.add_output(output.name());
    fallback.parts_.emplace(&node, std::move(parts[i]));
  }
  for (int i = 0; i < graph.node_size(); ++i) {
    if (stays.cluster_of[static_cast<size_t>(i)] < 0) *nodes.Add() = std::move(*graph.mutable_node(i));
  }
  graph.mutable_node()->Swap(&nodes);
  return fallback;
}

Result<ge::Tensor> ModelTensor(const onnx::NodeProto& node, const onnx::ModelProto& part) {
  const std::string bytes = part.SerializeAsString();
  if (bytes.empty()) {
    return Status(ErrorCode::kShapeOverflow,
                  fmt::format("{}: the rest of the model is larger than 2 GiB", NodeTitle(node)));
  }
  const ge::TensorDesc desc(ge::Shape({static_cast<int64_t>(bytes.size())}), ge::FORMAT_ND, ge::DT_UINT8);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

importer::SourceNode FallbackNode(const onnx::NodeProto& node, const std::string& model_input,
                                  const ge::Tensor& model) {
  importer::SourceNode source;
  source.name = node.name();
  source.domain = importer::kIrDomain;
  source.type = kFrameworkOp;
  source.inputs = {model_input};
  source.inputs.insert(source.inputs.end(), node.input().begin(), node.input().end());
  source.outputs.assign(node.output().begin(), node.output().end());
  const std::string_view bytes(reinterpret_cast<const char*>(model.GetData()), model.GetSize());
  source.attributes["digest"] =
      fmt::format("{:x}-{:08x}-{:016x}", bytes.size(), Crc32c(bytes), std::hash<std::string_view>()(bytes));
  return source;
}

}  // namespace opdk::onnx_plugin
