#include "register/register.h"
#include "sdk/api/src/graph/c_text.h"

namespace domi {

using ge::Text;

class OpRegistrationDataImpl {
 public:
  std::string om_type;
  std::set<std::string> origin_types;
  domi::FrameworkType framework = FRAMEWORK_RESERVED;
  domi::ImplyType imply_type = domi::ImplyType::BUILDIN;
  ParseParamFunc parse_params;
  ParseParamByOpFunc parse_params_by_op;
  FusionParseParamFunc fusion_parse_params;
  FusionParseParamByOpFunc fusion_parse_params_by_op;
  ParseSubgraphFuncV2 parse_subgraph_post_v2;
  ParseOpToGraphFunc parse_op_to_graph;
  struct RemovedInput {
    int index;
    std::string attr_name;
    bool attr_value;
    std::string origin_type;
  };
  std::vector<RemovedInput> removed_inputs;
  std::vector<int> input_order;
  std::set<std::string> ignored_attrs;
};

OpRegistrationData::OpRegistrationData(const char* om_optype) : impl_(std::make_shared<OpRegistrationDataImpl>()) {
  impl_->om_type = Text(om_optype);
}
OpRegistrationData::~OpRegistrationData() = default;

OpRegistrationData& OpRegistrationData::FrameworkType(const domi::FrameworkType& fmk_type) {
  impl_->framework = fmk_type;
  return *this;
}

OpRegistrationData& OpRegistrationData::OriginOpType(const std::vector<ge::AscendString>& ori_op_type_list) {
  for (const ge::AscendString& type : ori_op_type_list) {
    if (type.GetString() != nullptr) impl_->origin_types.insert(type.GetString());
  }
  return *this;
}

OpRegistrationData& OpRegistrationData::OriginOpType(const char* ori_op_type) {
  if (ori_op_type != nullptr) impl_->origin_types.insert(ori_op_type);
  return *this;
}

OpRegistrationData& OpRegistrationData::ParseParamsFn(const ParseParamFunc& parse_param_fn) {
  impl_->parse_params = parse_param_fn;
  return *this;
}

OpRegistrationData& OpRegistrationData::ParseParamsByOperatorFn(const ParseParamByOpFunc& parse_param_by_op_fn) {
  impl_->parse_params_by_op = parse_param_by_op_fn;
  return *this;
}

OpRegistrationData& OpRegistrationData::FusionParseParamsFn(const FusionParseParamFunc& fusion_parse_param_fn) {
  impl_->fusion_parse_params = fusion_parse_param_fn;
  return *this;
}

OpRegistrationData& OpRegistrationData::FusionParseParamsFn(const FusionParseParamByOpFunc& fusion_parse_param_fn) {
  impl_->fusion_parse_params_by_op = fusion_parse_param_fn;
  return *this;
}

OpRegistrationData& OpRegistrationData::ParseSubgraphPostFn(const ParseSubgraphFuncV2& subgraph_post_fn) {
  impl_->parse_subgraph_post_v2 = subgraph_post_fn;
  return *this;
}

OpRegistrationData& OpRegistrationData::ParseOpToGraphFn(const ParseOpToGraphFunc& parse_op_to_graph_fn) {
  impl_->parse_op_to_graph = parse_op_to_graph_fn;
  return *this;
}

OpRegistrationData& OpRegistrationData::ImplyType(const domi::ImplyType& imply_type) {
  impl_->imply_type = imply_type;
  return *this;
}

OpRegistrationData& OpRegistrationData::DelInputWithCond(int input_idx, const char* attr_name, bool attr_value) {
  impl_->removed_inputs.push_back({input_idx, Text(attr_name), attr_value, ""});
  return *this;
}

OpRegistrationData& OpRegistrationData::DelInputWithOriginalType(int input_idx, const char* ori_type) {
  impl_->removed_inputs.push_back({input_idx, "", false, Text(ori_type)});
  return *this;
}

OpRegistrationData& OpRegistrationData::InputReorderVector(const std::vector<int>& input_order) {
  impl_->input_order = input_order;
  return *this;
}

OpRegistrationData& OpRegistrationData::IgnoreAttr(const char* name) {
  impl_->ignored_attrs.insert(Text(name));
  return *this;
}

std::vector<ge::AscendString> OpRegistrationData::IgnoredAttrs() const {
  return opdk::Neutral(std::vector<std::string>(impl_->ignored_attrs.begin(), impl_->ignored_attrs.end()));
}

domi::ImplyType OpRegistrationData::GetImplyType() const { return impl_->imply_type; }

Status OpRegistrationData::GetOmOptype(ge::AscendString& om_op_type) const {
  om_op_type = ge::AscendString(impl_->om_type.c_str());
  return SUCCESS;
}

Status OpRegistrationData::GetOriginOpTypeSet(std::set<ge::AscendString>& ori_op_type) const {
  ori_op_type.clear();
  for (const std::string& type : impl_->origin_types) ori_op_type.insert(ge::AscendString(type.c_str()));
  return SUCCESS;
}

domi::FrameworkType OpRegistrationData::GetFrameworkType() const { return impl_->framework; }
ParseParamFunc OpRegistrationData::GetParseParamFn() const { return impl_->parse_params; }
ParseParamByOpFunc OpRegistrationData::GetParseParamByOperatorFn() const { return impl_->parse_params_by_op; }
FusionParseParamFunc OpRegistrationData::GetFusionParseParamFn() const { return impl_->fusion_parse_params; }
FusionParseParamByOpFunc OpRegistrationData::GetFusionParseParamByOpFn() const {
  return impl_->fusion_parse_params_by_op;
}

Status OpRegistrationData::GetParseSubgraphPostFn(ParseSubgraphFuncV2& func) const {
  func = impl_->parse_subgraph_post_v2;
  return SUCCESS;
}

ParseOpToGraphFunc OpRegistrationData::GetParseOpToGraphFn() const { return impl_->parse_op_to_graph; }

}  // namespace domi
