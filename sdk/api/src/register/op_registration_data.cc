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
  ParseSubgraphFunc parse_subgraph_post;
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

OpRegistrationData::OpRegistrationData(const std::string& om_optype)
    : impl_(std::make_shared<OpRegistrationDataImpl>()) {
  impl_->om_type = om_optype;
}
OpRegistrationData::OpRegistrationData(const char* om_optype) : OpRegistrationData(Text(om_optype)) {}
OpRegistrationData::~OpRegistrationData() = default;

OpRegistrationData& OpRegistrationData::FrameworkType(const domi::FrameworkType& fmk_type) {
  impl_->framework = fmk_type;
  return *this;
}

OpRegistrationData& OpRegistrationData::OriginOpType(const std::initializer_list<std::string>& ori_optype_list) {
  impl_->origin_types.insert(ori_optype_list.begin(), ori_optype_list.end());
  return *this;
}

OpRegistrationData& OpRegistrationData::OriginOpType(const std::vector<ge::AscendString>& ori_op_type_list) {
  for (const ge::AscendString& type : ori_op_type_list) {
    if (type.GetString() != nullptr) impl_->origin_types.insert(type.GetString());
  }
  return *this;
}

OpRegistrationData& OpRegistrationData::OriginOpType(const std::string& ori_optype) {
  impl_->origin_types.insert(ori_optype);
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

OpRegistrationData& OpRegistrationData::ParseSubgraphPostFn(const ParseSubgraphFunc& subgraph_post_fn) {
  impl_->parse_subgraph_post = subgraph_post_fn;
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

OpRegistrationData& OpRegistrationData::DelInputWithCond(int input_idx, const std::string& attr_name, bool attr_value) {
  impl_->removed_inputs.push_back({input_idx, attr_name, attr_value, ""});
  return *this;
}
OpRegistrationData& OpRegistrationData::DelInputWithCond(int input_idx, const char* attr_name, bool attr_value) {
  return DelInputWithCond(input_idx, Text(attr_name), attr_value);
}

OpRegistrationData& OpRegistrationData::DelInputWithOriginalType(int input_idx, const std::string& ori_type) {
  impl_->removed_inputs.push_back({input_idx, "", false, ori_type});
  return *this;
}
OpRegistrationData& OpRegistrationData::DelInputWithOriginalType(int input_idx, const char* ori_type) {
  return DelInputWithOriginalType(input_idx, Text(ori_type));
}

OpRegistrationData& OpRegistrationData::InputReorderVector(const std::vector<int>& input_order) {
  impl_->input_order = input_order;
  return *this;
}

OpRegistrationData& OpRegistrationData::IgnoreAttrs(const std::vector<std::string>& names) {
  impl_->ignored_attrs.insert(names.begin(), names.end());
  return *this;
}

std::set<std::string> OpRegistrationData::GetIgnoredAttrs() const { return impl_->ignored_attrs; }

domi::ImplyType OpRegistrationData::GetImplyType() const { return impl_->imply_type; }
std::string OpRegistrationData::GetOmOptype() const { return impl_->om_type; }

Status OpRegistrationData::GetOmOptype(ge::AscendString& om_op_type) const {
  om_op_type = ge::AscendString(impl_->om_type.c_str());
  return SUCCESS;
}

std::set<std::string> OpRegistrationData::GetOriginOpTypeSet() const { return impl_->origin_types; }

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
ParseSubgraphFunc OpRegistrationData::GetParseSubgraphPostFn() const { return impl_->parse_subgraph_post; }

Status OpRegistrationData::GetParseSubgraphPostFn(ParseSubgraphFuncV2& func) const {
  func = impl_->parse_subgraph_post_v2;
  return SUCCESS;
}

ParseOpToGraphFunc OpRegistrationData::GetParseOpToGraphFn() const { return impl_->parse_op_to_graph; }

}  // namespace domi
