// The values of a model that are of narrow types (narrow_numbers.h). Nodes that round to such a type become nodes that
// round to its numbers. Nodes that move elements stay as they are.
//
// Example: Cast <to = INT4> of 9 is Cast to int64, the lowest 4 bits (9), minus 16 where they are above 7 (-7), Cast
// to int8.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "opdk/status.h"
#include "plugins/importer/values.h"
#include "plugins/onnx/parser/narrow_numbers.h"

namespace opdk::onnx_plugin {

// The values of one graph that have narrow types.
class NarrowValues {
 public:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;
  // The nodes that Replace gives are of this opset.
  static constexpr int64_t kOpset = 26;

  explicit NarrowValues(importer::Values& values) : values_(values) {}
  // Also knows the values of `outer`, a graph around this one. `outer` must outlive this object.
  NarrowValues(const NarrowValues& outer, importer::Values& values) : values_(values), outer_(&outer) {}

  // Notes a value's type where it is narrow.
  void Declare(const std::string& value, int32_t onnx_type);
  // Returns whether a node gives or takes a narrow type.
  bool Concerns(const onnx::NodeProto& node) const;
  // Returns the nodes that take the place of `node`. Empty where `node` can stay. E2001: the operator takes no such
  // type.
  Result<std::optional<Nodes>> Replace(const onnx::NodeProto& node);
  // Notes the outputs of an If, Loop or Scan, as its graphs declare them.
  void DeclareOutputsOf(const onnx::NodeProto& node);

 private:
  const NarrowType* TypeOf(const std::string& value) const;
  // Returns the type that the node's attributes or its second input name.
  const NarrowType* NamedType(const onnx::NodeProto& node) const;
  // Returns whether an input of index `first` or above is narrow.
  bool TakesFrom(const onnx::NodeProto& node, int first) const;

  importer::Values& values_;
  const NarrowValues* outer_ = nullptr;
  std::unordered_map<std::string, const NarrowType*> types_;  // of this graph's own values
};

}  // namespace opdk::onnx_plugin
