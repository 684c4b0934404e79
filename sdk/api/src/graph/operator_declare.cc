// The part of ge::Operator that classes made by REG_OP call: declaring ports, attributes and subgraphs.
#include <algorithm>

#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/operator_reg.h"
#include "sdk/api/src/graph/attr_codec.h"
#include "sdk/api/src/graph/c_text.h"
#include "sdk/api/src/graph/operator_impl.h"

namespace ge {

namespace {

void DeclareAttr(OperatorImpl& impl, const std::string& name, const std::string& type, bool required,
                 opdk::Attr value) {
  opdk::OpDesc& desc = impl.desc();
  std::vector<opdk::IrAttr>& declared = desc.ir_attrs.Edit();
  auto found =
      std::find_if(declared.begin(), declared.end(), [&name](const opdk::IrAttr& attr) { return attr.name == name; });
  if (found == declared.end()) found = declared.emplace(declared.end());
  *found = {name, type, required, value};
  if (!required) desc.attrs[name] = std::move(value);
}

template <typename T>
void DeclareOptional(const OperatorImplPtr& impl, const std::string& name, const T& value) {
  if (impl == nullptr) return;
  opdk::Attr attr = opdk::ToAttr(value);
  const std::string type = opdk::TypeToken(attr);
  DeclareAttr(*impl, name, type, false, std::move(attr));
}

}  // namespace

const TensorType& PortTypes() {
  static const TensorType none(std::initializer_list<DataType>{});
  return none;
}

#define OPDK_ATTR_REGISTER(...)                                           \
  void Operator::AttrRegister(const char* name, __VA_ARGS__ attr_value) { \
    DeclareOptional(operator_impl_, Text(name), attr_value);              \
  }

OPDK_ATTR_REGISTER(int64_t)
OPDK_ATTR_REGISTER(float)
OPDK_ATTR_REGISTER(bool)
OPDK_ATTR_REGISTER(const AscendString&)
OPDK_ATTR_REGISTER(const Tensor&)
OPDK_ATTR_REGISTER(const DataType&)
OPDK_ATTR_REGISTER(const NamedAttrs&)
OPDK_ATTR_REGISTER(const OpBytes&)
OPDK_ATTR_REGISTER(const std::vector<int64_t>&)
OPDK_ATTR_REGISTER(const std::vector<float>&)
OPDK_ATTR_REGISTER(const std::vector<bool>&)
OPDK_ATTR_REGISTER(const std::vector<AscendString>&)
OPDK_ATTR_REGISTER(const std::vector<Tensor>&)
OPDK_ATTR_REGISTER(const std::vector<DataType>&)
OPDK_ATTR_REGISTER(const std::vector<NamedAttrs>&)
OPDK_ATTR_REGISTER(const std::vector<std::vector<int64_t>>&)
#undef OPDK_ATTR_REGISTER

void Operator::AttrRegister(const char* name, const AttrValue& attr_value) {
  DeclareOptional(operator_impl_, Text(name), attr_value);
}

void Operator::RequiredAttrRegister(const char* name) { RequiredAttrWithTypeRegister(name, ""); }

void Operator::RequiredAttrWithTypeRegister(const char* name, const char* type) {
  if (!IsEmpty()) DeclareAttr(*operator_impl_, Text(name), Text(type), true, opdk::Attr());
}

void Operator::DataTypeRegister(const char* symbol, const TensorType& admitted, const char* types) {
  if (!IsEmpty()) operator_impl_->desc().ir_symbols.push_back({Text(symbol), Text(types), admitted});
}

void Operator::InputRegister(const char* name, const TensorType& admitted, const char* types) {
  if (IsEmpty()) return;
  opdk::OpDesc& desc = operator_impl_->desc();
  desc.ir_inputs.push_back({Text(name), opdk::PortKind::kRequired, Text(types), admitted});
  desc.inputs.push_back({Text(name), static_cast<int>(desc.ir_inputs.size()) - 1, TensorDesc()});
}

void Operator::OptionalInputRegister(const char* name, const TensorType& admitted, const char* types) {
  if (IsEmpty()) return;
  opdk::OpDesc& desc = operator_impl_->desc();
  desc.ir_inputs.push_back({Text(name), opdk::PortKind::kOptional, Text(types), admitted});
  desc.inputs.push_back({Text(name), static_cast<int>(desc.ir_inputs.size()) - 1, opdk::AbsentDesc()});
}

void Operator::OutputRegister(const char* name, const TensorType& admitted, const char* types) {
  if (IsEmpty()) return;
  opdk::OpDesc& desc = operator_impl_->desc();
  desc.ir_outputs.push_back({Text(name), opdk::PortKind::kRequired, Text(types), admitted});
  desc.outputs.push_back({Text(name), static_cast<int>(desc.ir_outputs.size()) - 1, TensorDesc()});
}

void Operator::DynamicInputRegister(const char* name, const TensorType& admitted, const char* types) {
  if (!IsEmpty()) operator_impl_->AddInputs({Text(name), opdk::PortKind::kDynamic, Text(types), admitted}, 0);
}

void Operator::DynamicOutputRegister(const char* name, const TensorType& admitted, const char* types) {
  if (!IsEmpty()) operator_impl_->AddOutputs({Text(name), opdk::PortKind::kDynamic, Text(types), admitted}, 0);
}

void Operator::DataTypeRegister(const char* symbol, const char* types) { DataTypeRegister(symbol, PortTypes(), types); }
void Operator::InputRegister(const char* name, const char* types) { InputRegister(name, PortTypes(), types); }
void Operator::OptionalInputRegister(const char* name, const char* types) {
  OptionalInputRegister(name, PortTypes(), types);
}
void Operator::OutputRegister(const char* name, const char* types) { OutputRegister(name, PortTypes(), types); }

void Operator::DynamicInputRegister(const char* name, uint32_t num, bool is_push_back) {
  DynamicInputRegister(name, num, "", is_push_back);
}

void Operator::DynamicInputRegister(const char* name, uint32_t num, const char* datatype_symbol,
                                    bool /*is_push_back*/) {
  if (!IsEmpty()) operator_impl_->AddInputs({Text(name), opdk::PortKind::kDynamic, Text(datatype_symbol)}, num);
}

void Operator::DynamicInputRegisterByIndex(const char* name, uint32_t num, size_t index) {
  if (!IsEmpty()) operator_impl_->AddInputs({Text(name), opdk::PortKind::kDynamic, ""}, num, static_cast<int>(index));
}

void Operator::DynamicOutputRegister(const char* name, uint32_t num, bool is_push_back) {
  DynamicOutputRegister(name, num, "", is_push_back);
}

void Operator::DynamicOutputRegister(const char* name, uint32_t num, const char* datatype_symbol,
                                     bool /*is_push_back*/) {
  if (!IsEmpty()) operator_impl_->AddOutputs({Text(name), opdk::PortKind::kDynamic, Text(datatype_symbol)}, num);
}

void Operator::InferFuncRegister(const std::function<graphStatus(Operator&)>& func) {
  if (!IsEmpty()) operator_impl_->infer = func;
}
void Operator::VerifierFuncRegister(const std::function<graphStatus(Operator&)>& func) {
  if (!IsEmpty()) operator_impl_->verify = func;
}
void Operator::InferFormatFuncRegister(const std::function<graphStatus(Operator&)>& func) {
  if (!IsEmpty()) operator_impl_->infer_format = func;
}

void Operator::SubgraphRegister(const char* c_ir_name, bool dynamic) {
  const std::string ir_name = Text(c_ir_name);
  if (IsEmpty()) return;
  operator_impl_->desc().ir_subgraphs.push_back({ir_name, dynamic});
  if (!dynamic) operator_impl_->subgraphs.push_back({ir_name, nullptr});
}

void Operator::SubgraphCountRegister(const char* c_ir_name, uint32_t count) {
  const std::string ir_name = Text(c_ir_name);
  if (IsEmpty()) return;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string instance = ir_name + std::to_string(i);
    const auto& known = operator_impl_->subgraphs;
    const bool exists = std::any_of(known.begin(), known.end(), [&instance](const OperatorImpl::Subgraph& subgraph) {
      return subgraph.instance == instance;
    });
    if (!exists) operator_impl_->subgraphs.push_back({instance, nullptr});
  }
}

