#include "graph/ascend_string.h"
#include "register/register.h"

namespace domi {

const char* WhereAmI() { return "tf_plugin"; }

REGISTER_CUSTOM_OP("Distinct")
    .FrameworkType(TENSORFLOW)
    .OriginOpType({ge::AscendString("Unique"), ge::AscendString("UniqueV2")})
    .ParseParamsByOperatorFn(AutoMappingByOpFn)
    .DelInputWithCond(0, "flag", true)
    .DelInputWithCond(0, std::string("flag"), false)
    .DelInputWithOriginalType(1, "Const")
    .InputReorderVector({0})
    .ImplyType(ImplyType::AI_CPU);

REGISTER_CUSTOM_OP("SumWithBias").FrameworkType(TENSORFLOW).OriginOpType("AddN").ParseParamsFn(AutoMappingFn);

Status ParseDynamic(const Message* message, ge::Operator& op) {
  map<string, pair<string, string>> value;
  value["in"] = pair<string, string>("x", "N");
  return AutoMappingFnDynamic(message, op, value);
}
REGISTER_CUSTOM_OP("SumWithBias").FrameworkType(TENSORFLOW).OriginOpType("AccumulateN").ParseParamsFn(ParseDynamic);

Status ParseFusedMessages(const std::vector<const google::protobuf::Message*> nodes, ge::Operator& op) {
  op.SetAttr("nodes", static_cast<int64_t>(nodes.size()));
  return SUCCESS;
}
REGISTER_CUSTOM_OP("FusedMessages").FrameworkType(TENSORFLOW).OriginOpType("F").FusionParseParamsFn(ParseFusedMessages);

Status AfterSubgraph(const std::string& name, const ge::Graph& graph) {
  (void)name;
  auto input = [](int data_index, int& parent_index) -> Status {
    parent_index = data_index + 1;
    return SUCCESS;
  };
  auto output = [](int index, int& parent_index) -> Status {
    parent_index = index;
    return SUCCESS;
  };
  return AutoMappingSubgraphIndex(graph, input, output);
}
Status AfterSubgraphV2(const ge::AscendString& name, const ge::Graph& graph) {
  (void)name;
  return AutoMappingSubgraphIndex(
      graph, [](int index) { return index; }, [](int index) { return index; });
}
REGISTER_CUSTOM_OP("Everything").FrameworkType(TENSORFLOW).OriginOpType("E1").ParseSubgraphPostFn(AfterSubgraph);
REGISTER_CUSTOM_OP("Everything").FrameworkType(TENSORFLOW).OriginOpType("E2").ParseSubgraphPostFn(AfterSubgraphV2);

Status MapIndices(const ge::Graph& graph, const std::function<Status(int, int&)>& input,
                  const std::function<Status(int, int&)>& output) {
  return AutoMappingSubgraphIndex(graph, input, output);
}
REGISTER_AUTOMAPPING_SUBGRAPH_IO_INDEX_FUNC(TENSORFLOW, MapIndices);

}  // namespace domi
