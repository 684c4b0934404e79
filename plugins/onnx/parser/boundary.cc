#include "plugins/onnx/parser/boundary.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/narrow_numbers.h"
#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {
namespace {

using Kind = Sequence::Kind;

std::string DataOf(const std::string& name) { return name + ".data"; }
std::string ShapesOf(const std::string& name) { return name + ".shapes"; }
std::string PresenceOf(const std::string& name) { return name + ".has"; }

// A declared type: `tensor`, or a sequence of it; `optional`: it may be absent.
struct Declared {
  const onnx::TypeProto* tensor = nullptr;
  bool sequence = false, optional = false;
};

// Finds the tensor in a value's type. E2001: there is none.
Result<Declared> DeclaredOf(const onnx::ValueInfoProto& value, const std::string& role) {
  Declared declared{&value.type()};
  if (declared.tensor->has_optional_type()) {
    declared.optional = true;
    declared.tensor = &declared.tensor->optional_type().elem_type();
  }
  if (declared.tensor->has_sequence_type()) {
    declared.sequence = true;
    declared.tensor = &declared.tensor->sequence_type().elem_type();
  }
  if (declared.tensor->has_tensor_type()) return declared;
  const auto* field = onnx::TypeProto::descriptor()->FindFieldByNumber(declared.tensor->value_case());
  return Status(ErrorCode::kModelInvalid,
                fmt::format("{} '{}' holds a {}; only tensors, sequences of tensors and optional ones are supported",
                            role, value.name(), field == nullptr ? "value of no type" : field->name()))
      .Hint("let the model take and give the tensors that are in it");
}

// Calls `visit` with the name of each value of the graph.
template <typename Visit>
void ForEachValue(const onnx::GraphProto& graph, const Visit& visit) {
  for (const auto& input : graph.input()) visit(input.name());
  for (const auto& initializer : graph.initializer()) visit(initializer.name());
  for (const auto& node : graph.node()) {
    for (const std::string& output : node.output()) visit(output);
  }
}

// Refuses tensors of which one has the name of another value of the model (E2001).
Status CheckNames(const std::string& name, const std::vector<std::string>& tensors, const onnx::GraphProto& graph) {
  std::string taken;
  ForEachValue(graph, [&](const std::string& value) {
    if (value != name && std::find(tensors.begin(), tensors.end(), value) != tensors.end()) taken = value;
  });
  if (taken.empty()) return {};
  return Status(ErrorCode::kModelInvalid,
                fmt::format("graph input '{}' becomes tensors of which one is named '{}', and the model has a value of "
                            "that name",
                            name, taken))
      .Hint("rename the value in the model");
}

// The tensors that take the place of one output. Adds them to `result`.
class OutputTensors {
 public:
  OutputTensors(Sequences& sequences, AskedOutputs& result)
      : sequences_(sequences), packed_(sequences.graph()), result_(result) {}

  Status Add(const Sequence& sequence, const std::string& name) {
    if (sequence.kind == Kind::kOptional) return AddOptional(sequence, name);
    OPDK_TRY(const PackedSequence packed, sequences_.Packed(sequence));
    AddOne(packed.data, DataOf(name));
    AddOne(packed.shapes, ShapesOf(name));
    if (sequence.kind != Kind::kSequence) AddPresence(sequence, sequence.kind == Kind::kOptionalSequence, name);
    return {};
  }

  void AddOne(const std::string& value, const std::string& name) {
    result_.values.push_back(value);
    result_.names.push_back(name);
  }

 private:
  // Adds whether the value is there: `known`, where no run decides it.
  void AddPresence(const Sequence& sequence, bool known, const std::string& name) {
    const auto number = static_cast<uint8_t>(known);
    const ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL);
    AddOne(sequence.present.empty() ? sequences_.graph().values().NewConstant("has", ge::Tensor(desc, &number, 1))
                                    : sequence.present,
           PresenceOf(name));
  }

