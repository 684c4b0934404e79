// The nodes between ordinary types that stand for a node that rounds to a narrow type.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/importer/values.h"
#include "plugins/onnx/parser/narrow_types.h"

namespace opdk::onnx_plugin {

// Rewrites one node.
class NarrowRewriter {
 public:
  using Nodes = NarrowValues::Nodes;

  NarrowRewriter(const onnx::NodeProto& node, importer::Values& values) : node_(node), values_(values) {}

  // Rewrites a Cast to `type`.
  Result<std::optional<Nodes>> Cast(const NarrowType& type);
  // Rewrites a QuantizeLinear whose output has `type`.
  Result<std::optional<Nodes>> Quantize(const NarrowType& type);
  // Rewrites a DequantizeLinear with narrow floats as input or as scales.
  Result<std::optional<Nodes>> Dequantize();
  // Rewrites ONNX Runtime's GatherBlockQuantized of narrow integers.
  Result<std::optional<Nodes>> GatherBlocks();

 private:
  int64_t IntOr(const char* name, int64_t otherwise) const;
  std::string Input(int index) const { return index < node_.input_size() ? node_.input(index) : ""; }
  onnx::NodeProto& AddNode(const char* type, const std::vector<std::string>& inputs);
  std::string Add(const char* type, const std::vector<std::string>& inputs);
  std::string AddCast(const std::string& value, int32_t type);
  std::string AddBitCast(const std::string& value, int32_t type);
  std::string AddGather(const std::string& value, const std::string& indices, int64_t axis);
  std::string Number(double number);
  std::string Ints(const std::vector<int64_t>& numbers, bool scalar = false);
  std::string WrappedInteger(const std::string& x, const NarrowType& type);
  Result<std::string> RoundedPower(const std::string& x, bool saturate);
  std::string RoundedFloat(const std::string& x, const NarrowType& type, bool saturate);
  // Returns scales or zero points in float, spread over x: one number for the whole, for each index of `axis`, or for
  // each block.
  Result<std::string> Spread(const std::string& numbers);
  // Makes the node's output of `value`, in `carrier`.
  std::optional<Nodes> Finish(const std::string& value, ge::DataType carrier);

  const onnx::NodeProto& node_;
  importer::Values& values_;
  Nodes nodes_;
  bool wide_ = false;  // computes in double
};

}  // namespace opdk::onnx_plugin
