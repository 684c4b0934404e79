// The steps that all replacements of a node about sequences share.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <utility>
#include <vector>

#include "plugins/importer/values.h"
#include "plugins/onnx/parser/packed_sequence.h"
#include "plugins/onnx/parser/sequences.h"

namespace opdk::onnx_plugin {

// Returns the attribute of that name. nullptr: the node hasn't got it.
const onnx::AttributeProto* AttributeOf(const onnx::NodeProto& node, const char* name);
int64_t IntOf(const onnx::NodeProto& node, const char* name, int64_t fallback);
void SetInt(onnx::NodeProto& node, const char* name, int64_t value);
void SetInts(onnx::NodeProto& node, const char* name, const std::vector<int64_t>& values);

// One node that is replaced.
class SequenceCall {
 protected:
  using Names = std::vector<std::string>;

  SequenceCall(Sequences& sequences, const onnx::NodeProto& node, int64_t opset)
      : sequences_(sequences),
        values_(sequences.graph().values()),
        packed_(sequences.graph()),
        node_(node),
        opset_(opset) {}

  // Returns E2002, with a hint.
  Status Refuse(const std::string& why) const;
  // Returns E2001.
  Status Misfit(const std::string& why) const;

  std::string Input(int i) const { return i < node_.input_size() ? node_.input(i) : ""; }
  std::string NewName() { return values_.NewName(node_.output(0)); }
  std::string NewInts(const std::vector<int64_t>& numbers);
  std::string Number(int64_t number);
  // Returns the sequence that is input `i`. E2001: input `i` is no sequence.
  Result<Sequence> SequenceAt(int i) const;
  void Give(int output, Sequence sequence);

  // Adds a node that is read in the place of this one.
  onnx::NodeProto& Add(const std::string& type, const Names& inputs, const Names& outputs);
  // Adds a node to `nodes` whose list is an attribute before opset 13, and an input since.
  onnx::NodeProto& AddListed(Sequences::Nodes& nodes, const std::string& type, const std::string& input,
                             const Names& outputs, const char* list, const std::vector<int64_t>& numbers);

  // Makes loops of the sequences whose length only a run knows.
  Status ConcatInLoop(int64_t axis);
  Status SplitInLoop(int64_t axis);
  Status MapInLoop(const onnx::GraphProto& mapped);

  // Returns whether the parts lose the axis: SplitToSequence then gives slices.
  bool DropsAxis() const { return Input(1).empty() && IntOf(node_, "keepdims", 1) == 0; }

  Sequences& sequences_;
  importer::Values& values_;
  PackedSequences packed_;
  const onnx::NodeProto& node_;
  const int64_t opset_;
  Sequences::Nodes nodes_;

 private:
  // The places of SplitToSequence's parts: lists, or the bounds of part 0, from which the bounds of part i follow.
  struct Bounds {
    std::string count, begins, ends;
    bool listed = false;
  };
  Result<Bounds> BoundsOf(int64_t axis);
  // Adds a loop of `trips` trips and returns its body. The body's inputs are the number of the trip, the condition,
  // then the carried values.
  onnx::GraphProto& AddLoop(const std::string& trips, const Names& initial, const Names& outputs);
  // Adds the SequenceEmpty of a type's number.
  std::string AddEmpty(int32_t type);
};

}  // namespace opdk::onnx_plugin
