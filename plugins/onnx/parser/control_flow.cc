#include "plugins/onnx/parser/control_flow.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

#include "plugins/onnx/parser/loops.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/regions.h"

namespace opdk::onnx_plugin {
namespace {

// One branch of an If and the values that it gives.
struct Branch {
  std::unique_ptr<Inside> inside;
  Names outputs;
};
using Branches = std::array<Branch, 2>;
constexpr std::array<const char*, 2> kBranches = {"then_branch", "else_branch"};

// Reads a branch. A branch that never runs may be impossible for the types of its inputs. Where its mappings refuse the
// types as they are, the branch is read for weaker types.
Result<std::unique_ptr<Inside>> ReadBranch(const onnx::GraphProto& graph, const Captured& captured,
                                           const Outside& outside, const ReadNodesFn& read_nodes) {
  const auto read = [&](const WeakerFn& weaker) -> Result<std::unique_ptr<Inside>> {
    auto inside = std::make_unique<Inside>(outside);
    OPDK_TRY(inside->AddCaptured(captured, weaker));
    OPDK_TRY(read_nodes(graph, inside->importer(), inside->sequences()));
    return inside;
  };
  auto branch = read(nullptr);
  for (const WeakerFn weaker : {AnyExtents, AnyRank}) {
    if (branch.ok() || branch.status().code() != ErrorCode::kModelInvalid || !outside.graph.MayReadAgain()) break;
    outside.graph.CountReadAgain();
    if (auto again = read(weaker); again.ok()) branch = std::move(again);
  }
  return branch;
}

// Returns the ranks of a sequence that one of two branches gives. Two branches whose sequences have one rank each may
// have different ones, but a run takes one of them.
PackedSequence::Ranks RanksOfEither(PackedSequence::Ranks first, PackedSequence::Ranks second) {
  using Ranks = PackedSequence::Ranks;
  if (first == second) return first;
  return first == Ranks::kSeveral || second == Ranks::kSeveral ? Ranks::kSeveral : Ranks::kOne;
}

// Adds a sequence that both branches give. Its elements are separate outputs where both branches have as many, else the
// sequence is packed.
Status AddSequenceOutput(const onnx::NodeProto& node, const std::string& output, const Names& names,
                         const Outside& outside, Branches& branches, Names& outputs) {
  std::array<const Sequence*, 2> found = {};
  for (size_t i = 0; i < 2; ++i) found[i] = branches[i].inside->sequences().Find(names[i]);
  const bool both = found[0] != nullptr && found[1] != nullptr;
  std::array<Sequence, 2> given;
  for (size_t i = 0; both && i < 2; ++i) {
    given[i] = *found[i];
    // An absent value without a declared type is of the other branch's kind.
    if (found[i]->IsAbsent() && found[1 - i]->MayBeAbsent()) {
      given[i].kind = Sequence::Kind::kNoSequence;
      given[i].dtype = found[1 - i]->dtype;
    }
  }
  const bool same_kind = given[0].kind == given[1].kind;
  if (!both || (!same_kind && !(given[0].MayBeAbsent() && given[1].MayBeAbsent()))) {
    return Status(ErrorCode::kOperatorUnknown,
                  fmt::format("{}: its branches give '{}' as two kinds: a tensor, a sequence or an optional value",
                              NodeTitle(node), output))
        .Hint("let both branches give a sequence, or an optional tensor");
  }
  Sequence sequence = given[given[0].elements.empty() ? 1 : 0];
  const bool in_run = !given[0].present.empty() || !given[1].present.empty();
  sequence.present.clear();
  const auto add = [&](const std::string& first, const std::string& second) {
    branches[0].outputs.push_back(first);
    branches[1].outputs.push_back(second);
    outputs.push_back(outside.graph.values().NewName(output));
    return outputs.back();
  };
  const bool listed = !given[0].packed && !given[1].packed && given[0].elements.size() == given[1].elements.size();
  if (same_kind && !in_run && listed) {
    for (size_t i = 0; i < sequence.elements.size(); ++i) {
      sequence.elements[i] = add(given[0].elements[i], given[1].elements[i]);
    }
  } else {
    std::array<Names, 2> parts;
    int64_t rank = 0;
    // The elements of the branch that has some tell their rank.
    for (const bool with_elements : {true, false}) {
      for (size_t i = 0; i < 2; ++i) {
        if ((given[i].packed || !given[i].elements.empty()) != with_elements) continue;
        Sequences& sequences = branches[i].inside->sequences();
        OPDK_TRY(given[i].packed, sequences.Packed(given[i], rank));
        OPDK_TRY(parts[i], sequences.Parts(given[i]));
        if (with_elements) rank = branches[i].inside->RankOf(*given[i].packed);
      }
    }
    Names joined;
    for (size_t part = 0; part < parts[0].size(); ++part) joined.push_back(add(parts[0][part], parts[1][part]));
    sequence = Sequences::OfParts(joined, sequence, RanksOfEither(given[0].packed->ranks, given[1].packed->ranks));
  }
  outside.sequences.Define(output, std::move(sequence));
  return {};
}

Status AddIf(const onnx::NodeProto& node, const Outside& outside, const ReadNodesFn& read_nodes) {
  Captured captured;
  std::array<const onnx::GraphProto*, 2> graphs = {};
  for (size_t i = 0; i < 2; ++i) {
    OPDK_TRY(graphs[i], GraphOf(node, kBranches[i]));
    captured.Add(*graphs[i], outside);
  }
  Branches branches;
  for (size_t i = 0; i < 2; ++i) {
    if (graphs[i]->input_size() > 0) return Misfit(node, fmt::format("its {} has inputs of its own", kBranches[i]));
    if (graphs[i]->output_size() != node.output_size()) {
      return Misfit(node, fmt::format("it has {} outputs, its {} {}", node.output_size(), kBranches[i],
                                      graphs[i]->output_size()));
    }
    OPDK_TRY(branches[i].inside, ReadBranch(*graphs[i], captured, outside, read_nodes));
  }
  Names outputs;
  for (int i = 0; i < node.output_size(); ++i) {
    const Names names = {graphs[0]->output(i).name(), graphs[1]->output(i).name()};
    const bool tensors = branches[0].inside->sequences().Find(names[0]) == nullptr &&
                         branches[1].inside->sequences().Find(names[1]) == nullptr;
    if (!tensors) {
      OPDK_TRY(AddSequenceOutput(node, node.output(i), names, outside, branches, outputs));
      continue;
    }
    outputs.push_back(node.output(i));
    for (size_t b = 0; b < 2; ++b) branches[b].outputs.push_back(names[b]);
  }
  std::vector<std::pair<std::string, ge::Graph>> regions;
  std::vector<Descs> descs;
  for (size_t i = 0; i < 2; ++i) {
    Inside& inside = *branches[i].inside;
    descs.push_back(inside.DescsOf(branches[i].outputs));
    OPDK_TRY(const ge::Graph region, inside.importer().FinishRegion(graphs[i]->name(), branches[i].outputs));
    regions.emplace_back(kBranches[i], region);
  }
  // Sequences without elements are known already.
  if (outputs.empty()) return {};
  for (size_t i = 0; i < outputs.size(); ++i) outside.Know(outputs[i], Join(descs[0][i], descs[1][i]));
  Names inputs = {node.input(0)};
  inputs.insert(inputs.end(), captured.inputs.begin(), captured.inputs.end());
  return outside.graph.AddControl(ControlNode(node, std::move(inputs), std::move(outputs)), "If", regions);
}

}  // namespace

bool HoldsGraphs(const onnx::NodeProto& node) {
  return node.op_type() == "If" || node.op_type() == "Loop" || node.op_type() == "Scan";
}

Status AddControlFlow(const onnx::NodeProto& node, int64_t opset, importer::Importer& outside, Sequences& sequences,
                      const ReadNodesFn& read_nodes) {
  const Outside here{outside, sequences};
  if (node.op_type() == "If") return AddIf(node, here, read_nodes);
  if (node.op_type() == "Loop") return ReadLoop(node, here, read_nodes);
  return ReadScan(node, opset, here, read_nodes);
}

}  // namespace opdk::onnx_plugin
