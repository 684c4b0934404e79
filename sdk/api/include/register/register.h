// Framework plugins: map an operator of a framework's model to an operator of a prototype.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/types.h"
#include "opdk/neutral_text.h"
#include "opdk/registrations.h"
#include "opdk/visibility.h"
#include "register/register_error_codes.h"
#include "register/register_fmk_types.h"
#include "register/register_types.h"

// Authors' sources rely on these names at global scope.
using std::make_shared;
using std::map;
using std::pair;
using std::string;
using std::to_string;
using std::unique_ptr;
using std::vector;

namespace google {
namespace protobuf {
class Message;
}  // namespace protobuf
}  // namespace google

namespace domi {

using google::protobuf::Message;

enum DynamicType { kInvalid = 0, kInput = 1, kOutput = 2 };

// The dynamic port `port_name`, whose number of entries comes from the attribute `attr_name`: the value of an Int, or
// the length of a list.
struct DynamicInputOutputInfo {
  DynamicType type;
  const char* port_name;
  int64_t port_name_len;
  const char* attr_name;
  int64_t attr_name_len;
  DynamicInputOutputInfo()
      : type(kInvalid), port_name(nullptr), port_name_len(0), attr_name(nullptr), attr_name_len(0) {}
  DynamicInputOutputInfo(DynamicType dynamic_type, const char* port, int64_t port_len, const char* attr,
                         int64_t attr_len)
      : type(dynamic_type), port_name(port), port_name_len(port_len), attr_name(attr), attr_name_len(attr_len) {}
};

using ParseParamFunc = std::function<Status(const google::protobuf::Message*, ge::Operator&)>;
using ParseParamByOpFunc = std::function<Status(const ge::Operator&, ge::Operator&)>;
using FusionParseParamFunc = std::function<Status(const std::vector<const google::protobuf::Message*>, ge::Operator&)>;
using FusionParseParamByOpFunc = std::function<Status(const std::vector<ge::Operator>&, ge::Operator&)>;
using ParseSubgraphFunc = std::function<Status(const std::string& subgraph_name, const ge::Graph& graph)>;
using ParseSubgraphFuncV2 = std::function<Status(const ge::AscendString& subgraph_name, const ge::Graph& graph)>;
using ParseOpToGraphFunc = std::function<Status(const ge::Operator&, ge::Graph&)>;

// Copies the name (unless it is empty), every attribute and the subgraphs of the source; port formats come from its
// attributes src_format (inputs) and dst_format (outputs), or data_format: NCHW, NHWC, NDHWC, NCDHW, ND; default ND.
OPDK_API Status AutoMappingByOpFn(const ge::Operator& op_src, ge::Operator& op_dest);
// Makes the entries of the dynamic ports, then maps as AutoMappingByOpFn does.
OPDK_API Status AutoMappingByOpFnDynamic(const ge::Operator& op_src, ge::Operator& op_dest,
                                         const std::vector<DynamicInputOutputInfo>& dynamic_name_attr_value);
// Copies name and attributes from a framework's own message, through protobuf's reflection. The descriptor says the
// form:
//   a TensorFlow NodeDef (field `attr`, a map to AttrValue): name, and each attribute by its kind;
//   an ONNX NodeProto (field `attribute`): name, and each attribute by its kind;
//   anything else, a Caffe layer for example: each field that is set, under its name; singular messages are flattened
//   (at most five deep), enumerations become Int, repeated scalars lists, repeated messages one JSON text.
OPDK_API Status AutoMappingFn(const google::protobuf::Message* op_src, ge::Operator& op);
// A dynamic port whose entries AutoMappingFnDynamic makes before it maps the message. AutoMappingFnDynamic's map: key
// "in" or "out" -> {port, attribute with the number of entries}. It accepts in_pos and out_pos for compatibility and
// ignores them: entries stand at the port's place.
struct DynamicPort {
  ge::AscendString direction;  // "in", "out"
  ge::AscendString port;
  ge::AscendString attr;  // attribute with the number of entries
};
OPDK_API Status AutoMappingFnDynamicPorts(const google::protobuf::Message* op_src, ge::Operator& op,
                                          const std::vector<DynamicPort>& ports);
inline Status AutoMappingFnDynamic(const google::protobuf::Message* op_src, ge::Operator& op,
                                   std::map<std::string, std::pair<std::string, std::string>> dynamic_name_attr_value,
                                   int in_pos = -1, int out_pos = -1) {
  (void)in_pos;
  (void)out_pos;
  std::vector<DynamicPort> ports;
  for (const auto& entry : dynamic_name_attr_value) {
    ports.push_back(
        {opdk::Neutral(entry.first), opdk::Neutral(entry.second.first), opdk::Neutral(entry.second.second)});
  }
  return AutoMappingFnDynamicPorts(op_src, op, ports);
}
// Maps a subgraph's ports: Data node i takes the operator's input input(i), and output i of the subgraph gives the
// operator's output output(i). Stores the numbers as attribute "_parent_node_index": an Int of each Data node, a
// ListInt of the graph.
OPDK_API Status AutoMappingSubgraphIndex(const ge::Graph& graph, const std::function<int(int data_index)>& input,
                                         const std::function<int(int netoutput_index)>& output);
OPDK_API Status AutoMappingSubgraphIndex(
    const ge::Graph& graph, const std::function<Status(int data_index, int& parent_input_index)>& input,
    const std::function<Status(int netoutput_index, int& parent_output_index)>& output);

class OpRegistrationDataImpl;

// The registration of a framework's operator. Copies share it.
class OPDK_API OpRegistrationData {
 public:
  explicit OpRegistrationData(const std::string& om_optype) : OpRegistrationData(om_optype.c_str()) {}
  explicit OpRegistrationData(const char* om_optype);
  ~OpRegistrationData();
  OpRegistrationData(const OpRegistrationData&) = default;
  OpRegistrationData& operator=(const OpRegistrationData&) = default;

