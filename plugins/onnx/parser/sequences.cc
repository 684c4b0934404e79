#include "plugins/onnx/parser/sequences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "plugins/onnx/parser/captured_values.h"
#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/function_body.h"
#include "plugins/onnx/parser/importer_steps.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/sequence_call.h"

namespace opdk::onnx_plugin {
namespace {

using Names = std::vector<std::string>;
using Nodes = Sequences::Nodes;
using Kind = Sequence::Kind;

// Returns the body of a SequenceMap as a function. `call` calls it with one element of each sequence.
onnx::FunctionProto FunctionOfBody(const onnx::GraphProto& body, onnx::NodeProto& call) {
  onnx::FunctionProto function;
  function.set_name(body.name());
  for (const auto& input : body.input()) function.add_input(input.name());
  for (const auto& output : body.output()) function.add_output(output.name());
  for (const auto& initializer : body.initializer()) {
    auto* constant = function.add_node();
    constant->set_op_type("Constant");
    constant->add_output(initializer.name());
    auto* value = constant->add_attribute();
    value->set_name("value");
    value->set_type(onnx::AttributeProto::TENSOR);
    *value->mutable_t() = initializer;
  }
  function.mutable_node()->MergeFrom(body.node());
  // Values from outside of the body keep their names.
  for (const std::string& value : CapturedValues(body)) {
    function.add_input(value);
    call.add_input(value);
  }
  return function;
}

}  // namespace

// One node that is replaced.
class Sequences::Call : private SequenceCall {
 public:
  Call(Sequences& sequences, const onnx::NodeProto& node, int64_t opset) : SequenceCall(sequences, node, opset) {}

  Result<Nodes> Replace() {
    using Method = Status (Call::*)();
    static const std::map<std::string, Method> kMethods = {{"SequenceConstruct", &Call::Construct},
                                                           {"SequenceEmpty", &Call::Empty},
                                                           {"SequenceInsert", &Call::Insert},
                                                           {"SequenceErase", &Call::Erase},
                                                           {"SequenceAt", &Call::At},
                                                           {"SequenceLength", &Call::Length},
                                                           {"SequenceMap", &Call::Map},
                                                           {"SplitToSequence", &Call::Split},
                                                           {"ConcatFromSequence", &Call::Concat},
                                                           {"Optional", &Call::MakeOptional},
                                                           {"OptionalHasElement", &Call::HasElement},
                                                           {"OptionalGetElement", &Call::GetElement},
                                                           {"Identity", &Call::Same}};
    const auto method = kMethods.find(node_.op_type());
    if (method == kMethods.end()) {
      return Refuse(fmt::format("it takes '{}', a sequence or an optional value, which {} doesn't take",
                                TakenSequence(), node_.op_type()));
    }
    OPDK_TRY((this->*method->second)());
    return std::move(nodes_);
  }

 private:
  std::string TakenSequence() const {
    const auto found = std::find_if(node_.input().begin(), node_.input().end(),
                                    [&](const std::string& input) { return sequences_.Find(input) != nullptr; });
    return found == node_.input().end() ? "" : *found;
  }

  void GivePacked(PackedSequence packed, const Sequence& like) {
    Sequence result = like;
    result.elements.clear();
    result.packed = std::move(packed);
    Give(0, std::move(result));
  }

  // Returns whether the sequence and the position in input `i` are known while the model is read.
  bool IsKnown(const Sequence& sequence, int i) const {
    return !sequence.packed && (Input(i).empty() || values_.Ints(Input(i)));
  }

