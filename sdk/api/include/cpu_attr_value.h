// aicpu::AttrValue: an attribute as a kernel sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"
#include "opdk/neutral_text.h"
#include "opdk/source_place.h"

namespace aicpu {

struct AttrValueData;

// Holds one kind of value at a time; setting another kind drops the value. Reading the wrong kind gives 0, "" or an
// empty list. A kernel that reads the wrong kind of its operator's attribute fails; the error names the place `at` of
// the call. SetList… appends to a list of the same kind. Not thread-safe for writing.
class AICPU_VISIBILITY AttrValue {
 public:
  AttrValue(const AttrValue&) = delete;
  AttrValue& operator=(const AttrValue&) = delete;
  ~AttrValue();

  std::string GetString(opdk::SourcePlace at = OPDK_HERE) const { return opdk::ToText(GetText(at)); }
  std::vector<std::string> GetListString(opdk::SourcePlace at = OPDK_HERE) const {
    return opdk::ToTexts(GetListText(at));
  }
  void AddListString(const std::string& string) { AddListText(opdk::Neutral(string)); }
  void SetListString(const std::vector<std::string>& bytes) { SetListText(opdk::Neutral(bytes)); }
  void SetString(const std::string& string) { SetText(opdk::Neutral(string)); }
  int32_t ListStringSize() const;

  void AddListInt(int64_t i);
  std::vector<int64_t> GetListInt(opdk::SourcePlace at = OPDK_HERE) const;
  int64_t GetInt(opdk::SourcePlace at = OPDK_HERE) const;
  void SetListInt(const std::vector<int64_t>& list);
  void SetInt(int64_t i);
  int32_t ListIntSize() const;

  std::vector<std::vector<int64_t>> GetListListInt(opdk::SourcePlace at = OPDK_HERE) const;
  void SetListListInt(const std::vector<std::vector<int64_t>>& array);

  void AddListFloat(float f);
  std::vector<float> GetListFloat(opdk::SourcePlace at = OPDK_HERE) const;
  float GetFloat(opdk::SourcePlace at = OPDK_HERE) const;
  void SetFloat(float f);
  void SetListFloat(const std::vector<float>& list);
  int32_t ListFloatSize() const;

  bool GetBool(opdk::SourcePlace at = OPDK_HERE) const;
  std::vector<bool> GetListBool(opdk::SourcePlace at = OPDK_HERE) const;
  void SetBool(bool b);
  void AddListBool(bool b);
  void SetListBool(const std::vector<bool>& list);
  int32_t ListBoolSize() const;

  std::vector<DataType> GetListDataType(opdk::SourcePlace at = OPDK_HERE) const;
  DataType GetDataType(opdk::SourcePlace at = OPDK_HERE) const;
  void SetDataType(DataType type);
  void AddListDataType(DataType type);
  void SetListDataType(const std::vector<DataType>& list);
  int32_t ListDataTypeSize() const;

  // Setters copy shapes and tensors, getters share them. nullptr: the attribute has no such value.
  bool SetTensorShape(const TensorShape* shape);
  uint32_t SetListTensorShape(const std::vector<TensorShape*>& list);
  std::shared_ptr<TensorShape> AddListTensorShape();
  std::shared_ptr<TensorShape> GetTensorShape(opdk::SourcePlace at = OPDK_HERE) const;
  std::vector<std::shared_ptr<TensorShape>> GetListTensorShape(opdk::SourcePlace at = OPDK_HERE) const;
  int32_t ListTensorShapeSize() const;

  bool SetTensor(const Tensor* tensor);
  uint32_t SetListTensor(const std::vector<Tensor*>& list);
  std::shared_ptr<Tensor> AddListTensor();
  std::shared_ptr<Tensor> GetTensor(opdk::SourcePlace at = OPDK_HERE) const;
  std::vector<std::shared_ptr<Tensor>> GetListTensor(opdk::SourcePlace at = OPDK_HERE) const;
  int32_t ListTensorSize() const;

 private:
  friend class CpuKernelUtils;
  friend class ::opdk::CpuNode;
  AttrValue();
  // Serves the functions over std::string, which are inline, so that no std::string crosses the library's boundary.
  ge::AscendString GetText(opdk::SourcePlace at) const;
  void SetText(const ge::AscendString& argument);
  std::vector<ge::AscendString> GetListText(opdk::SourcePlace at) const;
  void SetListText(const std::vector<ge::AscendString>& list);
  void AddListText(const ge::AscendString& argument);

  std::unique_ptr<AttrValueData> data_;
};

}  // namespace aicpu
