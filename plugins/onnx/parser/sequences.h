// Sequences of tensors whose lengths are known when a model is read: a sequence is the list of its elements, and what
// makes, changes and takes apart sequences becomes nodes between tensors. The core has no such values.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "opdk/status.h"
#include "plugins/importer/values.h"

namespace opdk::onnx_plugin {

// Those of one graph.
class Sequences {
 public:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  explicit Sequences(importer::Values& values) : values_(values) {}

  // Whether all operators of ONNX's own of this type give or take a sequence.
  static bool IsAbout(const std::string& type) {
    return type.starts_with("Sequence") || type == "SplitToSequence" || type == "ConcatFromSequence";
  }
  // Whether a node of ONNX's own domain gives or takes one.
  bool Concern(const onnx::NodeProto& node) const;
  // E2002: graphs that a node holds use a sequence of this one's.
  Status RefuseCaptured(const onnx::NodeProto& node) const;
  // The nodes that stand for such a node. `opset`: of the standard domain. E2001: a position outside of its sequence, an
  // input that isn't one; E2002: a length or a position that only a run knows.
  Result<Nodes> Replace(const onnx::NodeProto& node, int64_t opset);

 private:
  using Elements = std::vector<std::string>;
  class Call;

  importer::Values& values_;
  std::unordered_map<std::string, Elements> elements_;
};

}  // namespace opdk::onnx_plugin