  // Returns the position that input `i` gives in a sequence of `length`, counted from the end if negative. `end`: the
  // number of valid positions. `fallback`: the position where the input is absent. E2001: the position is out of range.
  Result<int64_t> Position(int i, int64_t length, int64_t end, int64_t fallback) {
    if (Input(i).empty()) return fallback;
    const auto numbers = values_.Ints(Input(i));
    if (!numbers || numbers->size() != 1) return Misfit(fmt::format("position '{}' is no number", Input(i)));
    const int64_t position = numbers->front() < 0 ? numbers->front() + length : numbers->front();
    if (position >= 0 && position < end) return position;
    return Misfit(fmt::format("position {} in a sequence of {}", numbers->front(), length));
  }

  Status Construct() {
    Sequence sequence;
    sequence.elements.assign(node_.input().begin(), node_.input().end());
    Give(0, std::move(sequence));
    return {};
  }

  Status Empty() {
    Sequence sequence;
    sequence.dtype = FromOnnxType(static_cast<int32_t>(IntOf(node_, "dtype", onnx::TensorProto::FLOAT)));
    Give(0, std::move(sequence));
    return {};
  }

  Status Same() {
    OPDK_TRY(Sequence sequence, SequenceAt(0));
    Give(0, std::move(sequence));
    return {};
  }

  Status Insert() {
    OPDK_TRY(Sequence sequence, SequenceAt(0));
    if (!IsKnown(sequence, 2)) {
      OPDK_TRY(const PackedSequence before, sequences_.Packed(sequence));
      OPDK_TRY(PackedSequence after, packed_.Insert(before, Input(1), Input(2)));
      GivePacked(std::move(after), sequence);
      return {};
    }
    const auto length = static_cast<int64_t>(sequence.elements.size());
    OPDK_TRY(const int64_t position, Position(2, length, length + 1, length));
    sequence.elements.insert(sequence.elements.begin() + position, Input(1));
    Give(0, std::move(sequence));
    return {};
  }

  Status Erase() {
    OPDK_TRY(Sequence sequence, SequenceAt(0));
    if (!IsKnown(sequence, 1)) {
      OPDK_TRY(const PackedSequence before, sequences_.Packed(sequence));
      OPDK_TRY(PackedSequence after, packed_.Erase(before, Input(1)));
      GivePacked(std::move(after), sequence);
      return {};
    }
    if (sequence.elements.empty()) return Misfit("there is nothing to erase in an empty sequence");
    const auto length = static_cast<int64_t>(sequence.elements.size());
    OPDK_TRY(const int64_t position, Position(1, length, length, length - 1));
    sequence.elements.erase(sequence.elements.begin() + position);
    Give(0, std::move(sequence));
    return {};
  }

  bool HaveOneRank(const Names& elements) const {
    return std::all_of(elements.begin(), elements.end(), [&](const std::string& element) {
      const auto rank = values_.Rank(element);
      return rank && rank == values_.Rank(elements.front());
    });
  }

  // Gives the element at the run's position. The elements have several ranks, so that no tensor holds them all.
  void Choose(const Names& elements) {
    std::vector<int64_t> places(elements.size());
    std::iota(places.begin(), places.end(), 0);
    // Gather refuses a position outside of the sequence.
    const std::string place = NewName();
    Add("Gather", {NewInts(places), Input(1)}, {place});
    onnx::GraphProto choice;
    AddChoice(elements, place, 0, elements.size(), choice, node_.output(0));
    nodes_.MergeFrom(choice.node());
  }

  // Adds nodes to `graph` that give element `place` of the elements [first, end) as `output`.
  void AddChoice(const Names& elements, const std::string& place, size_t first, size_t end, onnx::GraphProto& graph,
                 const std::string& output) {
    const auto add = [&](const std::string& type, const Names& inputs, const std::string& name) -> onnx::NodeProto& {
      onnx::NodeProto& node = *graph.add_node();
      node.set_op_type(type);
      node.set_name(name);
      for (const std::string& input : inputs) node.add_input(input);
      node.add_output(name);
      return node;
    };
    if (end - first == 1) {
      add("Identity", {elements[first]}, output);
      return;
    }
    const size_t middle = first + (end - first) / 2;
    const std::string is_in_front = NewName();
    add("Less", {place, Number(static_cast<int64_t>(middle))}, is_in_front);
    onnx::NodeProto& choice = add("If", {is_in_front}, output);
    for (const bool in_front : {true, false}) {
      auto* branch = choice.add_attribute();
      branch->set_name(in_front ? "then_branch" : "else_branch");
      branch->set_type(onnx::AttributeProto::GRAPH);
      branch->mutable_g()->set_name(branch->name());
      const std::string given = NewName();
      branch->mutable_g()->add_output()->set_name(given);
      AddChoice(elements, place, in_front ? first : middle, in_front ? middle : end, *branch->mutable_g(), given);
    }
  }

