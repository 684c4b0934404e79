// What is known of the types and shapes of a model's values while it is read.
#pragma once

#include <onnx/onnx_pb.h>

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace onnx {
class OpSchema;
}  // namespace onnx

namespace opdk::onnx_plugin {

// Types by value name, filled from the graph's declarations and by ONNX's own inference, node by node. A type that
// can't be inferred is simply not known here: the operators' own inference comes later and reports errors.
class ValueTypes {
 public:
  void Set(const std::string& value, const onnx::TypeProto& type);
  // The tensor must outlive this object.
  void SetConstant(const std::string& value, const onnx::TensorProto& tensor);
  void InferOutputs(const onnx::NodeProto& node, const onnx::OpSchema& schema);

  // nullptr: not known.
  const onnx::TypeProto* Find(const std::string& value) const;
  const onnx::TensorProto* FindConstant(const std::string& value) const;
  std::optional<int> Rank(const std::string& value) const;
  // Dimension `axis` where it is a known number.
  std::optional<int64_t> Dim(const std::string& value, int axis) const;
  // onnx::TensorProto::DataType, UNDEFINED when not known.
  int32_t ElementType(const std::string& value) const;

 private:
  std::deque<onnx::TypeProto> storage_;
  std::unordered_map<std::string, onnx::TypeProto*> types_;
  std::unordered_map<std::string, const onnx::TensorProto*> constants_;
};

}  // namespace opdk::onnx_plugin
