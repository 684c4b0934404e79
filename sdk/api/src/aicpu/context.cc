// aicpu::CpuKernelContext, NodeDef, CpuKernelUtils and logging.
#include <cstdarg>
#include <utility>

#include "cpu_context.h"
#include "cpu_kernel_utils.h"
#include "cpu_node_def.h"
#include "cust_cpu_utils.h"
#include "log.h"
#include "opdk/log.h"
#include "opdk/parallel.h"
#include "sdk/api/src/aicpu/attr_value_data.h"
#include "sdk/api/src/aicpu/kernel_faults.h"
#include "status.h"

namespace aicpu {

CpuKernelContext::CpuKernelContext(DeviceType type) : attrs_(std::make_shared<AttrTable>()), device_type_(type) {}

uint32_t CpuKernelContext::Init(NodeDef* node_def) {
  if (node_def == nullptr) return KERNEL_STATUS_PARAM_INVALID;
  op_type_ = node_def->op_type_;
  inputs_.clear();
  outputs_.clear();
  for (int32_t i = 0; i < node_def->InputsSize(); ++i) inputs_.push_back(node_def->MutableInputs(i));
  for (int32_t i = 0; i < node_def->OutputsSize(); ++i) outputs_.push_back(node_def->MutableOutputs(i));
  attrs_ = std::make_shared<AttrTable>(*node_def->attrs_);
  return KERNEL_STATUS_OK;
}

Tensor* CpuKernelContext::Input(uint32_t index, opdk::SourcePlace at) const {
  if (index < inputs_.size()) return inputs_[index].get();
  if (faults_ != nullptr) faults_->NoteMissed({"Input", "", index, at});
  return nullptr;
}

Tensor* CpuKernelContext::Output(uint32_t index, opdk::SourcePlace at) const {
  if (index < outputs_.size()) return outputs_[index].get();
  if (faults_ != nullptr) faults_->NoteMissed({"Output", "", index, at});
  return nullptr;
}

AttrValue* CpuKernelContext::GetAttr(const char* name, opdk::SourcePlace at) const {
  if (name == nullptr) return nullptr;
  auto found = attrs_->values.find(std::string_view(name));
  if (found != attrs_->values.end()) return found->second.get();
  if (faults_ != nullptr) faults_->NoteMissed({"GetAttr", name, 0, at});
  return nullptr;
}

uint32_t CpuKernelContext::GetInputsSize() const { return static_cast<uint32_t>(inputs_.size()); }
uint32_t CpuKernelContext::GetOutputsSize() const { return static_cast<uint32_t>(outputs_.size()); }

NodeDef::NodeDef() : attrs_(std::make_shared<AttrTable>()) {}
void NodeDef::SetOpType(const char* op_type) { op_type_ = op_type; }
std::shared_ptr<Tensor> NodeDef::AddInputs() { return inputs_.emplace_back(CpuKernelUtils::CreateTensor()); }
std::shared_ptr<Tensor> NodeDef::AddOutputs() { return outputs_.emplace_back(CpuKernelUtils::CreateTensor()); }
int32_t NodeDef::InputsSize() const { return static_cast<int32_t>(inputs_.size()); }
int32_t NodeDef::OutputsSize() const { return static_cast<int32_t>(outputs_.size()); }

std::shared_ptr<Tensor> NodeDef::MutableInputs(int32_t index) const {
  return index >= 0 && index < InputsSize() ? inputs_[static_cast<size_t>(index)] : nullptr;
}

std::shared_ptr<Tensor> NodeDef::MutableOutputs(int32_t index) const {
  return index >= 0 && index < OutputsSize() ? outputs_[static_cast<size_t>(index)] : nullptr;
}

bool NodeDef::AddAttrs(const char* attr_name, const AttrValue* attr_value) {
  if (attr_name == nullptr || attr_value == nullptr) return false;
  return attrs_->values.emplace(attr_name, CpuKernelUtils::CreateAttrValue(const_cast<AttrValue*>(attr_value))).second;
}

std::vector<std::pair<ge::AscendString, std::shared_ptr<AttrValue>>> NodeDef::AttrList() const {
  std::vector<std::pair<ge::AscendString, std::shared_ptr<AttrValue>>> list;
  for (const auto& [name, value] : attrs_->values) list.emplace_back(name.c_str(), value);
  return list;
}

std::shared_ptr<Tensor> CpuKernelUtils::CreateTensor() { return std::shared_ptr<Tensor>(new Tensor); }

std::shared_ptr<Tensor> CpuKernelUtils::CreateTensor(Tensor* tensor) {
  std::shared_ptr<Tensor> copy = CreateTensor();
  if (tensor == nullptr) return copy;
  (void)copy->SetTensorShape(tensor->shape_.get());
  copy->data_type_ = tensor->data_type_;
  copy->data_ = tensor->data_;
  copy->data_size_ = tensor->data_size_;
  copy->name_ = tensor->name_;
  return copy;
}

std::shared_ptr<TensorShape> CpuKernelUtils::CreateTensorShape() {
  return std::shared_ptr<TensorShape>(new TensorShape);
}

std::shared_ptr<TensorShape> CpuKernelUtils::CreateTensorShape(TensorShape* tensor_shape) {
  std::shared_ptr<TensorShape> copy = CreateTensorShape();
  if (tensor_shape == nullptr) return copy;
  copy->dims_ = tensor_shape->dims_;
  copy->format_ = tensor_shape->format_;
  copy->unknown_rank_ = tensor_shape->unknown_rank_;
  return copy;
}

std::shared_ptr<AttrValue> CpuKernelUtils::CreateAttrValue() { return std::shared_ptr<AttrValue>(new AttrValue); }

std::shared_ptr<AttrValue> CpuKernelUtils::CreateAttrValue(AttrValue* attr_value) {
  std::shared_ptr<AttrValue> copy = CreateAttrValue();
  if (attr_value != nullptr) *copy->data_ = *attr_value->data_;
  return copy;
}

std::shared_ptr<NodeDef> CpuKernelUtils::CreateNodeDef() { return std::shared_ptr<NodeDef>(new NodeDef); }

void CpuKernelUtils::SetTensorName(const char* name, std::shared_ptr<Tensor>& tensor) {
  if (tensor != nullptr) tensor->name_ = name;
}

uint32_t CpuKernelUtils::ParallelFor(const CpuKernelContext& /*ctx*/, int64_t total, int64_t per_unit_size,
                                     const std::function<void(int64_t, int64_t)>& work) {
  if (total < 0 || per_unit_size <= 0 || !work) {
    KERNEL_LOG_WARN("ParallelFor(total %lld, per_unit_size %lld) does nothing", static_cast<long long>(total),
                    static_cast<long long>(per_unit_size));
    return KERNEL_STATUS_OK;
  }
  opdk::ParallelFor(total, per_unit_size, work);
  return KERNEL_STATUS_OK;
}

uint32_t CpuKernelUtils::GetCPUNum(const CpuKernelContext& /*ctx*/) {
  return static_cast<uint32_t>(opdk::ThreadCount());
}

#define OPDK_CUST_LOG(Name, level)                                                                           \
  void CustCpuKernelUtils::CustLog##Name(CpuKernelContext& ctx, const char* fmt, ...) {                      \
    va_list arguments;                                                                                       \
    va_start(arguments, fmt);                                                                                \
    opdk::LogArguments(level, ctx.op_type_.GetString() == nullptr ? "aicpu" : ctx.op_type_.GetString(), fmt, \
                       arguments);                                                                           \
    va_end(arguments);                                                                                       \
  }

OPDK_CUST_LOG(Debug, opdk::LogLevel::kDebug)
OPDK_CUST_LOG(Info, opdk::LogLevel::kInfo)
OPDK_CUST_LOG(Warning, opdk::LogLevel::kWarning)
OPDK_CUST_LOG(Error, opdk::LogLevel::kError)
#undef OPDK_CUST_LOG

}  // namespace aicpu
