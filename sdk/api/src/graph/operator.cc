#include "graph/operator.h"

#include <atomic>

#include "opdk/host.h"
#include "opdk/log.h"
#include "sdk/api/src/graph/c_text.h"
#include "sdk/api/src/graph/lookup_notes.h"
#include "sdk/api/src/graph/operator_impl.h"

namespace ge {

namespace {

std::string UniqueName(const std::string& type) {
  static std::atomic<uint64_t> next{0};
  return type + "_" + std::to_string(next.fetch_add(1));
}

const opdk::Port* FindPort(const std::vector<opdk::Port>& ports, int index) {
  return index >= 0 && static_cast<size_t>(index) < ports.size() ? &ports[static_cast<size_t>(index)] : nullptr;
}

// Returns the slot of a port by name; -1, and a note of the call, when there is none.
int InputSlot(const opdk::OpDesc& desc, const char* call, const std::string& name, opdk::SourcePlace at) {
  const int slot = desc.FindInput(name);
  if (slot < 0) opdk::NotePortMissing(desc, call, true, name, at);
  return slot;
}

int OutputSlot(const opdk::OpDesc& desc, const char* call, const std::string& name, opdk::SourcePlace at) {
  const int slot = desc.FindOutput(name);
  if (slot < 0) opdk::NotePortMissing(desc, call, false, name, at);
  return slot;
}

bool DeclaresPort(const std::vector<opdk::IrPort>& declared, const std::string& name) {
  for (const opdk::IrPort& port : declared) {
    if (port.name == name) return true;
  }
  return false;
}

int Signed(uint32_t index) { return index > static_cast<uint32_t>(INT32_MAX) ? -1 : static_cast<int>(index); }

}  // namespace

Operator::Operator(const char* type) : Operator(UniqueName(Text(type)).c_str(), type) {}
Operator::Operator(const AscendString& name, const AscendString& type) : Operator(name.GetString(), type.GetString()) {}
Operator::Operator(const char* name, const char* type)
    : operator_impl_(std::make_shared<OperatorImpl>(Text(name), Text(type))) {}

bool Operator::IsEmpty() const { return operator_impl_ == nullptr; }

graphStatus Operator::GetName(AscendString& name) const {
  if (IsEmpty()) return GRAPH_FAILED;
  name = AscendString(operator_impl_->desc().name.c_str());
  return GRAPH_SUCCESS;
}

graphStatus Operator::GetOpType(AscendString& type) const {
  if (IsEmpty()) return GRAPH_FAILED;
  type = AscendString(operator_impl_->desc().type.c_str());
  return GRAPH_SUCCESS;
}

Operator& Operator::SetInput(const char* c_dst_name, const Operator& src_oprt) {
  const std::string dst_name = Text(c_dst_name);
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

Operator& Operator::SetInput(const char* c_dst_name, const Operator& src_oprt, const char* c_name) {
  const std::string dst_name = Text(c_dst_name);
  const std::string name = Text(c_name);
  if (IsEmpty() || src_oprt.IsEmpty()) return *this;
  const int output = src_oprt.operator_impl_->desc().FindOutput(name);
  (void)operator_impl_->LinkInput(operator_impl_->desc().FindInput(dst_name), src_oprt.operator_impl_, output);
  return *this;
}

Operator& Operator::SetInput(const char* c_dst_name, const Operator& src_oprt, uint32_t index) {
  const std::string dst_name = Text(c_dst_name);
  if (IsEmpty() || src_oprt.IsEmpty()) return *this;
  (void)operator_impl_->LinkInput(operator_impl_->desc().FindInput(dst_name), src_oprt.operator_impl_, Signed(index));
  return *this;
}

Operator& Operator::SetInput(uint32_t dst_index, const Operator& src_oprt, uint32_t src_index) {
  if (IsEmpty() || src_oprt.IsEmpty()) return *this;
  (void)operator_impl_->LinkInput(Signed(dst_index), src_oprt.operator_impl_, Signed(src_index));
  return *this;
}

void Operator::SetInput(const char* c_dst_name, uint32_t dst_index, const Operator& src_oprt) {
  const std::string dst_name = Text(c_dst_name);
  (void)SetInput(dst_name + std::to_string(dst_index), src_oprt);
}

void Operator::SetInput(const char* c_dst_name, uint32_t dst_index, const Operator& src_oprt, const char* c_name) {
  const std::string dst_name = Text(c_dst_name);
  const std::string name = Text(c_name);
  (void)SetInput(dst_name + std::to_string(dst_index), src_oprt, name);
}

Operator& Operator::AddControlInput(const Operator& src_oprt) {
  if (!IsEmpty() && !src_oprt.IsEmpty()) operator_impl_->LinkControl(src_oprt.operator_impl_);
  return *this;
}

void Operator::BreakConnect() const {
  if (!IsEmpty()) operator_impl_->BreakConnect();
}

graphStatus Operator::GetInputConstData(const char* c_dst_name, Tensor& data, opdk::SourcePlace at) const {
  const std::string dst_name = Text(c_dst_name);
  if (IsEmpty()) return GRAPH_FAILED;
  const int slot = InputSlot(operator_impl_->desc(), "GetInputConstData", dst_name, at);
  if (slot < 0) return GRAPH_FAILED;
  if (operator_impl_->ConstInput(slot, data)) return GRAPH_SUCCESS;
  opdk::NoteFailed("GetInputConstData", dst_name, "its value isn't known", at);
  return GRAPH_FAILED;
}

TensorDesc Operator::GetInputDescByName(const char* c_name, opdk::SourcePlace at) const {
  const std::string name = Text(c_name);
  if (IsEmpty()) return TensorDesc();
  const opdk::OpDesc& desc = operator_impl_->desc();
  const opdk::Port* port = FindPort(desc.inputs, InputSlot(desc, "GetInputDesc", name, at));
  return port == nullptr ? TensorDesc() : port->desc;
}

TensorDesc Operator::GetInputDesc(uint32_t index, opdk::SourcePlace at) const {
  if (IsEmpty()) return TensorDesc();
  const opdk::Port* port = FindPort(operator_impl_->desc().inputs, Signed(index));
  if (port != nullptr) return port->desc;
  opdk::NoteFailed("GetInputDesc", std::to_string(index), "there are fewer inputs", at);
  return TensorDesc();
}

graphStatus Operator::TryGetInputDesc(const char* c_name, TensorDesc& tensor_desc, opdk::SourcePlace at) const {
  const std::string name = Text(c_name);
  if (IsEmpty()) return GRAPH_FAILED;
  const opdk::OpDesc& desc = operator_impl_->desc();
  const opdk::Port* port = FindPort(desc.inputs, InputSlot(desc, "TryGetInputDesc", name, at));
  if (port == nullptr || opdk::IsAbsent(port->desc)) return GRAPH_FAILED;
  tensor_desc = port->desc;
  return GRAPH_SUCCESS;
}

graphStatus Operator::UpdateInputDesc(const char* c_name, const TensorDesc& tensor_desc, opdk::SourcePlace at) {
  const std::string name = Text(c_name);
  const int slot = IsEmpty() ? -1 : InputSlot(operator_impl_->desc(), "UpdateInputDesc", name, at);
  return slot < 0 ? GRAPH_FAILED : UpdateInputDesc(static_cast<uint32_t>(slot), tensor_desc, at);
}
graphStatus Operator::UpdateInputDesc(uint32_t index, const TensorDesc& tensor_desc, opdk::SourcePlace at) {
  if (IsEmpty()) return GRAPH_FAILED;
  if (FindPort(operator_impl_->desc().inputs, Signed(index)) == nullptr) {
    opdk::NoteFailed("UpdateInputDesc", std::to_string(index), "there are fewer inputs", at);
    return GRAPH_FAILED;
  }
  operator_impl_->desc().inputs[index].desc = tensor_desc;
  return GRAPH_SUCCESS;
}

TensorDesc Operator::GetOutputDescByName(const char* c_name, opdk::SourcePlace at) const {
  const std::string name = Text(c_name);
  if (IsEmpty()) return TensorDesc();
  const opdk::OpDesc& desc = operator_impl_->desc();
  const opdk::Port* port = FindPort(desc.outputs, OutputSlot(desc, "GetOutputDesc", name, at));
  return port == nullptr ? TensorDesc() : port->desc;
}

TensorDesc Operator::GetOutputDesc(uint32_t index, opdk::SourcePlace at) const {
  if (IsEmpty()) return TensorDesc();
  const opdk::Port* port = FindPort(operator_impl_->desc().outputs, Signed(index));
  if (port != nullptr) return port->desc;
  opdk::NoteFailed("GetOutputDesc", std::to_string(index), "there are fewer outputs", at);
  return TensorDesc();
}

graphStatus Operator::UpdateOutputDesc(const char* c_name, const TensorDesc& tensor_desc, opdk::SourcePlace at) {
  const std::string name = Text(c_name);
  const int slot = IsEmpty() ? -1 : OutputSlot(operator_impl_->desc(), "UpdateOutputDesc", name, at);
  return slot < 0 ? GRAPH_FAILED : UpdateOutputDesc(static_cast<uint32_t>(slot), tensor_desc, at);
}
graphStatus Operator::UpdateOutputDesc(uint32_t index, const TensorDesc& tensor_desc, opdk::SourcePlace at) {
  if (IsEmpty()) return GRAPH_FAILED;
  if (FindPort(operator_impl_->desc().outputs, Signed(index)) == nullptr) {
    opdk::NoteFailed("UpdateOutputDesc", std::to_string(index), "there are fewer outputs", at);
    return GRAPH_FAILED;
  }
  operator_impl_->desc().outputs[index].desc = tensor_desc;
  operator_impl_->PushOutputDesc(Signed(index));
  return GRAPH_SUCCESS;
}

int Operator::GetDynamicInputNum(const char* c_name, opdk::SourcePlace at) const {
  const std::string name = Text(c_name);
  if (IsEmpty()) return 0;
  const opdk::OpDesc& desc = operator_impl_->desc();
  if (!DeclaresPort(desc.ir_inputs, name)) opdk::NotePortMissing(desc, "GetDynamicInputNum", true, name, at);
  return desc.InputCount(name);
}
int Operator::GetDynamicOutputNum(const char* c_name, opdk::SourcePlace at) const {
  const std::string name = Text(c_name);
  if (IsEmpty()) return 0;
  const opdk::OpDesc& desc = operator_impl_->desc();
  if (!DeclaresPort(desc.ir_outputs, name)) opdk::NotePortMissing(desc, "GetDynamicOutputNum", false, name, at);
  return desc.OutputCount(name);
}

TensorDesc Operator::GetDynamicInputDesc(const char* c_name, uint32_t index, opdk::SourcePlace at) const {
  const std::string name = Text(c_name);
  return GetInputDesc(name + std::to_string(index), at);
}
TensorDesc Operator::GetDynamicOutputDesc(const char* c_name, uint32_t index, opdk::SourcePlace at) const {
  const std::string name = Text(c_name);
  return GetOutputDesc(name + std::to_string(index), at);
}
graphStatus Operator::UpdateDynamicInputDesc(const char* c_name, uint32_t index, const TensorDesc& tensor_desc,
                                             opdk::SourcePlace at) {
  const std::string name = Text(c_name);
  return UpdateInputDesc(name + std::to_string(index), tensor_desc, at);
}
graphStatus Operator::UpdateDynamicOutputDesc(const char* c_name, uint32_t index, const TensorDesc& tensor_desc,
                                              opdk::SourcePlace at) {
  const std::string name = Text(c_name);
  return UpdateOutputDesc(name + std::to_string(index), tensor_desc, at);
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