  OpRegistrationData& FrameworkType(const domi::FrameworkType& fmk_type);
  OpRegistrationData& OriginOpType(const std::initializer_list<std::string>& ori_optype_list) {
    for (const std::string& type : ori_optype_list) OriginOpType(type.c_str());
    return *this;
  }
  OpRegistrationData& OriginOpType(const std::vector<ge::AscendString>& ori_op_type_list);
  // Adds one origin type. A template that accepts std::string alone, because a std::string parameter could be made from
  // any two values in braces.
  template <typename Text, typename = typename std::enable_if<std::is_same<Text, std::string>::value>::type>
  OpRegistrationData& OriginOpType(const Text& ori_optype) {
    return OriginOpType(ori_optype.c_str());
  }
  OpRegistrationData& OriginOpType(const char* ori_op_type);
  OpRegistrationData& ParseParamsFn(const ParseParamFunc& parse_param_fn);
  OpRegistrationData& ParseParamsByOperatorFn(const ParseParamByOpFunc& parse_param_by_op_fn);
  OpRegistrationData& FusionParseParamsFn(const FusionParseParamFunc& fusion_parse_param_fn);
  OpRegistrationData& FusionParseParamsFn(const FusionParseParamByOpFunc& fusion_parse_param_fn);
  OpRegistrationData& ParseSubgraphPostFn(const ParseSubgraphFunc& subgraph_post_fn) {
    return ParseSubgraphPostFn(
        ParseSubgraphFuncV2([subgraph_post_fn](const ge::AscendString& name, const ge::Graph& graph) {
          return subgraph_post_fn(opdk::ToText(name), graph);
        }));
  }
  OpRegistrationData& ParseSubgraphPostFn(const ParseSubgraphFuncV2& subgraph_post_fn);
  OpRegistrationData& ParseOpToGraphFn(const ParseOpToGraphFunc& parse_op_to_graph_fn);
  OpRegistrationData& ImplyType(const domi::ImplyType& imply_type);
  OpRegistrationData& DelInputWithCond(int input_idx, const std::string& attr_name, bool attr_value) {
    return DelInputWithCond(input_idx, attr_name.c_str(), attr_value);
  }
  OpRegistrationData& DelInputWithCond(int input_idx, const char* attr_name, bool attr_value);
  OpRegistrationData& DelInputWithOriginalType(int input_idx, const std::string& ori_type) {
    return DelInputWithOriginalType(input_idx, ori_type.c_str());
  }
  OpRegistrationData& DelInputWithOriginalType(int input_idx, const char* ori_type);
  OpRegistrationData& InputReorderVector(const std::vector<int>& input_order);
  // Ignores attributes of the framework's operator that don't change its results here. The prototype then needs no
  // attribute of that name, and no function reads them. opdk's own. E2001: a node has an attribute that nothing
  // declares.
  OpRegistrationData& IgnoreAttrs(const std::vector<std::string>& names) {
    for (const std::string& name : names) IgnoreAttr(name.c_str());
    return *this;
  }
  OpRegistrationData& IgnoreAttr(const char* name);

