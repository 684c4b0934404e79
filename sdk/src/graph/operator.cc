#include "graph/operator.h"

#include <atomic>

#include "opdk/host.h"
#include "opdk/log.h"
#include "sdk/src/graph/operator_impl.h"

namespace ge {

using opdk::OperatorAccess;

namespace {

std::string Text(const char* text) { return text == nullptr ? std::string() : std::string(text); }
std::string Text(const AscendString& text) { return Text(text.GetString()); }

std::string UniqueName(const std::string& type) {
  static std::atomic<uint64_t> next{0};
  return type + "_" + std::to_string(next.fetch_add(1));
}

const opdk::Port* FindPort(const std::vector<opdk::Port>& ports, int index) {
  return index >= 0 && static_cast<size_t>(index) < ports.size() ? &ports[static_cast<size_t>(index)] : nullptr;
}

int Signed(uint32_t index) { return index > static_cast<uint32_t>(INT32_MAX) ? -1 : static_cast<int>(index); }

}  // namespace

Operator::Operator(const std::string& type) : Operator(UniqueName(type), type) {}
Operator::Operator(const char* type) : Operator(Text(type)) {}
Operator::Operator(const std::string& name, const std::string& type)
    : operator_impl_(std::make_shared<OperatorImpl>(name, type)) {}
Operator::Operator(const AscendString& name, const AscendString& type) : Operator(Text(name), Text(type)) {}
Operator::Operator(const char* name, const char* type) : Operator(Text(name), Text(type)) {}

bool Operator::IsEmpty() const { return operator_impl_ == nullptr; }

std::string Operator::GetName() const { return IsEmpty() ? std::string() : operator_impl_->desc().name; }

graphStatus Operator::GetName(AscendString& name) const {
  if (IsEmpty()) return GRAPH_FAILED;
  name = AscendString(operator_impl_->desc().name.c_str());
  return GRAPH_SUCCESS;
}

std::string Operator::GetOpType() const { return IsEmpty() ? std::string() : operator_impl_->desc().type; }

graphStatus Operator::GetOpType(AscendString& type) const {
  if (IsEmpty()) return GRAPH_FAILED;
  type = AscendString(operator_impl_->desc().type.c_str());
  return GRAPH_SUCCESS;
}

Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt) {
  if (IsEmpty() || src_oprt.IsEmpty()) return *this;
  const opdk::OpDesc& source = src_oprt.operator_impl_->desc();
  if (source.outputs.size() != 1) {
    opdk::Log(opdk::LogLevel::kError, "graph",
              "%s: input %s can't be linked to %s (%s) without naming one of its %zu outputs", GetName().c_str(),
              dst_name.c_str(), source.name.c_str(), source.type.c_str(), source.outputs.size());
    return *this;
  }
  return SetInput(dst_name, src_oprt, uint32_t{0});
}

Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt, const std::string& name) {
  if (IsEmpty() || src_oprt.IsEmpty()) return *this;
  const int output = src_oprt.operator_impl_->desc().FindOutput(name);
  (void)operator_impl_->LinkInput(operator_impl_->desc().FindInput(dst_name), src_oprt.operator_impl_, output);
  return *this;
}

Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt, uint32_t index) {
  if (IsEmpty() || src_oprt.IsEmpty()) return *this;
  (void)operator_impl_->LinkInput(operator_impl_->desc().FindInput(dst_name), src_oprt.operator_impl_, Signed(index));
  return *this;
}

Operator& Operator::SetInput(uint32_t dst_index, const Operator& src_oprt, uint32_t src_index) {
  if (IsEmpty() || src_oprt.IsEmpty()) return *this;
  (void)operator_impl_->LinkInput(Signed(dst_index), src_oprt.operator_impl_, Signed(src_index));
  return *this;
}

