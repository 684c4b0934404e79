#include "sdk/adapters/tensorflow/engine/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "opdk/message_attrs.h"
#include "register/register.h"
#include "sdk/adapters/tensorflow/abi.h"

namespace opdk::tensorflow_adapter {
namespace {

using tensorflow::AttrValue;
using tensorflow::DataType;
using tensorflow::NodeDef;

constexpr int kMaxDepth = 10;  // of functions that call functions

// Returns the types that need no mapping: the reader of graphs itself translates control flow, calls and lists.
const std::set<std::string_view>& ReadersOwn() {
  static const std::set<std::string_view> types = {"Const",
                                                   "Enter",
                                                   "Exit",
                                                   "LoopCond",
                                                   "Merge",
                                                   "NextIteration",
                                                   "NoOp",
                                                   "Switch",
                                                   "Case",
                                                   "For",
                                                   "If",
                                                   "PartitionedCall",
                                                   "StatelessCase",
                                                   "StatelessIf",
                                                   "StatelessWhile",
                                                   "While",
                                                   "EmptyTensorList",
                                                   "TensorListGather",
                                                   "TensorListGetItem",
                                                   "TensorListFromTensor",
                                                   "TensorListLength",
                                                   "TensorListPushBack",
                                                   "TensorListReserve",
                                                   "TensorListSetItem",
                                                   "TensorListStack",
                                                   "StatefulPartitionedCall"};
  return types;
}

constexpr std::string_view kBorderTypes[] = {"Placeholder",   "PlaceholderV2", "PlaceholderWithDefault",
                                             "_Arg",          "_DeviceArg",    "_Retval",
                                             "_DeviceRetval", "_Send",         "_Recv",
                                             "_HostSend",     "_HostRecv",     "GeOp",
                                             "ControlTrigger"};

constexpr int kReference = 100;  // offset of a reference type's number from the type's number

bool IsReference(DataType type) { return static_cast<int>(type) > kReference; }

std::vector<DataType> DeclaredTypes(const NodeDef& node, const char* attribute) {
  std::vector<DataType> types;
  const auto found = node.attr().find(attribute);
  if (found == node.attr().end()) return types;
  for (const int type : found->second.list().type()) types.push_back(static_cast<DataType>(type));
  return types;
}

bool HasFlag(const NodeDef& node, const char* name) {
  const auto found = node.attr().find(name);
  return found != node.attr().end() && found->second.b();
}

// Returns the types that attributes name: of the node's values, whatever the operator calls them.
std::set<DataType> NamedTypes(const NodeDef& node) {
  std::set<DataType> types;
  for (const DataType type : DeclaredTypes(node, OPDK_TF_TYPES))
    types.insert(IsReference(type) ? DataType(type - kReference) : type);
  for (const auto& [name, attribute] : node.attr()) {
    if (name.starts_with('_')) continue;
    if (attribute.value_case() == AttrValue::kType) types.insert(attribute.type());
    for (const int type : attribute.list().type()) types.insert(static_cast<DataType>(type));
  }
  return types;
}

// Variables and what reads and writes them, iterators: TensorFlow's own.
bool IsOfTensorFlow(const NodeDef& node) {
  const std::string& op = node.op();
  if (std::find(std::begin(kBorderTypes), std::end(kBorderTypes), op) != std::end(kBorderTypes)) return true;
  if (op.find("Dataset") != std::string::npos || op.find("Iterator") != std::string::npos) return true;
  if (op.find("Variable") != std::string::npos) return true;
  const auto is_handle = [](DataType type) { return IsReference(type) || type == tensorflow::DT_RESOURCE; };
  const std::vector<DataType> outputs = DeclaredTypes(node, OPDK_TF_TYPES);
  const std::vector<DataType> inputs = DeclaredTypes(node, OPDK_TF_INPUT_TYPES);
  return !op.starts_with("TensorArray") && (std::any_of(outputs.begin(), outputs.end(), is_handle) ||
                                            std::any_of(inputs.begin(), inputs.end(), is_handle));
}

}  // namespace

bool IsConstant(const NodeDef& node) {
  if (node.op() != "Const") return false;
  const auto value = node.attr().find("value");
  return value != node.attr().end() &&
         TensorFlowDtype(tensorflow::DataType_Name(value->second.tensor().dtype())) != ge::DT_UNDEFINED &&
         value->second.tensor().dtype() != tensorflow::DT_STRING;
}

std::vector<bool> TiedInputs(const NodeDef& node) {
  std::vector<bool> tied;
  for (const DataType type : DeclaredTypes(node, OPDK_TF_INPUT_TYPES)) {
    tied.push_back(IsReference(type) || type == tensorflow::DT_RESOURCE || type == tensorflow::DT_VARIANT ||
                   type == tensorflow::DT_STRING);
  }
  return tied;
}

bool GivesReference(const NodeDef& node, int output) {
  const std::vector<DataType> types = DeclaredTypes(node, OPDK_TF_TYPES);
  return static_cast<size_t>(output) < types.size() && IsReference(types[static_cast<size_t>(output)]);
}

std::vector<DataType> OutputTypes(const NodeDef& node) {
  std::vector<DataType> types = DeclaredTypes(node, OPDK_TF_TYPES);
  for (DataType& type : types) {
    if (IsReference(type)) type = static_cast<DataType>(type - kReference);
  }
  return types;
}

SupportTable::SupportTable(const PackageRegistry& packages, const tensorflow::FunctionDefLibrary& library)
    : packages_(packages) {
  for (const auto& function : library.function()) functions_.emplace(function.signature().name(), &function);
}

std::string SupportTable::WhyNotMapped(const NodeDef& node, int depth) const {
  std::vector<std::string> called;
  for (const auto& [name, attribute] : node.attr()) {
    if (name.starts_with('_')) continue;
    if (attribute.has_func()) called.push_back(attribute.func().name());
    for (const auto& function : attribute.list().func()) called.push_back(function.name());
  }
  if (functions_.contains(node.op())) {
    called.push_back(node.op());
  } else if (!ReadersOwn().contains(node.op()) && packages_.FindMapping(domi::TENSORFLOW, node.op()) == nullptr &&
             !packages_.HasCustomPrototype(node.op())) {
    return "no operator is mapped to it";
  }
  if (called.empty()) return "";
  if (depth == kMaxDepth) return fmt::format("its functions call each other more than {} deep", kMaxDepth);
  for (const std::string& name : called) {
    const auto function = functions_.find(name);
    if (function == functions_.end()) return fmt::format("its function {} isn't there", name);
    for (const NodeDef& inner : function->second->node_def()) {
      const std::string why = WhyNotMapped(inner, depth + 1);
      if (!why.empty()) return fmt::format("its function has a {}: {}", inner.op(), why);
    }
  }
  return "";
}

Support SupportTable::Of(const NodeDef& node) const {
  const std::set<DataType> types = NamedTypes(node);
  const bool calls = functions_.contains(node.op()) || node.op().ends_with("PartitionedCall");
  if (IsOfTensorFlow(node)) {
    if (calls) return {"a function that takes a variable's handle stays", false};
    return {"", true};
  }
  std::string why = WhyNotMapped(node, 0);
  for (const DataType type : types) {
    if (!why.empty()) break;
    if (type == tensorflow::DT_VARIANT && node.op().find("TensorList") != std::string::npos) continue;
    if (type == tensorflow::DT_VARIANT || type == tensorflow::DT_RESOURCE) continue;  // control flow that carries lists
    const std::string name = tensorflow::DataType_Name(type);
    // A node that only moves texts (for example names of variables) isn't reported: no user misses its computation.
    if (type == tensorflow::DT_STRING) return {"strings stay in TensorFlow", true};
    if (TensorFlowDtype(name) == ge::DT_UNDEFINED) why = fmt::format("opdk has no type {}", name);
  }
  const bool has_state = HasFlag(node, OPDK_TF_STATEFUL) && !calls && !node.op().starts_with("TensorArray");
  // Random numbers and the like go on from where TensorFlow is with them.
  if (why.empty() && has_state) return {"its state is TensorFlow's", true};
  return {why, false};
}

}  // namespace opdk::tensorflow_adapter
