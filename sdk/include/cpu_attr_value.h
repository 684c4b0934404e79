// aicpu::AttrValue: an attribute as a kernel sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"

namespace aicpu {

struct AttrValueData;

// Holds one kind of value at a time: setting one drops another, reading the wrong kind gives 0, "" or an empty list.
// SetList… appends to a list of the same kind.
class AICPU_VISIBILITY AttrValue {
 public:
  AttrValue(const AttrValue&) = delete;
  AttrValue& operator=(const AttrValue&) = delete;
  ~AttrValue();

  std::string GetString() const;
  std::vector<std::string> GetListString() const;
  void AddListString(const std::string& string);
  void SetListString(const std::vector<std::string>& bytes);
  void SetString(const std::string& string);
  int32_t ListStringSize() const;

  void AddListInt(int64_t i);
  std::vector<int64_t> GetListInt() const;
  int64_t GetInt() const;
  void SetListInt(const std::vector<int64_t>& list);
  void SetInt(int64_t i);
  int32_t ListIntSize() const;

  std::vector<std::vector<int64_t>> GetListListInt() const;
  void SetListListInt(const std::vector<std::vector<int64_t>>& array);

  void AddListFloat(float f);
  std::vector<float> GetListFloat() const;
  float GetFloat() const;
  void SetFloat(float f);
  void SetListFloat(const std::vector<float>& list);
  int32_t ListFloatSize() const;

  bool GetBool() const;
  std::vector<bool> GetListBool() const;
  void SetBool(bool b);
  void AddListBool(bool b);
  void SetListBool(const std::vector<bool>& list);
  int32_t ListBoolSize() const;

  std::vector<DataType> GetListDataType() const;
  DataType GetDataType() const;
  void SetDataType(DataType type);
  void AddListDataType(DataType type);
  void SetListDataType(const std::vector<DataType>& list);
  int32_t ListDataTypeSize() const;

  // Shapes and tensors are copied in and shared out; nullptr when there is none.
  bool SetTensorShape(const TensorShape* shape);
  uint32_t SetListTensorShape(const std::vector<TensorShape*>& list);
  std::shared_ptr<TensorShape> AddListTensorShape();
  std::shared_ptr<TensorShape> GetTensorShape() const;
  std::vector<std::shared_ptr<TensorShape>> GetListTensorShape() const;
  int32_t ListTensorShapeSize() const;

  bool SetTensor(const Tensor* tensor);
  uint32_t SetListTensor(const std::vector<Tensor*>& list);
  std::shared_ptr<Tensor> AddListTensor();
  std::shared_ptr<Tensor> GetTensor() const;
  std::vector<std::shared_ptr<Tensor>> GetListTensor() const;
  int32_t ListTensorSize() const;

 private:
  friend class CpuKernelUtils;
  friend class ::opdk::CpuNode;
  AttrValue();
  std::unique_ptr<AttrValueData> data_;
};

}  // namespace aicpu