  Status At() {
    OPDK_TRY(const Sequence sequence, SequenceAt(0));
    if (!sequence.packed && !IsKnown(sequence, 1) && !HaveOneRank(sequence.elements)) {
      Choose(sequence.elements);
      return {};
    }
    if (!IsKnown(sequence, 1)) {
      OPDK_TRY(const PackedSequence packed, sequences_.Packed(sequence));
      return packed_.At(packed, Input(1), node_.output(0));
    }
    const auto length = static_cast<int64_t>(sequence.elements.size());
    OPDK_TRY(const int64_t position, Position(1, length, length, 0));
    Add("Identity", {sequence.elements[static_cast<size_t>(position)]}, {node_.output(0)});
    return {};
  }

  Status Length() {
    OPDK_TRY(const Sequence sequence, SequenceAt(0));
    if (sequence.packed) return packed_.Length(*sequence.packed, node_.output(0));
    SetInt(Add("Constant", {}, {node_.output(0)}), "value_int", static_cast<int64_t>(sequence.elements.size()));
    return {};
  }

  // ---- optional values

  Status MakeOptional() {
    Sequence made;
    if (const Sequence* held = sequences_.Find(Input(0)); held != nullptr) {
      made = *held;
      made.kind = Kind::kOptionalSequence;
    } else {
      made.kind = Kind::kOptional;
      if (!Input(0).empty()) made.elements = {Input(0)};
      if (const auto* type = AttributeOf(node_, "type"); type != nullptr && Input(0).empty()) {
        // The attribute has the element's type, and in some files the optional type itself.
        const onnx::TypeProto& own =
            type->tp().has_optional_type() ? type->tp().optional_type().elem_type() : type->tp();
        const bool sequence = own.has_sequence_type();
        const onnx::TypeProto& tensor = sequence ? own.sequence_type().elem_type() : own;
        made.dtype = FromOnnxType(tensor.tensor_type().elem_type());
        if (sequence) made.kind = Kind::kNoSequence;
      }
    }
    Give(0, std::move(made));
    return {};
  }

  void GiveTruth(bool truth) {
    auto* value = Add("Constant", {}, {node_.output(0)}).add_attribute();
    value->set_name("value");
    value->set_type(onnx::AttributeProto::TENSOR);
    value->mutable_t()->set_data_type(onnx::TensorProto::BOOL);
    value->mutable_t()->add_int32_data(truth ? 1 : 0);
  }

  Status HasElement() {
    const Sequence* value = sequences_.Find(Input(0));
    if (value != nullptr && value->kind == Kind::kOptional && value->packed) {
      return packed_.HasElements(*value->packed, node_.output(0)).status();
    }
    if (value != nullptr && !value->present.empty()) {
      Add("Identity", {value->present}, {node_.output(0)});
      return {};
    }
    const bool empty = value != nullptr && (value->kind == Kind::kNoSequence || value->IsAbsent());
    GiveTruth(!Input(0).empty() && !empty);
    return {};
  }