Operator& Operator::SetInput(const char* dst_name, const Operator& src_oprt) {
  return SetInput(Text(dst_name), src_oprt);
}
Operator& Operator::SetInput(const char* dst_name, const Operator& src_oprt, const char* name) {
  return SetInput(Text(dst_name), src_oprt, Text(name));
}
Operator& Operator::SetInput(const char* dst_name, const Operator& src_oprt, uint32_t index) {
  return SetInput(Text(dst_name), src_oprt, index);
}

void Operator::SetInput(const std::string& dst_name, uint32_t dst_index, const Operator& src_oprt) {
  (void)SetInput(dst_name + std::to_string(dst_index), src_oprt);
}

void Operator::SetInput(const std::string& dst_name, uint32_t dst_index, const Operator& src_oprt,
                        const std::string& name) {
  (void)SetInput(dst_name + std::to_string(dst_index), src_oprt, name);
}

Operator& Operator::AddControlInput(const Operator& src_oprt) {
  if (!IsEmpty() && !src_oprt.IsEmpty()) operator_impl_->LinkControl(src_oprt.operator_impl_);
  return *this;
}

void Operator::BreakConnect() const {
  if (!IsEmpty()) operator_impl_->BreakConnect();
}

graphStatus Operator::GetInputConstData(const std::string& dst_name, Tensor& data) const {
  if (IsEmpty()) return GRAPH_FAILED;
  const int slot = operator_impl_->desc().FindInput(dst_name);
  return operator_impl_->ConstInput(slot, data) ? GRAPH_SUCCESS : GRAPH_FAILED;
}
graphStatus Operator::GetInputConstData(const char* dst_name, Tensor& data) const {
  return GetInputConstData(Text(dst_name), data);
}

TensorDesc Operator::GetInputDesc(const std::string& name) const {
  if (IsEmpty()) return TensorDesc();
  const opdk::Port* port = FindPort(operator_impl_->desc().inputs, operator_impl_->desc().FindInput(name));
  return port == nullptr ? TensorDesc() : port->desc;
}
TensorDesc Operator::GetInputDescByName(const char* name) const { return GetInputDesc(Text(name)); }

TensorDesc Operator::GetInputDesc(uint32_t index) const {
  if (IsEmpty()) return TensorDesc();
  const opdk::Port* port = FindPort(operator_impl_->desc().inputs, Signed(index));
  return port == nullptr ? TensorDesc() : port->desc;
}

graphStatus Operator::TryGetInputDesc(const std::string& name, TensorDesc& tensor_desc) const {
  if (IsEmpty()) return GRAPH_FAILED;
  const opdk::Port* port = FindPort(operator_impl_->desc().inputs, operator_impl_->desc().FindInput(name));
  if (port == nullptr || opdk::IsAbsent(port->desc)) return GRAPH_FAILED;
  tensor_desc = port->desc;
  return GRAPH_SUCCESS;
}
graphStatus Operator::TryGetInputDesc(const char* name, TensorDesc& tensor_desc) const {
  return TryGetInputDesc(Text(name), tensor_desc);
}

graphStatus Operator::UpdateInputDesc(const std::string& name, const TensorDesc& tensor_desc) {
  const int slot = IsEmpty() ? -1 : operator_impl_->desc().FindInput(name);
  return slot < 0 ? GRAPH_FAILED : UpdateInputDesc(static_cast<uint32_t>(slot), tensor_desc);
}
graphStatus Operator::UpdateInputDesc(const char* name, const TensorDesc& tensor_desc) {
  return UpdateInputDesc(Text(name), tensor_desc);
}
graphStatus Operator::UpdateInputDesc(uint32_t index, const TensorDesc& tensor_desc) {
  if (IsEmpty() || FindPort(operator_impl_->desc().inputs, Signed(index)) == nullptr) return GRAPH_FAILED;
  operator_impl_->desc().inputs[index].desc = tensor_desc;
  return GRAPH_SUCCESS;
}

TensorDesc Operator::GetOutputDesc(const std::string& name) const {
  if (IsEmpty()) return TensorDesc();
  const opdk::Port* port = FindPort(operator_impl_->desc().outputs, operator_impl_->desc().FindOutput(name));
  return port == nullptr ? TensorDesc() : port->desc;
}
TensorDesc Operator::GetOutputDescByName(const char* name) const { return GetOutputDesc(Text(name)); }