  domi::ImplyType GetImplyType() const;
  std::string GetOmOptype() const {
    ge::AscendString type;
    return GetOmOptype(type) == SUCCESS ? opdk::ToText(type) : std::string();
  }
  Status GetOmOptype(ge::AscendString& om_op_type) const;
  std::set<std::string> GetOriginOpTypeSet() const {
    std::set<ge::AscendString> types;
    std::set<std::string> result;
    if (GetOriginOpTypeSet(types) != SUCCESS) return result;
    for (const ge::AscendString& type : types) result.insert(opdk::ToText(type));
    return result;
  }
  Status GetOriginOpTypeSet(std::set<ge::AscendString>& ori_op_type) const;
  domi::FrameworkType GetFrameworkType() const;
  ParseParamFunc GetParseParamFn() const;
  ParseParamByOpFunc GetParseParamByOperatorFn() const;
  FusionParseParamFunc GetFusionParseParamFn() const;
  FusionParseParamByOpFunc GetFusionParseParamByOpFn() const;
  // Returns the function for subgraphs; empty when none is set.
  ParseSubgraphFunc GetParseSubgraphPostFn() const {
    ParseSubgraphFuncV2 function;
    if (GetParseSubgraphPostFn(function) != SUCCESS || !function) return nullptr;
    return [function](const std::string& name, const ge::Graph& graph) { return function(opdk::Neutral(name), graph); };
  }
  Status GetParseSubgraphPostFn(ParseSubgraphFuncV2& func) const;
  ParseOpToGraphFunc GetParseOpToGraphFn() const;
  std::set<std::string> GetIgnoredAttrs() const {
    std::set<std::string> result;
    for (const ge::AscendString& name : IgnoredAttrs()) result.insert(opdk::ToText(name));
    return result;
  }
  std::vector<ge::AscendString> IgnoredAttrs() const;

 private:
  std::shared_ptr<OpRegistrationDataImpl> impl_;
};

// Puts a finished registration on this package's list.
class OPDK_HIDDEN OpReceiver {
 public:
  OpReceiver(const OpRegistrationData& reg_data) {  // NOLINT(google-explicit-constructor)
    opdk::RegistrationList::Local().Append(opdk::FrameworkOpEntry(std::make_shared<OpRegistrationData>(reg_data)));
  }
};

// How a framework's parsers number the inputs and outputs of a subgraph, per framework and package.
using AutoMappingSubgraphIOIndexFunc =
    std::function<Status(const ge::Graph& graph, const std::function<Status(int data_index, int& parent_index)>& input,
                         const std::function<Status(int netoutput_index, int& parent_index)>& output)>;

// This package's functions that number the ports of subgraphs, by framework.
class OPDK_HIDDEN FrameworkRegistry {
 public:
  // Returns this package's registry.
  static FrameworkRegistry& Instance() {
    static FrameworkRegistry registry;
    return registry;
  }
  FrameworkRegistry(const FrameworkRegistry&) = delete;
  FrameworkRegistry& operator=(const FrameworkRegistry&) = delete;
  void AddAutoMappingSubgraphIOIndexFunc(domi::FrameworkType framework, AutoMappingSubgraphIOIndexFunc function) {
    functions_[framework] = std::move(function);
  }
  // Returns the function of a framework; empty when none is registered.
  AutoMappingSubgraphIOIndexFunc GetAutoMappingSubgraphIOIndexFunc(domi::FrameworkType framework) const {
    const auto found = functions_.find(framework);
    return found == functions_.end() ? AutoMappingSubgraphIOIndexFunc() : found->second;
  }

 private:
  FrameworkRegistry() = default;
  std::map<domi::FrameworkType, AutoMappingSubgraphIOIndexFunc> functions_;
};

// Registers such a function for a framework.
class OPDK_HIDDEN AutoMappingSubgraphIOIndexFuncRegister {
 public:
  AutoMappingSubgraphIOIndexFuncRegister(domi::FrameworkType framework, AutoMappingSubgraphIOIndexFunc function) {
    FrameworkRegistry::Instance().AddAutoMappingSubgraphIOIndexFunc(framework, std::move(function));
    opdk::RegistrationList::Local().Append(opdk::RegistrationEntry(
        opdk::EntryKind::kSubgraphIndex, sizeof(opdk::RegistrationEntry), "", opdk::SourcePlace()));
  }
};

}  // namespace domi

namespace ge {

using OpRegistrationData = domi::OpRegistrationData;
using OpReceiver = domi::OpReceiver;

}  // namespace ge

#define REGISTER_CUSTOM_OP(name) OPDK_REGISTER_CUSTOM_OP_AS(__COUNTER__, name)
#define OPDK_REGISTER_CUSTOM_OP_AS(number, name) OPDK_REGISTER_CUSTOM_OP_NAMED(number, name)
#define OPDK_REGISTER_CUSTOM_OP_NAMED(number, name) \
  static ::domi::OpReceiver register_op##number __attribute__((unused)) = ::domi::OpRegistrationData(name)

#define REGISTER_AUTOMAPPING_SUBGRAPH_IO_INDEX_FUNC(framework, function) \
  OPDK_REGISTER_SUBGRAPH_INDEX_AS(__COUNTER__, framework, function)
#define OPDK_REGISTER_SUBGRAPH_INDEX_AS(number, framework, function) \
  OPDK_REGISTER_SUBGRAPH_INDEX_NAMED(number, framework, function)
#define OPDK_REGISTER_SUBGRAPH_INDEX_NAMED(number, framework, function)                  \
  static ::domi::AutoMappingSubgraphIOIndexFuncRegister g_subgraph_io_index_func##number \
      __attribute__((unused)) (framework, function)
