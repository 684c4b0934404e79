// Sequences and optional values, which the core doesn't have. They are replaced by tensors while a model is read. A
// sequence of known length becomes the list of its elements. Any other sequence is packed into two tensors. An optional
// tensor is a sequence of at most one element.
#pragma once

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "opdk/status.h"
#include "plugins/importer/importer.h"
#include "plugins/onnx/parser/packed_sequence.h"

namespace opdk::onnx_plugin {

// One sequence, or optional value.
struct Sequence {
  // kOptional: an optional tensor. kOptionalSequence: an optional sequence that is present. kNoSequence: one that is
  // absent.
  enum class Kind { kSequence, kOptional, kOptionalSequence, kNoSequence };

  std::vector<std::string> elements;     // of a sequence that isn't packed
  std::optional<PackedSequence> packed;  // of a sequence whose length only a run knows
  ge::DataType dtype = ge::DT_FLOAT;     // of the elements, where no element tells it
  Kind kind = Kind::kSequence;
  std::string present;  // bool value, of an optional one of the model's inputs; "": known while the model is read

  // Returns whether it is an optional value that the model says is absent.
  bool IsAbsent() const { return kind == Kind::kOptional && elements.empty() && !packed && present.empty(); }
  // Returns whether it is an optional sequence.
  bool MayBeAbsent() const { return kind == Kind::kOptionalSequence || kind == Kind::kNoSequence; }
  // Returns the names of the tensors that hold the sequence.
  std::vector<std::string> Tensors() const {
    std::vector<std::string> tensors = packed ? std::vector<std::string>{packed->data, packed->shapes} : elements;
    if (!present.empty()) tensors.push_back(present);
    return tensors;
  }
};

// The sequences of one graph.
class Sequences {
 public:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  explicit Sequences(importer::Importer& graph) : graph_(graph) {}

  importer::Importer& graph() { return graph_; }

  // Returns whether ONNX's operators of this type always give or take a sequence or an optional value.
  static bool IsAbout(const std::string& type) {
    return type.starts_with("Sequence") || type.starts_with("Optional") || type == "SplitToSequence" ||
           type == "ConcatFromSequence";
  }
  // Returns whether a node of ONNX's own domain has a sequence or an optional value among its inputs or outputs.
  bool Concern(const onnx::NodeProto& node) const;
  // Returns the sequence of that name. nullptr: the value is a tensor.
  const Sequence* Find(const std::string& value) const;
  void Define(const std::string& value, Sequence sequence) { sequences_[value] = std::move(sequence); }
  // Returns the sequence as two tensors of the graph. `rank`: of its elements, where it has none.
  Result<PackedSequence> Packed(const Sequence& sequence, int64_t rank = 0);

  // Returns the sequence as tensors that graphs can give each other: those of Packed, and for an optional sequence also
  // a bool, which is true where the sequence is there.
  Result<std::vector<std::string>> Parts(const Sequence& sequence, int64_t rank = 0);
  // Returns the sequence that `parts` hold. `like`: a sequence of the same kind. `ranks`: those of its elements.
  static Sequence OfParts(const std::vector<std::string>& parts, const Sequence& like, PackedSequence::Ranks ranks);
  // Returns the sequence that an optional sequence holds. A run in which it is absent is refused.
  Result<Sequence> Required(const Sequence& optional);

  // Replaces a node by operators on tensors. Returns the nodes that remain to be read in its place. `opset`: the
  // version of the standard domain. E2001: a position outside of its sequence, or an input that is no sequence.
  Result<Nodes> Replace(const onnx::NodeProto& node, int64_t opset);

 private:
  class Call;

  importer::Importer& graph_;
  std::unordered_map<std::string, Sequence> sequences_;
};

}  // namespace opdk::onnx_plugin
