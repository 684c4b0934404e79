#include "plugins/onnx/parser/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the desc of the loop's own input: [1] where the body declares that shape, else [].
ge::TensorDesc OwnInput(const onnx::ValueInfoProto& formal, ge::DataType dtype) {
  const bool one = DescOfType(formal.type()).GetShape().GetDims() == std::vector<int64_t>{1};
  return ge::TensorDesc(one ? ge::Shape({1}) : ge::Shape(), ge::FORMAT_ND, dtype);
}

using Ranks = PackedSequence::Ranks;

// A sequence that goes round as its tensors. Both graphs have names of their own for them.
struct CarriedSequence {
  size_t value = 0;  // of the node
  Sequence initial;
  bool empty = false;     // without elements, and so without a rank, at first
  bool is_plain = false;  // the body gives a sequence where an optional one went in
  Ranks ranks = Ranks::kOne;
};

// Returns the ends of the names of the tensors that hold the sequence (Sequences::Parts).
std::vector<const char*> PartsOf(const Sequence& sequence) {
  if (sequence.MayBeAbsent()) return {"/data", "/shapes", "/present"};
  return {"/data", "/shapes"};
}

// The values of an ONNX Loop that go round.
class Carried {
 public:
  Carried(const onnx::NodeProto& node, const onnx::GraphProto& body, const Outside& outside)
      : node_(node), body_(body), outside_(outside), count_(static_cast<size_t>(std::max(node.input_size() - 2, 0))) {}

  size_t count() const { return count_; }

  // Finds the carried values that are sequences. E2001, E2002.
  Status Look() {
    for (size_t i = 0; i < count_; ++i) {
      const Sequence* sequence = outside_.sequences.Find(InitialName(i));
      if (sequence == nullptr) {
        OPDK_TRY(RequireInput(Formal(i), fmt::format("{}: the body's input", NodeTitle(node_))));
        continue;
      }
      sequences_.push_back({i, *sequence, !sequence->packed && sequence->elements.empty()});
    }
    return {};
  }

  // Adds the initial values of the loop and their types.
  Status AddInitial(const ReadBodyFn& read, Names& names, Descs& descs) {
    OPDK_TRY(const std::vector<int64_t> ranks, RanksOfElements(read));
    auto sequence = sequences_.begin();
    for (size_t i = 0; i < count_; ++i) {
      if (sequence == sequences_.end() || sequence->value != i) {
        names.push_back(InitialName(i));
        descs.push_back(InitialDesc(outside_, InitialName(i), Formal(i)));
        continue;
      }
      const auto number = static_cast<size_t>(sequence - sequences_.begin());
      OPDK_TRY(sequence->initial.packed, outside_.sequences.Packed(sequence->initial, ranks[number]));
      if (sequence->initial.packed->ranks == Ranks::kSeveral) sequence->ranks = Ranks::kSeveral;
      OPDK_TRY(const Names parts, outside_.sequences.Parts(sequence->initial));
      for (const std::string& tensor : parts) {
        names.push_back(tensor);
        descs.push_back(outside_.DescOf(tensor));
      }
      ++sequence;
    }
    return {};
  }

  // Gives the body its inputs.
  Status AddFormals(const Descs& descs, Inside& inside) const {
    auto sequence = sequences_.begin();
    size_t at = 0;
    for (size_t i = 0; i < count_; ++i) {
      const std::string& formal = Formal(i).name();
      if (sequence == sequences_.end() || sequence->value != i) {
        OPDK_TRY(inside.AddInput(formal, descs[at++]));
        continue;
      }
      Names parts;
      for (const char* part : PartsOf(sequence->initial)) {
        parts.push_back(formal + part);
        OPDK_TRY(inside.AddInput(parts.back(), descs[at++]));
      }
      // A graph that can't be read again takes nothing from its results.
      const Ranks ranks = outside_.graph.MayReadAgain() ? sequence->ranks : Ranks::kSeveral;
      inside.sequences().Define(formal, Sequences::OfParts(parts, sequence->initial, ranks));
      ++sequence;
    }
    return {};
  }

