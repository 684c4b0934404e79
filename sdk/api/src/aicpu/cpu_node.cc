#include "cpu_kernel_utils.h"
#include "opdk/cpu_engine.h"
#include "opdk/op_desc.h"
#include "sdk/api/src/aicpu/asking_tensor.h"
#include "sdk/api/src/aicpu/attr_value_data.h"

namespace opdk {

namespace {

using aicpu::CpuKernelUtils;

aicpu::DataType ToCpu(ge::DataType type) { return static_cast<aicpu::DataType>(static_cast<int>(type)); }

aicpu::Format ToCpu(ge::Format format) {
  const int32_t primary = ge::GetPrimaryFormat(format);
  return primary < aicpu::FORMAT_END ? static_cast<aicpu::Format>(primary) : aicpu::FORMAT_ND;
}

}  // namespace

struct CpuNode::Data {
  aicpu::CpuKernelContext context{aicpu::HOST};
  std::vector<ge::Tensor> tensors;                            // of attributes
  std::vector<std::shared_ptr<aicpu::AskingTensor>> outputs;  // the context's
};

CpuNode::~CpuNode() = default;
CpuNode::CpuNode(CpuNode&&) noexcept = default;
CpuNode& CpuNode::operator=(CpuNode&&) noexcept = default;

CpuNode::CpuNode(const OpDesc& op) : data_(new Data) {
  aicpu::CpuKernelContext& context = data_->context;
  context.op_type_ = op.type.c_str();
  context.faults_ = std::make_shared<aicpu::KernelFaults>(op);
  const auto add_ports = [](const std::vector<Port>& ports, std::vector<std::shared_ptr<aicpu::Tensor>>& tensors,
                            const auto& create) {
    for (const Port& port : ports) {
      std::shared_ptr<aicpu::Tensor> tensor = create();
      CpuKernelUtils::SetTensorName(port.name, tensor);
      tensor->data_type_ = ToCpu(port.desc.GetDataType());
      tensor->shape_->format_ = ToCpu(port.desc.GetFormat());
      tensor->shape_->dims_.reserve(kReservedRank);
      const std::vector<int64_t> dims = port.desc.GetShape().GetDims();
      if (dims == ge::UNKNOWN_RANK) {
        tensor->shape_->unknown_rank_ = true;
      } else {
        tensor->shape_->dims_.assign(dims.begin(), dims.end());
      }
      tensors.push_back(std::move(tensor));
    }
  };
  add_ports(op.inputs, context.inputs_, [] { return CpuKernelUtils::CreateTensor(); });
  add_ports(op.outputs, context.outputs_, [this] {
    data_->outputs.push_back(std::make_shared<aicpu::AskingTensor>(static_cast<int>(data_->outputs.size())));
    return data_->outputs.back();
  });

  const auto tensor_of = [this](const ge::Tensor& from) {
    ge::Tensor& kept = data_->tensors.emplace_back(from);
    std::shared_ptr<aicpu::Tensor> tensor = CpuKernelUtils::CreateTensor();
    tensor->data_type_ = ToCpu(kept.GetTensorDesc().GetDataType());
    tensor->shape_->dims_ = kept.GetTensorDesc().GetShape().GetDims();
    tensor->shape_->format_ = ToCpu(kept.GetTensorDesc().GetFormat());
    tensor->data_ = kept.GetData();
    tensor->data_size_ = kept.GetSize();
    return tensor;
  };
  for (const auto& [name, attr] : op.attrs) {
    std::shared_ptr<aicpu::AttrValue> value = CpuKernelUtils::CreateAttrValue();
    value->data_->name = name;
    value->data_->faults = context.faults_;
    auto& held = value->data_->value;
    if (const auto* number = std::get_if<int64_t>(&attr)) held = *number;
    if (const auto* real = std::get_if<float>(&attr)) held = *real;
    if (const auto* flag = std::get_if<bool>(&attr)) held = *flag;
    if (const auto* text = std::get_if<std::string>(&attr)) held = opdk::Neutral(*text);
    if (const auto* type = std::get_if<ge::DataType>(&attr)) held = ToCpu(*type);
    if (const auto* tensor = std::get_if<ge::Tensor>(&attr)) held = tensor_of(*tensor);
    if (const auto* ints = std::get_if<std::vector<int64_t>>(&attr)) held = *ints;
    if (const auto* reals = std::get_if<std::vector<float>>(&attr)) held = *reals;
    if (const auto* flags = std::get_if<std::vector<bool>>(&attr)) held = *flags;
    if (const auto* texts = std::get_if<std::vector<std::string>>(&attr)) held = opdk::Neutral(*texts);
    if (const auto* lists = std::get_if<std::vector<std::vector<int64_t>>>(&attr)) held = *lists;
    if (const auto* types = std::get_if<std::vector<ge::DataType>>(&attr)) {
      for (ge::DataType type : *types) value->AddListDataType(ToCpu(type));
    }
    if (const auto* tensors = std::get_if<std::vector<ge::Tensor>>(&attr)) {
      auto& list = value->data_->List<std::shared_ptr<aicpu::Tensor>>();
      for (const ge::Tensor& tensor : *tensors) list.push_back(tensor_of(tensor));
    }
    // Attributes without a value or of a kind that kernels have no accessor for are absent to them.
    if (held.index() != 0) context.attrs_->values[name] = std::move(value);
  }
}

aicpu::CpuKernelContext& CpuNode::context() { return data_->context; }

CpuNode::Faults CpuNode::TakeFaults(bool failed) { return data_->context.faults_->Take(failed); }

void CpuNode::SetInput(int index, const void* data, uint64_t bytes, std::span<const int64_t> shape) {
  aicpu::Tensor& tensor = *data_->context.inputs_.at(static_cast<size_t>(index));
  tensor.data_ = const_cast<void*>(data);
  tensor.data_size_ = bytes;
  tensor.shape_->dims_.assign(shape.begin(), shape.end());
}

void CpuNode::SetOutput(int index, void* data, uint64_t bytes, std::span<const int64_t> shape, bool unknown_rank) {
  data_->outputs.at(static_cast<size_t>(index))->Close();
  aicpu::Tensor& tensor = *data_->context.outputs_.at(static_cast<size_t>(index));
  tensor.data_ = data;
  tensor.data_size_ = bytes;
  tensor.shape_->dims_.assign(shape.begin(), shape.end());
  tensor.shape_->unknown_rank_ = unknown_rank;
}

void CpuNode::OpenOutput(int index, std::span<const int64_t> shape, OutputSource* source) {
  SetOutput(index, nullptr, 0, shape, true);
  data_->outputs.at(static_cast<size_t>(index))->Open(source);
}

bool CpuNode::IsOpen(int index) const { return data_->outputs.at(static_cast<size_t>(index))->is_open(); }

std::span<const std::byte> CpuNode::Given(int index) const {
  return data_->outputs.at(static_cast<size_t>(index))->given();
}

const void* CpuNode::OutputData(int index) const {
  return data_->context.outputs_.at(static_cast<size_t>(index))->data_;
}

std::span<const int64_t> CpuNode::OutputShape(int index) const {
  return data_->context.outputs_.at(static_cast<size_t>(index))->shape_->dims_;
}

void CpuNode::SetAttr(const std::string& name, int64_t value) {
  std::shared_ptr<aicpu::AttrValue>& attr = data_->context.attrs_->values[name];
  if (attr == nullptr) attr = CpuKernelUtils::CreateAttrValue();
  attr->SetInt(value);
}

}  // namespace opdk
