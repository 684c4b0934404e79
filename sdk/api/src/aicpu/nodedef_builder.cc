#include "cpu_nodedef_builder.h"

namespace aicpu {

std::shared_ptr<NodeDef> NodeDefBuilder::CreateNodeDef() { return CpuKernelUtils::CreateNodeDef(); }

NodeDefBuilder& NodeDefBuilder::AddTensor(bool input, const char* name, DataType type, const std::vector<int64_t>& dims,
                                          void* data, Format format) {
  if (node_def_ == nullptr) return *this;
  std::shared_ptr<Tensor> tensor = input ? node_def_->AddInputs() : node_def_->AddOutputs();
  CpuKernelUtils::SetTensorName(name, tensor);
  tensor->SetDataType(type);
  tensor->GetTensorShape()->SetDimSizes(dims);
  tensor->GetTensorShape()->SetFormat(format);
  tensor->SetData(data);
  const int64_t bytes = data == nullptr ? 0 : tensor->CalcDataSizeByShape();
  tensor->SetDataSize(bytes < 0 ? 0 : static_cast<uint64_t>(bytes));
  return *this;
}

NodeDefBuilder& NodeDefBuilder::Add(const char* name, const std::shared_ptr<AttrValue>& value) {
  if (node_def_ != nullptr) (void)node_def_->AddAttrs(name, value.get());
  return *this;
}

NodeDefBuilder& NodeDefBuilder::AddShape(const char* name, const std::vector<int64_t>& dims) {
  std::shared_ptr<TensorShape> shape = CpuKernelUtils::CreateTensorShape();
  shape->SetDimSizes(dims);
  std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
  (void)attr->SetTensorShape(shape.get());
  return Add(name, attr);
}

NodeDefBuilder& NodeDefBuilder::AddShapes(const char* name, const std::vector<std::vector<int64_t>>& shapes) {
  std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
  for (const std::vector<int64_t>& dims : shapes) attr->AddListTensorShape()->SetDimSizes(dims);
  return Add(name, attr);
}

}  // namespace aicpu