  Status AddOptional(const Sequence& sequence, const std::string& name) {
    if (sequence.packed) {
      OPDK_TRY(const std::string value, packed_.FirstOrEmpty(*sequence.packed));
      AddOne(value, name);
      OPDK_TRY(const std::string present, packed_.HasElements(*sequence.packed));
      AddOne(present, PresenceOf(name));
      return {};
    }
    const bool empty = sequence.elements.empty();
    const ge::TensorDesc desc(ge::Shape({0}), ge::FORMAT_ND, sequence.dtype);
    AddOne(
        empty ? sequences_.graph().values().NewConstant(name, ge::Tensor(desc, nullptr, 0)) : sequence.elements.front(),
        name);
    AddPresence(sequence, !empty, name);
    return {};
  }

  Sequences& sequences_;
  PackedSequences packed_;
  AskedOutputs& result_;
};

}  // namespace

bool IsSequenceOrOptional(const onnx::ValueInfoProto& value) {
  return value.type().has_sequence_type() || value.type().has_optional_type();
}

Status RequireOutput(const onnx::ValueInfoProto& output) {
  if (!IsSequenceOrOptional(output)) return RequireTensor(output, "graph output");
  return DeclaredOf(output, "graph output").status();
}

Status AddSequenceInput(const onnx::ValueInfoProto& input, const onnx::GraphProto& graph, Sequences& sequences) {
  const std::string& name = input.name();
  OPDK_TRY(const Declared declared, DeclaredOf(input, "graph input"));
  const int32_t type = declared.tensor->tensor_type().elem_type();
  if (GraphType(type) == ge::DT_UNDEFINED || FindNarrowType(type) != nullptr) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("graph input '{}' is a sequence or an optional value with elements of type {}, which is "
                              "not supported",
                              name, OnnxTypeName(type)))
        .Hint("let the model take a tensor of that type, or cast it");
  }
  const ge::TensorDesc element = DescOfType(*declared.tensor);
  Sequence sequence;
  sequence.dtype = element.GetDataType();
  std::vector<std::string> tensors;
  if (declared.optional) {
    sequence.present = PresenceOf(name);
    tensors.push_back(sequence.present);
  }
  if (declared.sequence) {
    sequence.kind = declared.optional ? Kind::kOptionalSequence : Kind::kSequence;
    tensors.insert(tensors.end(), {DataOf(name), ShapesOf(name)});
  } else {
    sequence.kind = Kind::kOptional;
    sequence.elements = {name};
  }
  OPDK_TRY(CheckNames(name, tensors, graph));
  importer::Importer& importer = sequences.graph();
  if (declared.sequence) {
    const bool ranked = declared.tensor->tensor_type().has_shape();
    const int64_t rank = ranked ? declared.tensor->tensor_type().shape().dim_size() : ge::UNKNOWN_DIM;
    const ge::TensorDesc data(ge::Shape({ge::UNKNOWN_DIM}), ge::FORMAT_ND, sequence.dtype);
    const ge::TensorDesc shapes(ge::Shape({ge::UNKNOWN_DIM, rank}), ge::FORMAT_ND, ge::DT_INT64);
    OPDK_TRY(importer.AddInput(DataOf(name), data));
    OPDK_TRY(importer.AddInput(ShapesOf(name), shapes));
    OPDK_TRY(sequence.packed, PackedSequences(importer).Checked({DataOf(name), ShapesOf(name)}));
  } else {
    OPDK_TRY(importer.AddInput(name, element, DimNames(*declared.tensor)));
  }
  if (declared.optional) {
    OPDK_TRY(importer.AddInput(sequence.present, ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL)));
  }
  sequences.Define(name, std::move(sequence));
  return {};
}

Result<AskedOutputs> OutputsAsTensors(const AskedOutputs& outputs, Sequences& sequences) {
  AskedOutputs result;
  OutputTensors tensors(sequences, result);
  for (size_t i = 0; i < outputs.values.size(); ++i) {
    if (const Sequence* sequence = sequences.Find(outputs.values[i]); sequence != nullptr) {
      OPDK_TRY(tensors.Add(Sequence(*sequence), outputs.names[i]));
    } else {
      tensors.AddOne(outputs.values[i], outputs.names[i]);
    }
  }
  if (result.names.size() == outputs.names.size()) return result;
  std::unordered_set<std::string> seen;
  for (const std::string& name : result.names) {
    if (seen.insert(name).second) continue;
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("two outputs would be named '{}': one is a tensor of a sequence or optional value", name))
        .Hint("rename one of the model's outputs");
  }
  return result;
}

}  // namespace opdk::onnx_plugin