  Status GetElement() {
    const Sequence* value = sequences_.Find(Input(0));
    if (value == nullptr) {
      Add("Identity", {Input(0)}, {node_.output(0)});
      return {};
    }
    if (value->kind == Kind::kOptional && value->packed) {
      return packed_.At(*value->packed, Number(0), node_.output(0));
    }
    if (value->kind == Kind::kNoSequence || value->IsAbsent()) {
      return Misfit(fmt::format("the optional value '{}' is empty", Input(0)));
    }
    if (value->kind == Kind::kOptional) {
      const std::string& element = value->elements.front();
      if (!value->present.empty()) return packed_.Required(element, value->present, node_.output(0)).status();
      Add("Identity", {element}, {node_.output(0)});
      return {};
    }
    OPDK_TRY(Sequence held, sequences_.Required(*value));
    Give(0, std::move(held));
    return {};
  }

  // ---- sequences that a loop makes or takes apart

  Status Concat() {
    OPDK_TRY(const Sequence sequence, SequenceAt(0));
    const int64_t axis = IntOf(node_, "axis", 0);
    const bool new_axis = IntOf(node_, "new_axis", 0) != 0;
    if (sequence.packed) {
      if (new_axis) return packed_.Stack(*sequence.packed, axis, node_.output(0));
      if (axis == 0) return packed_.ConcatFirst(*sequence.packed, node_.output(0));
      return ConcatInLoop(axis);
    }
    if (sequence.elements.empty()) return Misfit("an empty sequence has no concatenation");
    Names parts = sequence.elements;
    if (new_axis) {
      for (std::string& part : parts) {
        const std::string whole = NewName();
        AddListed(nodes_, "Unsqueeze", part, {whole}, "axes", {axis});
        part = whole;
      }
    }
    SetInt(Add("Concat", parts, {node_.output(0)}), "axis", axis);
    return {};
  }

  // Returns the extents of the parts along the axis. Empty where only a run knows them.
  Result<std::optional<std::vector<int64_t>>> PartsOf(int64_t axis) {
    using Parts = std::optional<std::vector<int64_t>>;
    const std::optional<int64_t> extent = values_.Dim(Input(0), axis);
    if (Input(1).empty()) return extent ? Parts(std::vector<int64_t>(static_cast<size_t>(*extent), 1)) : Parts();
    const auto split = values_.Ints(Input(1));
    if (!split) return Parts();
    const std::optional<int> rank = values_.Rank(Input(1));
    if (!rank || *rank != 0) return Parts(*split);
    const int64_t part = split->front();
    if (part <= 0) return Misfit(fmt::format("parts of {}", part));
    if (!extent) return Parts();
    std::vector<int64_t> parts(static_cast<size_t>(*extent / part), part);
    if (*extent % part != 0) parts.push_back(*extent % part);
    return Parts(std::move(parts));
  }

  Status Split() {
    const int64_t axis = IntOf(node_, "axis", 0);
    OPDK_TRY(const auto parts, PartsOf(axis));
    if (!parts) return SplitInLoop(axis);
    Sequence sequence;
    sequence.dtype = values_.ElementType(Input(0));
    for (size_t i = 0; i < parts->size(); ++i) sequence.elements.push_back(NewName());
    if (!parts->empty()) {
      SetInt(AddListed(nodes_, "Split", Input(0), sequence.elements, "split", *parts), "axis", axis);
    }
    if (DropsAxis()) {
      for (std::string& element : sequence.elements) {
        const std::string slice = NewName();
        AddListed(nodes_, "Squeeze", element, {slice}, "axes", {axis});
        element = slice;
      }
    }
    Give(0, std::move(sequence));
    return {};
  }

