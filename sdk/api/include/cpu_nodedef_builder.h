// aicpu::NodeDefBuilder: nodes for kernels' unit tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "cpu_node_def.h"

namespace aicpu {

// Fills a NodeDef. Calls chain: each function returns the builder.
class AICPU_VISIBILITY NodeDefBuilder {
 public:
  // A tensor of a test's node. The caller owns `data`, which must outlive the node.
  struct InputOutputNode {
    std::string node;
    DataType d_type;
    std::vector<int64_t> dims;
    void* data;
    Format format = FORMAT_ND;

    InputOutputNode(const std::string& name, DataType type, const std::vector<int64_t>& dim_sizes, void* address,
                    Format data_format = FORMAT_ND)
        : node(name), d_type(type), dims(dim_sizes), data(address), format(data_format) {}
  };

  static std::shared_ptr<NodeDef> CreateNodeDef();
  // `name` is accepted for compatibility.
  NodeDefBuilder(NodeDef* node_def, const std::string& name, const std::string& op_name) : node_def_(node_def) {
    (void)name;
    if (node_def_ != nullptr) node_def_->SetOpType(op_name);
  }

  NodeDefBuilder& Input(const InputOutputNode& input) {
    return AddTensor(true, input.node.c_str(), input.d_type, input.dims, input.data, input.format);
  }
  NodeDefBuilder& Output(const InputOutputNode& output) {
    return AddTensor(false, output.node.c_str(), output.d_type, output.dims, output.data, output.format);
  }

  NodeDefBuilder& Attr(const std::string& name, int32_t value) { return Set(name, &AttrValue::SetInt, value); }
  NodeDefBuilder& Attr(const std::string& name, int64_t value) { return Set(name, &AttrValue::SetInt, value); }
  NodeDefBuilder& Attr(const std::string& name, float value) { return Set(name, &AttrValue::SetFloat, value); }
  NodeDefBuilder& Attr(const std::string& name, double value) { return Attr(name, static_cast<float>(value)); }
  NodeDefBuilder& Attr(const std::string& name, bool value) { return Set(name, &AttrValue::SetBool, value); }
  NodeDefBuilder& Attr(const std::string& name, DataType value) { return Set(name, &AttrValue::SetDataType, value); }
  NodeDefBuilder& Attr(const std::string& name, const std::string& value) {
    std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
    attr->SetString(value);
    return Add(name.c_str(), attr);
  }
  NodeDefBuilder& Attr(const std::string& name, const char* value) {
    return Attr(name, std::string(value == nullptr ? "" : value));
  }
  NodeDefBuilder& Attr(const std::string& name, const std::vector<bool>& value) {
    return Set(name, &AttrValue::SetListBool, value);
  }
  NodeDefBuilder& Attr(const std::string& name, const std::vector<std::string>& value) {
    std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
    attr->SetListString(value);
    return Add(name.c_str(), attr);
  }
  NodeDefBuilder& Attr(const std::string& name, const std::vector<int64_t>& value) {
    return Set(name, &AttrValue::SetListInt, value);
  }
  NodeDefBuilder& Attr(const std::string& name, const std::vector<float>& value) {
    return Set(name, &AttrValue::SetListFloat, value);
  }
  NodeDefBuilder& Attr(const std::string& name, const std::vector<DataType>& value) {
    return Set(name, &AttrValue::SetListDataType, value);
  }
  NodeDefBuilder& Attr(const std::string& name, const std::vector<std::vector<int64_t>>& value) {
    return Set(name, &AttrValue::SetListListInt, value);
  }
  // Adds an attribute whose kind `type` says: "shape" makes a shape or a list of shapes, any other text the plain list.
  NodeDefBuilder& Attr(const std::string& name, const std::vector<int64_t>& dims, const std::string& type) {
    return type == "shape" ? AddShape(name.c_str(), dims) : Attr(name, dims);
  }
  NodeDefBuilder& Attr(const std::string& name, const std::vector<std::vector<int64_t>>& shapes,
                       const std::string& type) {
    return type == "shape" ? AddShapes(name.c_str(), shapes) : Attr(name, shapes);
  }
  NodeDefBuilder& Attr(const std::string& name, Tensor* tensor) {
    std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
    return attr->SetTensor(tensor) ? Add(name.c_str(), attr) : *this;
  }
  NodeDefBuilder& Attr(const std::string& name, std::vector<Tensor*>& tensors) {
    std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
    return attr->SetListTensor(tensors) == 0 ? Add(name.c_str(), attr) : *this;
  }

 private:
  template <typename Parameter, typename Value>
  NodeDefBuilder& Set(const std::string& name, void (AttrValue::*set)(Parameter), const Value& value) {
    std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
    (attr.get()->*set)(value);
    return Add(name.c_str(), attr);
  }
  NodeDefBuilder& Add(const char* name, const std::shared_ptr<AttrValue>& value);
  NodeDefBuilder& AddShape(const char* name, const std::vector<int64_t>& dims);
  NodeDefBuilder& AddShapes(const char* name, const std::vector<std::vector<int64_t>>& shapes);
  NodeDefBuilder& AddTensor(bool input, const char* name, DataType type, const std::vector<int64_t>& dims, void* data,
                            Format format);

  NodeDef* node_def_;
};

}  // namespace aicpu