  // Adds the values that the body passes to the next iteration. Returns whether one is a sequence of several ranks that
  // the body took for one of one rank: the body must be read again.
  Result<bool> AddResults(Inside& inside, Names& names) {
    bool reads_again = false;
    auto sequence = sequences_.begin();
    for (size_t i = 0; i < count_; ++i) {
      const std::string& result = body_.output(static_cast<int>(1 + i)).name();
      const Sequence* given = inside.sequences().Find(result);
      const bool is_sequence = sequence != sequences_.end() && sequence->value == i;
      if (is_sequence != (given != nullptr)) {
        return Misfit(node_, fmt::format("its body takes '{}' and gives '{}', of which one is a sequence alone",
                                         Formal(i).name(), result));
      }
      if (!is_sequence) {
        names.push_back(result);
        continue;
      }
      Sequence next = *given;
      sequence->is_plain = sequence->initial.MayBeAbsent() && given->kind == Sequence::Kind::kSequence;
      if (sequence->is_plain) next.kind = Sequence::Kind::kOptionalSequence;
      if (next.MayBeAbsent() != sequence->initial.MayBeAbsent()) {
        return Misfit(node_, fmt::format("its body takes '{}' and gives '{}', of which one is optional alone",
                                         Formal(i).name(), result));
      }
      OPDK_TRY(next.packed, inside.sequences().Packed(next));
      if (next.packed->ranks == Ranks::kSeveral && sequence->ranks != Ranks::kSeveral) {
        sequence->ranks = Ranks::kSeveral;
        reads_again = outside_.graph.MayReadAgain();
      }
      OPDK_TRY(const Names parts, inside.sequences().Parts(next));
      names.insert(names.end(), parts.begin(), parts.end());
      ++sequence;
    }
    return reads_again;
  }

  // Adds the last values, which are the node's first outputs.
  void AddFinals(Names& names) const {
    auto sequence = sequences_.begin();
    for (size_t i = 0; i < count_; ++i) {
      const std::string output = static_cast<int>(i) < node_.output_size() ? node_.output(static_cast<int>(i)) : "";
      if (sequence == sequences_.end() || sequence->value != i) {
        names.push_back(output);
        continue;
      }
      Names parts;
      for (const char* part : PartsOf(sequence->initial)) {
        parts.push_back(outside_.graph.values().NewName(output + part));
      }
      names.insert(names.end(), parts.begin(), parts.end());
      if (!output.empty()) {
        outside_.sequences.Define(output, Sequences::OfParts(parts, sequence->initial, sequence->ranks));
      }
      ++sequence;
    }
  }

  // Makes sequences of the optional ones that the body gives as sequences. A loop of no trips gives its initial value,
  // which must be there. Call it behind the loop.
  Status GivePlain() const {
    for (const CarriedSequence& sequence : sequences_) {
      const auto i = static_cast<int>(sequence.value);
      if (!sequence.is_plain || i >= node_.output_size() || node_.output(i).empty()) continue;
      OPDK_TRY(Sequence plain, outside_.sequences.Required(*outside_.sequences.Find(node_.output(i))));
      outside_.sequences.Define(node_.output(i), std::move(plain));
    }
    return {};
  }

 private:
  const std::string& InitialName(size_t i) const { return node_.input(static_cast<int>(2 + i)); }
  const onnx::ValueInfoProto& Formal(size_t i) const { return body_.input(static_cast<int>(2 + i)); }

