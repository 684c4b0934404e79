#include <fmt/format.h>

#include <cstring>

#include "sdk/src/tbe/build.h"
#include "tbe/op_compute.h"

namespace tbe {
namespace {

// What a kernel asks for wrongly is an author's error; it says what the prototype has.
[[noreturn]] void FailPort(const opdk::OpDesc& op, const char* call, const char* what, const char* port,
                           const std::vector<opdk::IrPort>& declared) {
  std::vector<std::string> names;
  for (const opdk::IrPort& ir_port : declared) names.push_back(ir_port.name);
  const std::string near = opdk::Nearest(port, names);
  Fail(call, fmt::format("{} (node {}) has no {} \"{}\"{}", op.type, op.name, what, port,
                         near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

// The value of an attribute, its prototype's default when the node doesn't set it; nullptr when there is neither.
const opdk::Attr* FindAttr(const opdk::OpDesc& op, const char* name) {
  const auto set = op.attrs.find(name);
  if (set != op.attrs.end() && !std::holds_alternative<std::monostate>(set->second)) return &set->second;
  for (const opdk::IrAttr& declared : op.ir_attrs) {
    if (declared.name == name && !std::holds_alternative<std::monostate>(declared.default_value)) {
      return &declared.default_value;
    }
  }
  return nullptr;
}

template <typename T>
const T& AttrOf(const opdk::OpDesc& op, const char* name, const char* type) {
  const opdk::Attr* attr = FindAttr(op, name);
  const T* value = attr == nullptr ? nullptr : std::get_if<T>(attr);
  if (value == nullptr) {
    Fail("OpParams", fmt::format("{} (node {}) has no attribute \"{}\" of type {}", op.type, op.name, name, type));
  }
  return *value;
}

// Index of the connected entry, -1 when the port is an absent optional one.
int ConnectedInput(const opdk::OpDesc& op, const std::vector<Tensor>& inputs, const char* port, const char* call) {
  int first = -1;
  const int count = op.InputCount(port, &first);
  // An entry of a dynamic port ("x0") is known by its own name only.
  const int index = count > 0 ? first : op.FindInput(port);
  if (index >= 0) return static_cast<size_t>(index) < inputs.size() && inputs[index] ? index : -1;
  for (const opdk::IrPort& declared : op.ir_inputs) {
    if (declared.name == port) return -1;
  }
  FailPort(op, call, "input", port, op.ir_inputs);
}

template <typename T>
std::vector<int64_t> Widen(const ge::Tensor& tensor) {
  std::vector<T> values(tensor.GetSize() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), tensor.GetData(), values.size() * sizeof(T));
  return {values.begin(), values.end()};
}

}  // namespace

OpParams::OpParams(const opdk::OpDesc& op, const std::vector<Tensor>& inputs, const opdk::ConstInputFn& const_input)
    : op_(op), inputs_(inputs), const_input_(const_input) {
  for (const opdk::Port& output : op.outputs) output_shapes_.push_back(output.desc.GetShape().GetDims());
}

Tensor OpParams::Input(const char* port) const {
  const int index = ConnectedInput(op_, inputs_, port, "OpParams::Input");
  if (index < 0) {
    Fail("OpParams::Input",
         fmt::format("input \"{}\" of {} (node {}) isn't connected; ask HasInput first", port, op_.type, op_.name));
  }
  return inputs_[index];
}

bool OpParams::HasInput(const char* port) const {
  return ConnectedInput(op_, inputs_, port, "OpParams::HasInput") >= 0;
}

std::vector<Tensor> OpParams::DynamicInput(const char* port) const {
  int first = 0;
  const int count = op_.InputCount(port, &first);
  if (count == 0) ConnectedInput(op_, inputs_, port, "OpParams::DynamicInput");  // is it declared at all?
  std::vector<Tensor> entries;
  for (int i = first; i < first + count; ++i) entries.push_back(inputs_.at(static_cast<size_t>(i)));
  return entries;
}

int64_t OpParams::OutputCount(const char* port) const { return op_.OutputCount(port); }

const std::vector<int64_t>& OpParams::OutputShape(const char* port) const {
  const int index = op_.FindOutput(port);
  if (index < 0) FailPort(op_, "OpParams::OutputShape", "output", port, op_.ir_outputs);
  return output_shapes_[static_cast<size_t>(index)];
}

DataType OpParams::OutputDtype(const char* port) const {
  const int index = op_.FindOutput(port);
  if (index < 0) FailPort(op_, "OpParams::OutputDtype", "output", port, op_.ir_outputs);
  return op_.outputs[static_cast<size_t>(index)].desc.GetDataType();
}

std::vector<int64_t> OpParams::InputInts(const char* port) const {
  constexpr const char* kCall = "OpParams::InputInts";
  const int index = ConnectedInput(op_, inputs_, port, kCall);
  ge::Tensor value;
  if (index < 0 || !const_input_ || !const_input_(index, value)) {
    Fail(kCall, fmt::format("the values of input \"{}\" of {} (node {}) aren't known; list it under value_depend in "
                            "the operator information",
                            port, op_.type, op_.name));
  }
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
      Fail(kCall, fmt::format("input \"{}\" of {} (node {}) holds {}, not int8, int16, int32, int64, uint8 or bool",
                              port, op_.type, op_.name, DtypeName(value.GetDataType())));
  }
}

int64_t OpParams::Int(const char* attr) const { return AttrOf<int64_t>(op_, attr, "Int"); }
float OpParams::Float(const char* attr) const { return AttrOf<float>(op_, attr, "Float"); }
bool OpParams::Bool(const char* attr) const { return AttrOf<bool>(op_, attr, "Bool"); }
std::string OpParams::String(const char* attr) const { return AttrOf<std::string>(op_, attr, "String"); }

std::vector<int64_t> OpParams::ListInt(const char* attr) const {
  return AttrOf<std::vector<int64_t>>(op_, attr, "ListInt");
}

std::vector<float> OpParams::ListFloat(const char* attr) const {
  return AttrOf<std::vector<float>>(op_, attr, "ListFloat");
}

bool OpParams::HasAttr(const char* attr) const { return FindAttr(op_, attr) != nullptr; }

}  // namespace tbe
