// What is known of the types and shapes of a model's values while it is read.
#pragma once

#include <onnx/onnx_pb.h>

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace opdk::onnx_plugin {

// Types by value name: element types and ranks, as far as the graph's declarations and simple rules tell, for the
// upgrades and function bodies that depend on them. Sizes are known only where declared. Not libonnx's inference: that
// trusts attributes and ends the process on some wrong ones. What isn't known here is no error: the operators' own
// inference comes later.
class ValueTypes {
 public:
  void Set(const std::string& value, const onnx::TypeProto& type);
  // The tensor must outlive this object.
  void SetConstant(const std::string& value, const onnx::TensorProto& tensor);
  // Applies the rules to a node of the standard domain; a type that is known already stays.
  void InferOutputs(const onnx::NodeProto& node);

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
