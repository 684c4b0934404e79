#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "opdk/prototype_origin.h"
#include "sdk/api/src/graph/attr_ints.h"
#include "sdk/api/src/graph/lookup_notes.h"
#include "sdk/api/src/tbe/build.h"
#include "tbe/interpreter.h"
#include "tbe/op_compute.h"

namespace tbe {
namespace {

// Fails for a name that the prototype doesn't have. It is an author's error; the message lists the prototype's names.
[[noreturn]] void FailName(const opdk::OpDesc& op, const char* call, const char* kind, const char* name,
                           const std::vector<std::string>& known, opdk::SourcePlace at) {
  Fail(call, fmt::format("{} (node {}) has {}{}", op.type, op.name, opdk::UnknownNameText(kind, name, known),
                         opdk::PlaceText(at)));
}

[[noreturn]] void FailOutput(const opdk::OpDesc& op, const char* call, const char* port, opdk::SourcePlace at) {
  opdk::NotePortMissing(op, call, false, port, at);
  FailName(op, call, "output", port, opdk::NamesOf(op.ir_outputs), at);
}

const opdk::IrAttr* FindDeclared(const opdk::OpDesc& op, std::string_view name) {
  for (const opdk::IrAttr& declared : op.ir_attrs) {
    if (declared.name == name) return &declared;
  }
  return nullptr;
}

// Returns the value of an attribute, or the prototype's default when the node doesn't set it; nullptr when there is
// neither.
const opdk::Attr* FindAttr(const opdk::OpDesc& op, const char* name) {
  const auto set = op.attrs.find(name);
  if (set != op.attrs.end() && !std::holds_alternative<std::monostate>(set->second)) return &set->second;
  const opdk::IrAttr* declared = FindDeclared(op, name);
  return declared == nullptr || std::holds_alternative<std::monostate>(declared->default_value)
             ? nullptr
             : &declared->default_value;
}

template <typename T>
const T& AttrOf(const opdk::OpDesc& op, const char* call, const char* name, opdk::SourcePlace at) {
  const opdk::Attr* attr = FindAttr(op, name);
  const T* value = attr == nullptr ? nullptr : std::get_if<T>(attr);
  if (value != nullptr) return *value;
  const opdk::IrAttr* declared = FindDeclared(op, name);
  if (attr == nullptr) {
    opdk::NoteAttrMissing(op, call, name, at);
  } else {
    opdk::NoteAttrType(op, call, name, opdk::TypeToken(*attr), opdk::TypeToken(T()), at);
  }
  if (declared == nullptr && attr == nullptr) {
    FailName(op, call, "attribute", name, opdk::NamesOf(op.ir_attrs), at);
  }
  Fail(call,
       fmt::format("attribute \"{}\" of {} (node {}) {}{}", name, op.type, op.name,
                   attr == nullptr ? "has no value; ask HasAttr first"
                                   : "is " + (declared == nullptr ? "of another type" : "of type " + declared->type),
                   opdk::PlaceText(at)));
}

// Requires that the output was inferred. If the kernel itself is asked for the inference, there is no inferred output
// yet.
void RequireInferred(const opdk::OpDesc& op, const char* call, int index, opdk::SourcePlace at) {
  const opdk::Port& output = op.outputs[static_cast<size_t>(index)];
  if (output.desc.GetDataType() != ge::DT_UNDEFINED) return;
  Fail(call, fmt::format("output \"{}\" of {} (node {}) is what this kernel is asked for, because the prototype has no "
                         "shape rule: register one with INFER_FUNC_REG{}",
                         output.name, op.type, op.name, opdk::PlaceText(at)));
}

// Returns the index of the connected entry; -1 when the port is an absent optional input.
int ConnectedInput(const opdk::OpDesc& op, const std::vector<Tensor>& inputs, const char* port, const char* call,
                   opdk::SourcePlace at) {
  int first = -1;
  const int count = op.InputCount(port, &first);
  // An entry of a dynamic port ("x0") is known by its own name only.
  const int index = count > 0 ? first : op.FindInput(port);
  if (index >= 0) return static_cast<size_t>(index) < inputs.size() && inputs[index] ? index : -1;
  for (const opdk::IrPort& declared : op.ir_inputs) {
    if (declared.name == port) return -1;
  }
  opdk::NotePortMissing(op, call, true, port, at);
  FailName(op, call, "input", port, opdk::NamesOf(op.ir_inputs), at);
}

template <typename T>
std::vector<int64_t> Widen(const ge::Tensor& tensor) {
  std::vector<T> values(tensor.GetSize() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), tensor.GetData(), values.size() * sizeof(T));
  return {values.begin(), values.end()};
}

ge::Tensor KnownInput(const opdk::OpDesc& op, int index, const opdk::ConstInputFn& const_input, const char* port,
                      const char* call) {
  ge::Tensor value;
  if (index < 0 || !const_input || !const_input(index, value)) {
    Fail(call, fmt::format("the values of input \"{}\" of {} (node {}) aren't known; list it under value_depend in "
                           "the operator information",
                           port, op.type, op.name));
  }
  return value;
}

[[noreturn]] void FailDtype(const opdk::OpDesc& op, const ge::Tensor& value, const char* port, const char* call,
                            const char* wanted) {
  Fail(call, fmt::format("input \"{}\" of {} (node {}) holds {}, not {}", port, op.type, op.name,
                         DtypeName(value.GetDataType()), wanted));
}

}  // namespace

OpParams::OpParams(const opdk::OpDesc& op, const std::vector<Tensor>& inputs, const opdk::ConstInputFn& const_input)
    : op_(op), inputs_(inputs), const_input_(const_input) {
  for (const opdk::Port& output : op.outputs) output_shapes_.push_back(output.desc.GetShape().GetDims());
}