  // Returns the ranks of the sequences' elements. The rank of a sequence without elements is the rank of a value that
  // the body adds to it.
  Result<std::vector<int64_t>> RanksOfElements(const ReadBodyFn& read) {
    std::vector<int64_t> ranks(sequences_.size(), 0);
    const bool open = std::any_of(sequences_.begin(), sequences_.end(), [](const auto& each) { return each.empty; });
    if (!open || !outside_.graph.MayReadAgain()) return ranks;
    outside_.graph.CountReadAgain();
    Descs descs;
    std::vector<size_t> places;
    auto sequence = sequences_.begin();
    for (size_t i = 0; i < count_; ++i) {
      if (sequence == sequences_.end() || sequence->value != i) {
        descs.push_back(AnyExtents(InitialDesc(outside_, InitialName(i), Formal(i))));
        continue;
      }
      sequence->ranks = sequence->empty ? Ranks::kNone : Ranks::kOne;
      OPDK_TRY(const Names parts, outside_.sequences.Parts(sequence->initial));
      places.push_back(descs.size() + 2);  // of the body's shapes output; the body's first output is its condition
      for (const std::string& part : parts) descs.push_back(AnyExtents(outside_.DescOf(part)));
      ++sequence;
    }
    OPDK_TRY(const BodyRead body, read(descs));
    const Descs given = body.inside->DescsOf(body.outputs);
    for (size_t i = 0; i < ranks.size(); ++i) {
      const std::vector<int64_t> dims = given[places[i]].GetShape().GetDims();
      if (dims.size() == 2 && dims[1] > 0) ranks[i] = dims[1];
      // A sequence that has elements was read without its extents, so its ranks are still to be found.
      if (!sequences_[i].empty || sequences_[i].ranks == Ranks::kNone) sequences_[i].ranks = Ranks::kOne;
    }
    return ranks;
  }

  const onnx::NodeProto& node_;
  const onnx::GraphProto& body_;
  const Outside& outside_;
  size_t count_;
  std::vector<CarriedSequence> sequences_;
};

Status CheckLoop(const onnx::NodeProto& node, const onnx::GraphProto& body, int values) {
  if (body.input_size() != values + 2) {
    return Misfit(node, fmt::format("{} values go round, so that its body has {} inputs, but it has {}", values,
                                    values + 2, body.input_size()));
  }
  const int scans = body.output_size() - 1 - values;
  if (scans >= 0 && node.output_size() <= values + scans) return {};
  return Misfit(node, fmt::format("it has {} outputs, but its body gives {} values and {} scan outputs",
                                  node.output_size(), values, std::max(scans, 0)));
}

}  // namespace

Result<Body> ReadBody(const std::string& name, Descs values, size_t slices, const Outside& outside,
                      const ReadBodyFn& read) {
  for (int round = 0;; ++round) {
    // Values of unknown rank can't change their shapes any more.
    if (!outside.graph.MayReadAgain()) std::transform(values.begin(), values.end(), values.begin(), AnyRank);
    if (round > 0) outside.graph.CountReadAgain();
    auto body = read(values);
    const Descs given = body.ok() ? body->inside->DescsOf(body->outputs) : Descs();
    const std::span<const ge::TensorDesc> next(given);
    const bool widened = importer::Widen(body.ok() ? next.subspan(1, values.size()) : next, round, values);
    if (widened) continue;
    if (!body.ok()) return std::move(body).status();
    OPDK_TRY(ge::Graph region, body->inside->importer().FinishRegion(name, body->outputs));
    return Body{std::move(region), std::move(values), {given.end() - static_cast<std::ptrdiff_t>(slices), given.end()}};
  }
}

ge::TensorDesc InitialDesc(const Outside& outside, const std::string& value, const onnx::ValueInfoProto& formal) {
  ge::TensorDesc initial = outside.DescOf(value);
  if (initial.GetDataType() != ge::DT_UNDEFINED) return initial;
  return UnknownOf(DescOfType(formal.type()).GetDataType());
}

std::vector<std::vector<int64_t>> DeclaredSlices(const onnx::GraphProto& graph, size_t count) {
  std::vector<std::vector<int64_t>> slices;
  for (int i = graph.output_size() - static_cast<int>(count); i < graph.output_size(); ++i) {
    slices.push_back(DescOfType(graph.output(i).type()).GetShape().GetDims());
  }
  return slices;
}

