// The data of one operator: a ge::Operator is a handle to it, a node of the graph core owns it.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/shared_list.h"

#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#error \
    "opdk/op_desc.h is opdk's own, between its libraries, and holds std::string: with _GLIBCXX_USE_CXX11_ABI=0 use ge::Operator"
#endif

namespace ge {
class Graph;
class Operator;
}  // namespace ge

namespace opdk {

struct NamedAttrs;

// An attribute's value: one alternative per CANN attribute type (Int, Float, Bool, String, Type, Tensor, Bytes,
// NamedAttrs, ListX …). std::monostate: declared without a value.
using Attr =
    std::variant<std::monostate, int64_t, float, bool, std::string, ge::DataType, ge::Tensor, std::vector<uint8_t>,
                 std::vector<int64_t>, std::vector<float>, std::vector<bool>, std::vector<std::string>,
                 std::vector<ge::DataType>, std::vector<ge::Tensor>, std::vector<std::vector<int64_t>>,
                 std::shared_ptr<NamedAttrs>, std::vector<std::shared_ptr<NamedAttrs>>>;
using AttrMap = std::map<std::string, Attr, std::less<>>;

// Named attributes with a name of their own (ge::NamedAttrs).
struct NamedAttrs {
  std::string name;
  AttrMap attrs;
};

enum class PortKind : uint8_t { kRequired, kOptional, kDynamic };

// A set of data types.
class DtypeSet {
 public:
  DtypeSet() = default;
  DtypeSet(const ge::TensorType& types) {
    for (const ge::DataType dtype : types.Types()) {
      if (IsMember(dtype)) types_.set(static_cast<size_t>(dtype));
    }
  }

  bool empty() const { return types_.none(); }
  bool Has(ge::DataType dtype) const { return IsMember(dtype) && types_.test(static_cast<size_t>(dtype)); }
  // Returns the types in the order of their numbers.
  std::vector<ge::DataType> List() const {
    std::vector<ge::DataType> list;
    for (int i = 0; i < ge::DT_MAX; ++i) {
      if (Has(static_cast<ge::DataType>(i))) list.push_back(static_cast<ge::DataType>(i));
    }
    return list;
  }
  bool operator==(const DtypeSet&) const = default;

 private:
  static bool IsMember(ge::DataType dtype) { return dtype >= 0 && dtype < ge::DT_MAX; }
  std::bitset<ge::DT_MAX> types_;
};

// A port as the prototype declares it. `types` is the text of the REG_OP macro's second argument, for messages, and
// `admitted` its value. A symbol ("T") has no value: its types stand in its IrSymbol.
struct IrPort {
  std::string name;
  PortKind kind = PortKind::kRequired;
  std::string types;
  DtypeSet admitted = {};
};

// An attribute as the prototype declares it. `type` is CANN's type token ("ListInt").
struct IrAttr {
  std::string name;
  std::string type;
  bool required = false;
  Attr default_value;
};

// A port of an instance. A dynamic port x with n entries stands as x0 … x{n-1}, each with the ir_index of x.
// An optional input that is not connected keeps its slot (desc: FORMAT_RESERVED, DT_UNDEFINED).
struct Port {
  std::string name;
  int ir_index = -1;
  ge::TensorDesc desc;
};

// A data type symbol of a prototype: DATATYPE(T, TensorType({…})). Ports that use it have "T" as their `types`.
struct IrSymbol {
  std::string name;
  std::string types;
  DtypeSet admitted = {};  // empty: the argument is no list of types
};

// A subgraph as the prototype declares it.
struct IrSubgraph {
  std::string name;
  bool dynamic = false;
};

// One operator: its declaration and its instance. Plain data; not thread-safe for writing.
struct OpDesc {
  std::string name;
  std::string type;
  SharedList<IrPort> ir_inputs;
  SharedList<IrPort> ir_outputs;
  SharedList<IrAttr> ir_attrs;
  SharedList<IrSymbol> ir_symbols;
  SharedList<IrSubgraph> ir_subgraphs;
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  AttrMap attrs;

  // Returns the index of the (expanded) port with that name; -1 when there is none.
  int FindInput(std::string_view port) const;
  int FindOutput(std::string_view port) const;
  // Returns the number of entries of a declared (ir) port and sets `first` to its first slot; 0 for an absent dynamic
  // port.
  int InputCount(std::string_view ir_port, int* first = nullptr) const;
  int OutputCount(std::string_view ir_port, int* first = nullptr) const;
  // Returns the value of an attribute if it is set and holds a T, else nullptr.
  template <typename T>
  const T* GetAttr(std::string_view attr) const {
    auto found = attrs.find(attr);
    return found == attrs.end() ? nullptr : std::get_if<T>(&found->second);
  }
};

// Reads the value of an operator's i-th input if it is known (constants; run-time values in dynamic execution).
using ConstInputFn = std::function<bool(int input, ge::Tensor& value)>;

// Makes a ge::Operator that reads and writes `desc` in place, for the graph core's calls of verify and infer functions.
// `desc` must outlive every copy of the result.
ge::Operator OperatorOver(OpDesc& desc, ConstInputFn const_input);
// Returns the data behind a handle; the handle must not be empty.
OpDesc& DescOf(const ge::Operator& op);
// Source of an operator's input.
struct OperatorLink {
  ge::Operator* source = nullptr;  // nullptr: not linked. The handle owns the source; valid while the handle lives.
  int source_output = 0;
};
// Returns the sources of an operator's inputs, one entry per input slot.
std::vector<OperatorLink> LinksOf(const ge::Operator& op);
// Returns the operators that have a control edge to this one.
std::vector<ge::Operator*> ControlLinksOf(const ge::Operator& op);

}  // namespace opdk