Tensor OpParams::Input(const char* port, opdk::SourcePlace at) const {
  const int index = ConnectedInput(op_, inputs_, port, "OpParams::Input", at);
  if (index < 0) {
    const std::string why =
        fmt::format("input \"{}\" of {} (node {}) isn't connected; ask HasInput first", port, op_.type, op_.name);
    opdk::NoteAbsentRead("OpParams::Input", port, why, at);
    Fail("OpParams::Input", why + opdk::PlaceText(at));
  }
  return inputs_[index];
}

bool OpParams::HasInput(const char* port, opdk::SourcePlace at) const {
  return ConnectedInput(op_, inputs_, port, "OpParams::HasInput", at) >= 0;
}

std::vector<Tensor> OpParams::DynamicInput(const char* port, opdk::SourcePlace at) const {
  int first = 0;
  const int count = op_.InputCount(port, &first);
  if (count == 0) ConnectedInput(op_, inputs_, port, "OpParams::DynamicInput", at);  // is it declared at all?
  std::vector<Tensor> entries;
  for (int i = first; i < first + count; ++i) entries.push_back(inputs_.at(static_cast<size_t>(i)));
  return entries;
}

int64_t OpParams::OutputCount(const char* port, opdk::SourcePlace at) const {
  const std::vector<std::string> declared = opdk::NamesOf(op_.ir_outputs);
  if (std::find(declared.begin(), declared.end(), port) == declared.end()) {
    FailOutput(op_, "OpParams::OutputCount", port, at);
  }
  return op_.OutputCount(port);
}

const std::vector<int64_t>& OpParams::OutputShape(const char* port, opdk::SourcePlace at) const {
  const int index = op_.FindOutput(port);
  if (index < 0) FailOutput(op_, "OpParams::OutputShape", port, at);
  RequireInferred(op_, "OpParams::OutputShape", index, at);
  return output_shapes_[static_cast<size_t>(index)];
}

DataType OpParams::OutputDtype(const char* port, opdk::SourcePlace at) const {
  const int index = op_.FindOutput(port);
  if (index < 0) FailOutput(op_, "OpParams::OutputDtype", port, at);
  RequireInferred(op_, "OpParams::OutputDtype", index, at);
  return op_.outputs[static_cast<size_t>(index)].desc.GetDataType();
}

std::vector<int64_t> OpParams::InputInts(const char* port, opdk::SourcePlace at) const {
  constexpr const char* kCall = "OpParams::InputInts";
  if (auto given = opdk::AttrInts(op_, port)) return *std::move(given);
  const ge::Tensor value = KnownInput(op_, ConnectedInput(op_, inputs_, port, kCall, at), const_input_, port, kCall);
  switch (value.GetDataType()) {
    case ge::DT_INT64:
      return Widen<int64_t>(value);
    case ge::DT_INT32:
      return Widen<int32_t>(value);
    case ge::DT_INT16:
      return Widen<int16_t>(value);
    case ge::DT_INT8:
      return Widen<int8_t>(value);
    case ge::DT_UINT8:
    case ge::DT_BOOL:
      return Widen<uint8_t>(value);
    default:
      FailDtype(op_, value, port, kCall, "int8, int16, int32, int64, uint8 or bool");
  }
}

std::vector<double> OpParams::InputFloats(const char* port, opdk::SourcePlace at) const {
  constexpr const char* kCall = "OpParams::InputFloats";
  const ge::Tensor value = KnownInput(op_, ConnectedInput(op_, inputs_, port, kCall, at), const_input_, port, kCall);
  const DataType dtype = value.GetDataType();
  if (dtype != ge::DT_FLOAT && dtype != ge::DT_FLOAT16 && dtype != ge::DT_BF16 && dtype != ge::DT_DOUBLE) {
    FailDtype(op_, value, port, kCall, "float, float16, bfloat16 or double");
  }
  return ToNumbers(
      {dtype, value.GetTensorDesc().GetShape().GetDims(), {value.GetData(), value.GetData() + value.GetSize()}});
}

bool OpParams::IsZero(const char* port, opdk::SourcePlace at) const {
  const int index = ConnectedInput(op_, inputs_, port, "OpParams::IsZero", at);
  ge::Tensor value;
  if (index < 0 || !const_input_ || !const_input_(index, value)) return false;
  const std::span bytes(value.GetData(), value.GetSize());
  return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}

int64_t OpParams::Int(const char* attr, opdk::SourcePlace at) const {
  return AttrOf<int64_t>(op_, "OpParams::Int", attr, at);
}
float OpParams::Float(const char* attr, opdk::SourcePlace at) const {
  return AttrOf<float>(op_, "OpParams::Float", attr, at);
}
bool OpParams::Bool(const char* attr, opdk::SourcePlace at) const {
  return AttrOf<bool>(op_, "OpParams::Bool", attr, at);
}
ge::AscendString OpParams::Text(const char* attr, opdk::SourcePlace at) const {
  return opdk::Neutral(AttrOf<std::string>(op_, "OpParams::String", attr, at));
}

std::vector<int64_t> OpParams::ListInt(const char* attr, opdk::SourcePlace at) const {
  return AttrOf<std::vector<int64_t>>(op_, "OpParams::ListInt", attr, at);
}

std::vector<float> OpParams::ListFloat(const char* attr, opdk::SourcePlace at) const {
  return AttrOf<std::vector<float>>(op_, "OpParams::ListFloat", attr, at);
}

bool OpParams::HasAttr(const char* attr) const { return FindAttr(op_, attr) != nullptr; }

}  // namespace tbe
