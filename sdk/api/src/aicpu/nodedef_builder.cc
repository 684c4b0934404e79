#include "cpu_nodedef_builder.h"
#include "sdk/api/src/aicpu/attr_value_data.h"

namespace aicpu {

namespace {

template <typename T>
std::shared_ptr<AttrValue> With(void (AttrValue::*set)(T), const std::decay_t<T>& value) {
  std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
  (attr.get()->*set)(value);
  return attr;
}

void Fill(Tensor& tensor, const NodeDefBuilder::InputOutputNode& node) {
  tensor.SetDataType(node.d_type);
  tensor.GetTensorShape()->SetDimSizes(node.dims);
  tensor.GetTensorShape()->SetFormat(node.format);
  tensor.SetData(node.data);
  const int64_t bytes = node.data == nullptr ? 0 : tensor.CalcDataSizeByShape();
  tensor.SetDataSize(bytes < 0 ? 0 : static_cast<uint64_t>(bytes));
}

std::shared_ptr<TensorShape> ShapeOf(const std::vector<int64_t>& dims) {
  std::shared_ptr<TensorShape> shape = CpuKernelUtils::CreateTensorShape();
  shape->SetDimSizes(dims);
  return shape;
}

}  // namespace

std::shared_ptr<NodeDef> NodeDefBuilder::CreateNodeDef() { return CpuKernelUtils::CreateNodeDef(); }

NodeDefBuilder::NodeDefBuilder(NodeDef* node_def, const std::string& name, const std::string& op_name)
    : node_def_(node_def), name_(name) {
  if (node_def_ != nullptr) node_def_->SetOpType(op_name);
}

NodeDefBuilder& NodeDefBuilder::Input(const InputOutputNode& input) {
  if (node_def_ == nullptr) return *this;
  std::shared_ptr<Tensor> tensor = node_def_->AddInputs();
  CpuKernelUtils::SetTensorName(input.node, tensor);
  Fill(*tensor, input);
  return *this;
}

NodeDefBuilder& NodeDefBuilder::Output(const InputOutputNode& output) {
  if (node_def_ == nullptr) return *this;
  std::shared_ptr<Tensor> tensor = node_def_->AddOutputs();
  CpuKernelUtils::SetTensorName(output.node, tensor);
  Fill(*tensor, output);
  return *this;
}

NodeDefBuilder& NodeDefBuilder::Add(const std::string& name, const std::shared_ptr<AttrValue>& value) {
  if (node_def_ != nullptr) (void)node_def_->AddAttrs(name, value.get());
  return *this;
}

NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, int32_t value) { return Attr(name, int64_t{value}); }
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, int64_t value) {
  return Add(name, With(&AttrValue::SetInt, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, float value) {
  return Add(name, With(&AttrValue::SetFloat, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, double value) {
  return Attr(name, static_cast<float>(value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, bool value) {
  return Add(name, With(&AttrValue::SetBool, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, DataType value) {
  return Add(name, With(&AttrValue::SetDataType, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::string& value) {
  return Add(name, With(&AttrValue::SetString, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const char* value) {
  return Attr(name, std::string(value == nullptr ? "" : value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<bool>& value) {
  return Add(name, With(&AttrValue::SetListBool, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<std::string>& value) {
  return Add(name, With(&AttrValue::SetListString, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<int64_t>& value) {
  return Add(name, With(&AttrValue::SetListInt, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<float>& value) {
  return Add(name, With(&AttrValue::SetListFloat, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<DataType>& value) {
  return Add(name, With(&AttrValue::SetListDataType, value));
}
NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<std::vector<int64_t>>& value) {
  return Add(name, With(&AttrValue::SetListListInt, value));
}

NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<int64_t>& dims,
                                     const std::string& type) {
  if (type != "shape") return Attr(name, dims);
  std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
  (void)attr->SetTensorShape(ShapeOf(dims).get());
  return Add(name, attr);
}

NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, const std::vector<std::vector<int64_t>>& shapes,
                                     const std::string& type) {
  if (type != "shape") return Attr(name, shapes);
  std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
  for (const std::vector<int64_t>& dims : shapes) attr->AddListTensorShape()->SetDimSizes(dims);
  return Add(name, attr);
}

NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, Tensor* tensor) {
  std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
  return attr->SetTensor(tensor) ? Add(name, attr) : *this;
}

NodeDefBuilder& NodeDefBuilder::Attr(const std::string& name, std::vector<Tensor*>& tensors) {
  std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
  return attr->SetListTensor(tensors) == 0 ? Add(name, attr) : *this;
}

}  // namespace aicpu