  Status Map() {
    OPDK_TRY(const Sequence first, SequenceAt(0));
    const auto* body = AttributeOf(node_, "body");
    if (body == nullptr) return Misfit("its attribute body, a graph, is missing");
    const bool packed = std::any_of(node_.input().begin(), node_.input().end(), [&](const std::string& input) {
      const Sequence* sequence = sequences_.Find(input);
      return sequence != nullptr && sequence->packed;
    });
    if (packed) return MapInLoop(body->g());
    const size_t length = first.elements.size();
    std::vector<Names> given(static_cast<size_t>(node_.output_size()));
    for (size_t i = 0; i < length; ++i) {
      onnx::NodeProto call;
      call.set_op_type(node_.op_type());
      call.set_name(fmt::format("{}/{}", node_.name().empty() ? node_.output(0) : node_.name(), i));
      for (const std::string& input : node_.input()) {
        const Sequence* sequence = sequences_.Find(input);
        if (sequence != nullptr && sequence->elements.size() != length) {
          return Misfit(
              fmt::format("'{}' has {} elements, '{}' has {}", Input(0), length, input, sequence->elements.size()));
        }
        call.add_input(sequence == nullptr ? input : sequence->elements[i]);
      }
      for (int output = 0; output < node_.output_size(); ++output) {
        call.add_output(values_.NewName(node_.output(output)));
        given[static_cast<size_t>(output)].push_back(call.output(output));
      }
      const onnx::FunctionProto function = FunctionOfBody(body->g(), call);
      OPDK_TRY(const Nodes nodes, InstantiateBody(call, function, values_));
      nodes_.MergeFrom(nodes);
    }
    for (size_t output = 0; output < given.size(); ++output) {
      Sequence sequence;
      sequence.elements = std::move(given[output]);
      Give(static_cast<int>(output), std::move(sequence));
    }
    return {};
  }
};

bool Sequences::Concern(const onnx::NodeProto& node) const {
  return IsAbout(node.op_type()) || std::any_of(node.input().begin(), node.input().end(),
                                                [&](const std::string& input) { return Find(input) != nullptr; });
}

const Sequence* Sequences::Find(const std::string& value) const {
  const auto found = sequences_.find(value);
  return found == sequences_.end() ? nullptr : &found->second;
}

Result<PackedSequence> Sequences::Packed(const Sequence& sequence, int64_t rank) {
  if (sequence.packed) return *sequence.packed;
  PackedSequences packed(graph_);
  OPDK_TRY(PackedSequence whole, packed.Pack(sequence.elements, sequence.dtype, rank));
  return sequence.present.empty() ? whole : packed.KeepIf(whole, sequence.present);
}

Result<Names> Sequences::Parts(const Sequence& sequence, int64_t rank) {
  OPDK_TRY(const PackedSequence packed, Packed(sequence, rank));
  Names parts = {packed.data, packed.shapes};
  if (!sequence.MayBeAbsent()) return parts;
  if (!sequence.present.empty()) {
    parts.push_back(sequence.present);
    return parts;
  }
  const bool present = sequence.kind == Kind::kOptionalSequence;
  const ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL);
  parts.push_back(graph_.values().NewConstant(
      "present", ge::Tensor(desc, reinterpret_cast<const uint8_t*>(&present), sizeof(present))));
  return parts;
}

Sequence Sequences::OfParts(const Names& parts, const Sequence& like, PackedSequence::Ranks ranks) {
  Sequence sequence;
  sequence.packed = PackedSequence{parts[0], parts[1], ranks};
  sequence.dtype = like.dtype;
  sequence.kind = like.MayBeAbsent() ? Kind::kOptionalSequence : like.kind;
  if (like.MayBeAbsent()) sequence.present = parts[2];
  return sequence;
}

Result<Sequence> Sequences::Required(const Sequence& optional) {
  Sequence held = optional;
  held.kind = Kind::kSequence;
  if (held.present.empty()) return held;
  OPDK_TRY(held.packed->shapes, PackedSequences(graph_).Required(held.packed->shapes, held.present));
  held.present.clear();
  return held;
}

Result<Nodes> Sequences::Replace(const onnx::NodeProto& node, int64_t opset) {
  return Call(*this, node, opset).Replace();
}

}  // namespace opdk::onnx_plugin
