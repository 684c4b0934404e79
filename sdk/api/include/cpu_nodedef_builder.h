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

class AICPU_VISIBILITY NodeDefBuilder {
 public:
  // `data` stays the caller's and must outlive the node.
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
  NodeDefBuilder(NodeDef* node_def, const std::string& name, const std::string& op_name);

  NodeDefBuilder& Input(const InputOutputNode& input);
  NodeDefBuilder& Output(const InputOutputNode& output);

  NodeDefBuilder& Attr(const std::string& name, int32_t value);
  NodeDefBuilder& Attr(const std::string& name, int64_t value);
  NodeDefBuilder& Attr(const std::string& name, float value);
  NodeDefBuilder& Attr(const std::string& name, double value);
  NodeDefBuilder& Attr(const std::string& name, bool value);
  NodeDefBuilder& Attr(const std::string& name, DataType value);
  NodeDefBuilder& Attr(const std::string& name, const std::string& value);
  NodeDefBuilder& Attr(const std::string& name, const char* value);
  NodeDefBuilder& Attr(const std::string& name, const std::vector<bool>& value);
  NodeDefBuilder& Attr(const std::string& name, const std::vector<std::string>& value);
  NodeDefBuilder& Attr(const std::string& name, const std::vector<int64_t>& value);
  NodeDefBuilder& Attr(const std::string& name, const std::vector<float>& value);
  NodeDefBuilder& Attr(const std::string& name, const std::vector<DataType>& value);
  NodeDefBuilder& Attr(const std::string& name, const std::vector<std::vector<int64_t>>& value);
  // type "shape": a shape, a list of shapes; any other: the plain list.
  NodeDefBuilder& Attr(const std::string& name, const std::vector<int64_t>& dims, const std::string& type);
  NodeDefBuilder& Attr(const std::string& name, const std::vector<std::vector<int64_t>>& shapes,
                       const std::string& type);
  NodeDefBuilder& Attr(const std::string& name, Tensor* tensor);
  NodeDefBuilder& Attr(const std::string& name, std::vector<Tensor*>& tensors);

 private:
  NodeDefBuilder& Add(const std::string& name, const std::shared_ptr<AttrValue>& value);

  NodeDef* node_def_;
  std::string name_;
};

}  // namespace aicpu