void Operator::SetSubgraphBuilder(const char* c_ir_name, uint32_t index, const SubgraphBuilder& builder) {
  const std::string ir_name = Text(c_ir_name);
  if (IsEmpty()) return;
  bool dynamic = false;
  for (const opdk::IrSubgraph& declared : operator_impl_->desc().ir_subgraphs) {
    if (declared.name == ir_name) dynamic = declared.dynamic;
  }
  const std::string instance = dynamic ? ir_name + std::to_string(index) : ir_name;
  for (OperatorImpl::Subgraph& subgraph : operator_impl_->subgraphs) {
    if (subgraph.instance == instance) subgraph.builder = builder;
  }
}

void Operator::SetSubgraphInstanceName(uint32_t index, const char* name) {
  if (!IsEmpty() && index < operator_impl_->subgraphs.size()) operator_impl_->subgraphs[index].instance = Text(name);
}

size_t Operator::GetSubgraphNamesCount() const { return IsEmpty() ? 0 : operator_impl_->subgraphs.size(); }

graphStatus Operator::GetSubgraphNames(std::vector<AscendString>& names) const {
  if (IsEmpty()) return GRAPH_FAILED;
  names.clear();
  for (const OperatorImpl::Subgraph& subgraph : operator_impl_->subgraphs)
    names.emplace_back(subgraph.instance.c_str());
  return GRAPH_SUCCESS;
}

Operator::SubgraphBuilder Operator::GetSubgraphBuilder(const char* c_name) const {
  const std::string name = Text(c_name);
  if (IsEmpty()) return nullptr;
  for (const OperatorImpl::Subgraph& subgraph : operator_impl_->subgraphs) {
    if (subgraph.instance == name) return subgraph.builder;
  }
  return nullptr;
}
Operator::SubgraphBuilder Operator::GetDynamicSubgraphBuilder(const char* name, uint32_t index) const {
  return GetSubgraphBuilder(Text(name) + std::to_string(index));
}

Graph Operator::GetSubgraph(const char* name) const {
  const SubgraphBuilder builder = GetSubgraphBuilder(name);
  return builder ? builder() : Graph();
}
Graph Operator::GetDynamicSubgraph(const char* name, uint32_t index) const {
  return GetSubgraph(Text(name) + std::to_string(index));
}

}  // namespace ge
