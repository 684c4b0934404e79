#include "plugins/importer/subgraph_inline.h"

#include <fmt/format.h>

#include <utility>

#include "opdk/author_graph.h"
#include "opdk/op_desc.h"
#include "plugins/importer/mapping_call.h"
#include "register/register.h"

namespace opdk::importer {
namespace {

// Returns the output that feeds the operator's input behind a Data operator of the operator's graph.
Result<Output> OuterSource(const SourceNode& node, const Mapping& mapping, const std::vector<OperatorLink>& outer,
                           ge::Operator& data) {
  const auto* index = DescOf(data).GetAttr<int64_t>("index");
  const int64_t input = index == nullptr ? 0 : *index;
  if (input < 0 || static_cast<size_t>(input) >= outer.size() || outer[static_cast<size_t>(input)].source == nullptr) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: the graph of mapping {} asks for input {}, the node has {} inputs", NodeTitle(node),
                              mapping.origin_type, input, node.inputs.size()));
  }
  const OperatorLink& link = outer[static_cast<size_t>(input)];
  return Output{*link.source, link.source_output};
}

}  // namespace

Result<std::vector<Output>> InlineMappedGraph(const SourceNode& node, const Mapping& mapping, const ge::Operator& op,
                                              const std::function<std::string(const std::string&)>& unique_name) {
  ge::Graph graph(DescOf(op).name + "_graph");
  OPDK_TRY(
      FenceCallback(node, mapping, "ParseOpToGraphFn", [&] { return mapping.data->GetParseOpToGraphFn()(op, graph); }));
  const auto& outputs = DataOf(graph).outputs;
  if (outputs.empty()) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: the graph of mapping {} has no outputs", NodeTitle(node), mapping.origin_type));
  }
  const std::vector<OperatorLink> outer = LinksOf(op);
  std::vector<ge::Operator> data_operators;
  std::vector<ge::Operator> inner_operators = OperatorsOf(graph);
  for (ge::Operator& inner : inner_operators) {
    if (DescOf(inner).type == "Data") {
      data_operators.push_back(inner);
      continue;
    }
    DescOf(inner).name = unique_name(fmt::format("{}/{}", DescOf(op).name, DescOf(inner).name));
    const std::vector<OperatorLink> links = LinksOf(inner);
    for (size_t i = 0; i < links.size(); ++i) {
      if (links[i].source == nullptr || DescOf(*links[i].source).type != "Data") continue;
      OPDK_TRY(const Output source, OuterSource(node, mapping, outer, *links[i].source));
      inner.SetInput(static_cast<uint32_t>(i), source.op, static_cast<uint32_t>(source.index));
    }
  }
  std::vector<Output> result;
  for (const auto& [output_op, index] : outputs) {
    ge::Operator producer = output_op;
    Output output{producer, index};
    if (DescOf(producer).type == "Data") {
      OPDK_TRY(output, OuterSource(node, mapping, outer, producer));
    }
    result.push_back(std::move(output));
  }
  // Unlinks the operator and its graph's Data, because their producers would still count them among their users.
  for (const auto& data : data_operators) data.BreakConnect();
  op.BreakConnect();
  return result;
}

}  // namespace opdk::importer