TensorDesc Operator::GetOutputDesc(uint32_t index) const {
  if (IsEmpty()) return TensorDesc();
  const opdk::Port* port = FindPort(operator_impl_->desc().outputs, Signed(index));
  return port == nullptr ? TensorDesc() : port->desc;
}

graphStatus Operator::UpdateOutputDesc(const std::string& name, const TensorDesc& tensor_desc) {
  const int slot = IsEmpty() ? -1 : operator_impl_->desc().FindOutput(name);
  return slot < 0 ? GRAPH_FAILED : UpdateOutputDesc(static_cast<uint32_t>(slot), tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const char* name, const TensorDesc& tensor_desc) {
  return UpdateOutputDesc(Text(name), tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(uint32_t index, const TensorDesc& tensor_desc) {
  if (IsEmpty() || FindPort(operator_impl_->desc().outputs, Signed(index)) == nullptr) return GRAPH_FAILED;
  operator_impl_->desc().outputs[index].desc = tensor_desc;
  operator_impl_->PushOutputDesc(Signed(index));
  return GRAPH_SUCCESS;
}

int Operator::GetDynamicInputNum(const std::string& name) const {
  return IsEmpty() ? 0 : operator_impl_->desc().InputCount(name);
}
int Operator::GetDynamicInputNum(const char* name) const { return GetDynamicInputNum(Text(name)); }
int Operator::GetDynamicOutputNum(const std::string& name) const {
  return IsEmpty() ? 0 : operator_impl_->desc().OutputCount(name);
}
int Operator::GetDynamicOutputNum(const char* name) const { return GetDynamicOutputNum(Text(name)); }

TensorDesc Operator::GetDynamicInputDesc(const std::string& name, uint32_t index) const {
  return GetInputDesc(name + std::to_string(index));
}
TensorDesc Operator::GetDynamicInputDesc(const char* name, uint32_t index) const {
  return GetDynamicInputDesc(Text(name), index);
}
TensorDesc Operator::GetDynamicOutputDesc(const std::string& name, uint32_t index) const {
  return GetOutputDesc(name + std::to_string(index));
}
TensorDesc Operator::GetDynamicOutputDesc(const char* name, uint32_t index) const {
  return GetDynamicOutputDesc(Text(name), index);
}
graphStatus Operator::UpdateDynamicInputDesc(const std::string& name, uint32_t index, const TensorDesc& tensor_desc) {
  return UpdateInputDesc(name + std::to_string(index), tensor_desc);
}
graphStatus Operator::UpdateDynamicInputDesc(const char* name, uint32_t index, const TensorDesc& tensor_desc) {
  return UpdateDynamicInputDesc(Text(name), index, tensor_desc);
}
graphStatus Operator::UpdateDynamicOutputDesc(const std::string& name, uint32_t index, const TensorDesc& tensor_desc) {
  return UpdateOutputDesc(name + std::to_string(index), tensor_desc);
}
graphStatus Operator::UpdateDynamicOutputDesc(const char* name, uint32_t index, const TensorDesc& tensor_desc) {
  return UpdateDynamicOutputDesc(Text(name), index, tensor_desc);
}

void Operator::SetInferenceContext(const InferenceContextPtr& inference_context) {
  if (!IsEmpty()) operator_impl_->context = inference_context;
}
InferenceContextPtr Operator::GetInferenceContext() const { return IsEmpty() ? nullptr : operator_impl_->context; }

size_t Operator::GetInputsSize() const {
  if (IsEmpty()) return 0;
  size_t count = 0;
  for (const opdk::Port& port : operator_impl_->desc().inputs) count += opdk::IsAbsent(port.desc) ? 0 : 1;
  return count;
}
size_t Operator::GetOutputsSize() const { return IsEmpty() ? 0 : operator_impl_->desc().outputs.size(); }

}  // namespace ge
