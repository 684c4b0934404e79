#include "cpu_attr_value.h"
#include "cpu_kernel_utils.h"
#include "sdk/api/src/aicpu/attr_value_data.h"

namespace aicpu {

AttrValue::AttrValue() : data_(new AttrValueData) {}
AttrValue::~AttrValue() = default;

// Kernels know the functions for texts as GetString and so on.
#define OPDK_ATTR_SCALAR(Name, Known, ArgumentType, ValueType) \
  ValueType AttrValue::Get##Name(opdk::SourcePlace at) const { \
    RequireObject(this, "AttrValue::Get" Known);               \
    return data_->Get<ValueType>("Get" Known, at);             \
  }                                                            \
  void AttrValue::Set##Name(ArgumentType argument) { data_->value = ValueType(argument); }
#define OPDK_ATTR_LIST(Name, Known, ArgumentType, ValueType)                                 \
  std::vector<ValueType> AttrValue::GetList##Name(opdk::SourcePlace at) const {              \
    RequireObject(this, "AttrValue::GetList" Known);                                         \
    return data_->Get<std::vector<ValueType>>("GetList" Known, at);                          \
  }                                                                                          \
  void AttrValue::SetList##Name(const std::vector<ValueType>& list) { data_->Append(list); } \
  void AttrValue::AddList##Name(ArgumentType argument) { data_->List<ValueType>().push_back(argument); }
#define OPDK_ATTR_SIZE(Known, ValueType)                  \
  int32_t AttrValue::List##Known##Size() const {          \
    RequireObject(this, "AttrValue::List" #Known "Size"); \
    return data_->Size<ValueType>();                      \
  }

OPDK_ATTR_SCALAR(Text, "String", const ge::AscendString&, ge::AscendString)
OPDK_ATTR_SCALAR(Int, "Int", int64_t, int64_t)
OPDK_ATTR_SCALAR(Float, "Float", float, float)
OPDK_ATTR_SCALAR(Bool, "Bool", bool, bool)
OPDK_ATTR_LIST(Text, "String", const ge::AscendString&, ge::AscendString)
OPDK_ATTR_LIST(Int, "Int", int64_t, int64_t)
OPDK_ATTR_LIST(Float, "Float", float, float)
OPDK_ATTR_LIST(Bool, "Bool", bool, bool)
OPDK_ATTR_LIST(DataType, "DataType", DataType, DataType)
OPDK_ATTR_SIZE(String, ge::AscendString)
OPDK_ATTR_SIZE(Int, int64_t)
OPDK_ATTR_SIZE(Float, float)
OPDK_ATTR_SIZE(Bool, bool)
OPDK_ATTR_SIZE(DataType, DataType)
#undef OPDK_ATTR_SCALAR
#undef OPDK_ATTR_LIST
#undef OPDK_ATTR_SIZE

DataType AttrValue::GetDataType(opdk::SourcePlace at) const {
  RequireObject(this, "AttrValue::GetDataType");
  return data_->Get<DataType>("GetDataType", at, DT_FLOAT);
}
void AttrValue::SetDataType(DataType type) { data_->value = type; }

std::vector<std::vector<int64_t>> AttrValue::GetListListInt(opdk::SourcePlace at) const {
  RequireObject(this, "AttrValue::GetListListInt");
  return data_->Get<std::vector<std::vector<int64_t>>>("GetListListInt", at);
}
void AttrValue::SetListListInt(const std::vector<std::vector<int64_t>>& array) { data_->Append(array); }

bool AttrValue::SetTensorShape(const TensorShape* shape) {
  if (shape == nullptr) return false;
  data_->value = CpuKernelUtils::CreateTensorShape(const_cast<TensorShape*>(shape));
  return true;
}

uint32_t AttrValue::SetListTensorShape(const std::vector<TensorShape*>& list) {
  for (TensorShape* shape : list) {
    if (shape == nullptr) return 1;
    data_->List<AttrValueData::ShapePtr>().push_back(CpuKernelUtils::CreateTensorShape(shape));
  }
  return 0;
}

std::shared_ptr<TensorShape> AttrValue::AddListTensorShape() {
  return data_->List<AttrValueData::ShapePtr>().emplace_back(CpuKernelUtils::CreateTensorShape());
}

std::shared_ptr<TensorShape> AttrValue::GetTensorShape(opdk::SourcePlace at) const {
  RequireObject(this, "AttrValue::GetTensorShape");
  return data_->Get<AttrValueData::ShapePtr>("GetTensorShape", at);
}

std::vector<std::shared_ptr<TensorShape>> AttrValue::GetListTensorShape(opdk::SourcePlace at) const {
  RequireObject(this, "AttrValue::GetListTensorShape");
  return data_->Get<std::vector<AttrValueData::ShapePtr>>("GetListTensorShape", at);
}

int32_t AttrValue::ListTensorShapeSize() const {
  RequireObject(this, "AttrValue::ListTensorShapeSize");
  return data_->Size<AttrValueData::ShapePtr>();
}

bool AttrValue::SetTensor(const Tensor* tensor) {
  if (tensor == nullptr) return false;
  data_->value = CpuKernelUtils::CreateTensor(const_cast<Tensor*>(tensor));
  return true;
}

uint32_t AttrValue::SetListTensor(const std::vector<Tensor*>& list) {
  for (Tensor* tensor : list) {
    if (tensor == nullptr) return 1;
    data_->List<AttrValueData::TensorPtr>().push_back(CpuKernelUtils::CreateTensor(tensor));
  }
  return 0;
}

std::shared_ptr<Tensor> AttrValue::AddListTensor() {
  return data_->List<AttrValueData::TensorPtr>().emplace_back(CpuKernelUtils::CreateTensor());
}

std::shared_ptr<Tensor> AttrValue::GetTensor(opdk::SourcePlace at) const {
  RequireObject(this, "AttrValue::GetTensor");
  return data_->Get<AttrValueData::TensorPtr>("GetTensor", at);
}

std::vector<std::shared_ptr<Tensor>> AttrValue::GetListTensor(opdk::SourcePlace at) const {
  RequireObject(this, "AttrValue::GetListTensor");
  return data_->Get<std::vector<AttrValueData::TensorPtr>>("GetListTensor", at);
}

int32_t AttrValue::ListTensorSize() const {
  RequireObject(this, "AttrValue::ListTensorSize");
  return data_->Size<AttrValueData::TensorPtr>();
}

}  // namespace aicpu