Status AddLoop(const onnx::NodeProto& node, const LoopPlan& plan, const Body& body, const Outside& outside) {
  Names inputs = {plan.trips, plan.condition};
  inputs.insert(inputs.end(), plan.initial.begin(), plan.initial.end());
  inputs.insert(inputs.end(), plan.captured.inputs.begin(), plan.captured.inputs.end());
  Names outputs = plan.finals;
  outputs.resize(plan.initial.size() + plan.captured.inputs.size());
  outputs.insert(outputs.end(), plan.scans.begin(), plan.scans.end());
  for (size_t i = 0; i < plan.finals.size(); ++i) outside.Know(plan.finals[i], body.values[i]);
  for (size_t i = 0; i < plan.scans.size(); ++i) {
    const ge::TensorDesc& slice = body.slices[i];
    std::vector<int64_t> dims = slice.GetShape().GetDims();
    if (SaysRank(slice)) dims.insert(dims.begin(), -1);
    outside.Know(plan.scans[i], ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, slice.GetDataType()));
  }
  importer::SourceNode loop = ControlNode(node, std::move(inputs), std::move(outputs));
  if (loop.name.empty()) loop.name = fmt::format("{}_{}", node.op_type(), node.output(0));
  if (!plan.slices.empty()) loop.attributes["slice_shapes"] = plan.slices;
  return outside.graph.AddControl(loop, "Loop", {{"body", body.graph}});
}

Status ReadLoop(const onnx::NodeProto& node, const Outside& outside, const ReadNodesFn& read_nodes) {
  OPDK_TRY(const onnx::GraphProto* graph, GraphOf(node, "body"));
  LoopPlan plan;
  if (node.input_size() > 0) plan.trips = node.input(0);
  if (node.input_size() > 1) plan.condition = node.input(1);
  Carried carried(node, *graph, outside);
  const int values = static_cast<int>(carried.count());
  OPDK_TRY(CheckLoop(node, *graph, values));
  OPDK_TRY(carried.Look());
  plan.captured.Add(*graph, outside);
  const auto read_once = [&](const Descs& descs, bool& reads_again) -> Result<BodyRead> {
    BodyRead body{std::make_unique<Inside>(outside), {graph->output(0).name()}};
    OPDK_TRY(body.inside->AddInput(graph->input(0).name(), OwnInput(graph->input(0), ge::DT_INT64)));
    OPDK_TRY(body.inside->AddInput(graph->input(1).name(), OwnInput(graph->input(1), ge::DT_BOOL)));
    OPDK_TRY(carried.AddFormals(descs, *body.inside));
    OPDK_TRY(body.inside->AddCaptured(plan.captured));
    OPDK_TRY(read_nodes(*graph, body.inside->importer(), body.inside->sequences()));
    OPDK_TRY(reads_again, carried.AddResults(*body.inside, body.outputs));
    body.outputs.insert(body.outputs.end(), plan.captured.inputs.begin(), plan.captured.inputs.end());
    for (int i = 1 + values; i < graph->output_size(); ++i) body.outputs.push_back(graph->output(i).name());
    return body;
  };
  const auto read = [&](const Descs& descs) -> Result<BodyRead> {
    bool reads_again = false;
    auto body = read_once(descs, reads_again);
    while (body.ok() && reads_again) {
      outside.graph.CountReadAgain();
      body = read_once(descs, reads_again);
    }
    return body;
  };
  Descs initial;
  OPDK_TRY(carried.AddInitial(read, plan.initial, initial));
  const auto scans = static_cast<size_t>(graph->output_size() - 1 - values);
  OPDK_TRY(const Body body, ReadBody(graph->name(), std::move(initial), scans, outside, read));
  carried.AddFinals(plan.finals);
  plan.slices = DeclaredSlices(*graph, scans);
  for (size_t i = 0; i < scans; ++i) {
    const int output = values + static_cast<int>(i);
    plan.scans.push_back(output < node.output_size() ? node.output(output) : "");
  }
  OPDK_TRY(AddLoop(node, plan, body, outside));
  return carried.GivePlain();
}

}  // namespace opdk::onnx_plugin
