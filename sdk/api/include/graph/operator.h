// ge::Operator: a handle to one operator, its ports, attributes and links.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/ge_error_codes.h"
#include "graph/inference_context.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/neutral_text.h"
#include "opdk/source_place.h"
#include "opdk/visibility.h"

namespace opdk {
struct OperatorAccess;
}  // namespace opdk

namespace ge {

using std::function;
using std::shared_ptr;
using std::string;

class Graph;
class Operator;
class OperatorImpl;
using OperatorImplPtr = std::shared_ptr<OperatorImpl>;
using OperatorPtr = std::shared_ptr<Operator>;

// The types of attributes. The functions that take a name as std::string are templates over them.
template <typename Value, typename... Types>
struct IsOneOf : std::false_type {};
template <typename Value, typename First, typename... Types>
struct IsOneOf<Value, First, Types...>
    : std::integral_constant<bool, std::is_same<Value, First>::value || IsOneOf<Value, Types...>::value> {};
template <typename Value>
using IsAttrObject =
    IsOneOf<Value, AscendString, std::string, Tensor, DataType, NamedAttrs, std::vector<int64_t>, std::vector<int32_t>,
            std::vector<uint32_t>, std::vector<float>, std::vector<bool>, std::vector<AscendString>,
            std::vector<std::string>, std::vector<Tensor>, std::vector<uint8_t>, std::vector<std::vector<int64_t>>,
            std::vector<DataType>, std::vector<NamedAttrs>>;
template <typename Value>
using IfAttrObject = typename std::enable_if<IsAttrObject<Value>::value>::type;
template <typename Value>
using IfAttrValue =
    typename std::enable_if<IsAttrObject<Value>::value ||
                            IsOneOf<Value, int64_t, int32_t, uint32_t, float, bool, AttrValue>::value>::type;

// A handle to one operator. Copies are handles to the same operator and keep its producers alive. Not thread-safe for
// writing. If a verify or infer function asks for a name that the prototype doesn't have, that function fails, with the
// place `at` of the call (opdk/lookups.h). A name parameter exists as std::string and as const char*; a null pointer is
// an unknown name. GetInputDesc and GetOutputDesc have a ...ByName form instead, because a literal 0 must mean the
// index.
class OPDK_API Operator {
 public:
  using SubgraphBuilder = std::function<Graph()>;
  using OpInt = int64_t;
  using OpFloat = float;
  using OpString = std::string;
  using OpAscendString = AscendString;
  using OpBool = bool;
  using OpTensor = Tensor;
  using OpType = ge::DataType;
  using OpNamedAttrs = NamedAttrs;
  using OpListInt = std::vector<int64_t>;
  using OpListFloat = std::vector<float>;
  using OpListString = std::vector<std::string>;
  using OpListAcendString = std::vector<AscendString>;
  using OpListAscendString = std::vector<AscendString>;
  using OpListBool = std::vector<bool>;
  using OpListTensor = std::vector<Tensor>;
  using OpBytes = std::vector<uint8_t>;
  using OpListListInt = std::vector<std::vector<int64_t>>;
  using OpListType = std::vector<ge::DataType>;
  using OpListNamedAttrs = std::vector<NamedAttrs>;

  // Refers to no operator: IsEmpty() is true and every call fails.
  Operator() = default;
  // Makes an operator. Without `name` its name is "<type>_<number>", unique in the process.
  explicit Operator(const std::string& type) : Operator(type.c_str()) {}
  explicit Operator(const char* type);
  Operator(const std::string& name, const std::string& type) : Operator(name.c_str(), type.c_str()) {}
  Operator(const AscendString& name, const AscendString& type);
  Operator(const char* name, const char* type);
  virtual ~Operator() = default;
  Operator(const Operator&) = default;
  Operator(Operator&&) = default;
  Operator& operator=(const Operator&) = default;
  Operator& operator=(Operator&&) = default;

  // Returns whether this is a handle to no operator.
  bool IsEmpty() const;
  std::string GetName() const {
    return opdk::ReadText([this](AscendString& name) { return GetName(name); });
  }
  graphStatus GetName(AscendString& name) const;
  std::string GetOpType() const {
    return opdk::ReadText([this](AscendString& type) { return GetOpType(type); });
  }
  graphStatus GetOpType(AscendString& type) const;

  // Feeds input `dst_name` from an output of `src_oprt` and copies the output's desc to the input. Without index or
  // name the source must have exactly one output; otherwise an error is logged and nothing is linked.
  Operator& SetInput(const std::string& dst_name, const Operator& src_oprt) {
    return SetInput(dst_name.c_str(), src_oprt);
  }
  Operator& SetInput(const char* dst_name, const Operator& src_oprt);
  Operator& SetInput(const std::string& dst_name, const Operator& src_oprt, const std::string& name) {
    return SetInput(dst_name.c_str(), src_oprt, name.c_str());
  }
  Operator& SetInput(const char* dst_name, const Operator& src_oprt, const char* name);
  Operator& SetInput(const std::string& dst_name, const Operator& src_oprt, uint32_t index) {
    return SetInput(dst_name.c_str(), src_oprt, index);
  }
  Operator& SetInput(const char* dst_name, const Operator& src_oprt, uint32_t index);
  Operator& SetInput(uint32_t dst_index, const Operator& src_oprt, uint32_t src_index);
  // Makes this operator run after `src_oprt`.
  Operator& AddControlInput(const Operator& src_oprt);
  // Removes every link into and out of this operator.
  void BreakConnect() const;

  // Reads the value that feeds an input. It is known if the source is a Const or Constant, or if the graph core has
  // computed it.
  graphStatus GetInputConstData(const std::string& dst_name, Tensor& data, opdk::SourcePlace at = OPDK_HERE) const {
    return GetInputConstData(dst_name.c_str(), data, at);
  }
  graphStatus GetInputConstData(const char* dst_name, Tensor& data, opdk::SourcePlace at = OPDK_HERE) const;

  // Returns a copy of an input's desc; TensorDesc() for an unknown input. An optional input that isn't connected has
  // FORMAT_RESERVED and DT_UNDEFINED.
  TensorDesc GetInputDesc(const std::string& name, opdk::SourcePlace at = OPDK_HERE) const {
    return GetInputDescByName(name.c_str(), at);
  }
  TensorDesc GetInputDescByName(const char* name, opdk::SourcePlace at = OPDK_HERE) const;
  TensorDesc GetInputDesc(uint32_t index, opdk::SourcePlace at = OPDK_HERE) const;
  // Reads an input's desc. GRAPH_FAILED for an unknown input and for an optional input that isn't connected.
  graphStatus TryGetInputDesc(const std::string& name, TensorDesc& tensor_desc,
                              opdk::SourcePlace at = OPDK_HERE) const {
    return TryGetInputDesc(name.c_str(), tensor_desc, at);
  }
  graphStatus TryGetInputDesc(const char* name, TensorDesc& tensor_desc, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus UpdateInputDesc(const std::string& name, const TensorDesc& tensor_desc,
                              opdk::SourcePlace at = OPDK_HERE) {
    return UpdateInputDesc(name.c_str(), tensor_desc, at);
  }
  graphStatus UpdateInputDesc(const char* name, const TensorDesc& tensor_desc, opdk::SourcePlace at = OPDK_HERE);
  graphStatus UpdateInputDesc(uint32_t index, const TensorDesc& tensor_desc, opdk::SourcePlace at = OPDK_HERE);
  TensorDesc GetOutputDesc(const std::string& name, opdk::SourcePlace at = OPDK_HERE) const {
    return GetOutputDescByName(name.c_str(), at);
  }
  TensorDesc GetOutputDescByName(const char* name, opdk::SourcePlace at = OPDK_HERE) const;
  TensorDesc GetOutputDesc(uint32_t index, opdk::SourcePlace at = OPDK_HERE) const;
  // Sets an output's desc and the input descs of the operators that this output feeds.
  graphStatus UpdateOutputDesc(const std::string& name, const TensorDesc& tensor_desc,
                               opdk::SourcePlace at = OPDK_HERE) {
    return UpdateOutputDesc(name.c_str(), tensor_desc, at);
  }
  graphStatus UpdateOutputDesc(const char* name, const TensorDesc& tensor_desc, opdk::SourcePlace at = OPDK_HERE);
  graphStatus UpdateOutputDesc(uint32_t index, const TensorDesc& tensor_desc, opdk::SourcePlace at = OPDK_HERE);

  // Returns the number of entries of a dynamic port; 0 when the port has no entries or does not exist.
  int GetDynamicInputNum(const std::string& name, opdk::SourcePlace at = OPDK_HERE) const {
    return GetDynamicInputNum(name.c_str(), at);
  }
  int GetDynamicInputNum(const char* name, opdk::SourcePlace at = OPDK_HERE) const;
  int GetDynamicOutputNum(const std::string& name, opdk::SourcePlace at = OPDK_HERE) const {
    return GetDynamicOutputNum(name.c_str(), at);
  }
  int GetDynamicOutputNum(const char* name, opdk::SourcePlace at = OPDK_HERE) const;
  TensorDesc GetDynamicInputDesc(const std::string& name, uint32_t index, opdk::SourcePlace at = OPDK_HERE) const {
    return GetDynamicInputDesc(name.c_str(), index, at);
  }
  TensorDesc GetDynamicInputDesc(const char* name, uint32_t index, opdk::SourcePlace at = OPDK_HERE) const;
  TensorDesc GetDynamicOutputDesc(const std::string& name, uint32_t index, opdk::SourcePlace at = OPDK_HERE) const {
    return GetDynamicOutputDesc(name.c_str(), index, at);
  }
  TensorDesc GetDynamicOutputDesc(const char* name, uint32_t index, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus UpdateDynamicInputDesc(const std::string& name, uint32_t index, const TensorDesc& tensor_desc,
                                     opdk::SourcePlace at = OPDK_HERE) {
    return UpdateDynamicInputDesc(name.c_str(), index, tensor_desc, at);
  }
  graphStatus UpdateDynamicInputDesc(const char* name, uint32_t index, const TensorDesc& tensor_desc,
                                     opdk::SourcePlace at = OPDK_HERE);
  graphStatus UpdateDynamicOutputDesc(const std::string& name, uint32_t index, const TensorDesc& tensor_desc,
                                      opdk::SourcePlace at = OPDK_HERE) {
    return UpdateDynamicOutputDesc(name.c_str(), index, tensor_desc, at);
  }
  graphStatus UpdateDynamicOutputDesc(const char* name, uint32_t index, const TensorDesc& tensor_desc,
                                      opdk::SourcePlace at = OPDK_HERE);

  // Runs the infer function that is registered for the type; GRAPH_PARAM_INVALID when there is none.
  graphStatus InferShapeAndType();
  // Checks that all inputs but optional ones are linked, all extents of the inputs are positive, and all attributes of
  // the prototype have values. `disable_common_verifier` skips these checks. Then runs the registered verifier, if
  // there is one.
  graphStatus VerifyAllAttr(bool disable_common_verifier = false);
  void SetInferenceContext(const InferenceContextPtr& inference_context);
  InferenceContextPtr GetInferenceContext() const;

  // Returns the number of inputs, without optional inputs that aren't connected.
  size_t GetInputsSize() const;
  size_t GetOutputsSize() const;

  // Returns the type of each attribute by its name: "VT_INT", "VT_LIST_FLOAT" …
  const std::map<std::string, std::string> GetAllAttrNamesAndTypes() const {
    std::map<AscendString, AscendString> types;
    std::map<std::string, std::string> result;
    if (GetAllAttrNamesAndTypes(types) != GRAPH_SUCCESS) return result;
    for (const auto& type : types) result[opdk::ToText(type.first)] = opdk::ToText(type.second);
    return result;
  }
  graphStatus GetAllAttrNamesAndTypes(std::map<AscendString, AscendString>& attr_name_types) const;
  // Returns the types of the attributes that the prototype declares.
  graphStatus GetAllIrAttrNamesAndTypes(std::map<AscendString, AscendString>& attr_name_types) const;

  // Sets an attribute to a copy of the value.
  Operator& SetAttr(const char* name, int64_t attr_value);
  Operator& SetAttr(const char* name, int32_t attr_value);
  Operator& SetAttr(const char* name, uint32_t attr_value);
  Operator& SetAttr(const char* name, float attr_value);
  Operator& SetAttr(const char* name, bool attr_value);
  Operator& SetAttr(const char* name, const char* attr_value);
  Operator& SetAttr(const char* name, const AscendString& attr_value);
  Operator& SetAttr(const char* name, const Tensor& attr_value);
  Operator& SetAttr(const char* name, const DataType& attr_value);
  Operator& SetAttr(const char* name, const NamedAttrs& attr_value);
  Operator& SetAttr(const char* name, AttrValue&& attr_value);
  Operator& SetAttr(const char* name, std::initializer_list<int64_t>&& attr_value);
  Operator& SetAttr(const char* name, const std::vector<int64_t>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<int32_t>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<uint32_t>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<float>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<bool>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<AscendString>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<Tensor>& attr_value);
  Operator& SetAttr(const char* name, const OpBytes& attr_value);
  Operator& SetAttr(const char* name, const std::vector<std::vector<int64_t>>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<DataType>& attr_value);
  Operator& SetAttr(const char* name, const std::vector<NamedAttrs>& attr_value);
  // Sets an attribute by a std::string name. These overloads also take a std::string or a std::vector<std::string> as
  // the value, whatever type the name has.
  Operator& SetAttr(const std::string& name, int64_t attr_value) { return SetAttr(name.c_str(), attr_value); }
  Operator& SetAttr(const std::string& name, int32_t attr_value) { return SetAttr(name.c_str(), attr_value); }
  Operator& SetAttr(const std::string& name, uint32_t attr_value) { return SetAttr(name.c_str(), attr_value); }
  Operator& SetAttr(const std::string& name, float attr_value) { return SetAttr(name.c_str(), attr_value); }
  Operator& SetAttr(const std::string& name, bool attr_value) { return SetAttr(name.c_str(), attr_value); }
  Operator& SetAttr(const std::string& name, const char* attr_value) { return SetAttr(name.c_str(), attr_value); }
  template <typename Value, typename = IfAttrObject<Value>>
  Operator& SetAttr(const std::string& name, const Value& attr_value) {
    return SetAttr(name.c_str(), opdk::Neutral(attr_value));
  }
  Operator& SetAttr(const std::string& name, AttrValue&& attr_value) {
    return SetAttr(name.c_str(), std::move(attr_value));
  }
  Operator& SetAttr(const std::string& name, std::initializer_list<int64_t>&& attr_value) {
    return SetAttr(name.c_str(), std::move(attr_value));
  }

  // Reads an attribute. GRAPH_FAILED, with the argument untouched: there is no such attribute, it is of another type,
  // or its value does not fit in the narrower integer.
  graphStatus GetAttr(const char* name, int64_t& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, int32_t& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, uint32_t& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, float& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, bool& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, AscendString& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, Tensor& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, DataType& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, NamedAttrs& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, AttrValue& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<int64_t>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<int32_t>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<uint32_t>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<float>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<bool>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<AscendString>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<Tensor>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, OpBytes& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<std::vector<int64_t>>& attr_value,
                      opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<DataType>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  graphStatus GetAttr(const char* name, std::vector<NamedAttrs>& attr_value, opdk::SourcePlace at = OPDK_HERE) const;
  template <typename Value, typename = IfAttrValue<Value>>
  graphStatus GetAttr(const std::string& name, Value& attr_value, opdk::SourcePlace at = OPDK_HERE) const {
    return GetAttr(name.c_str(), attr_value, at);
  }
  graphStatus GetAttr(const std::string& name, std::string& attr_value, opdk::SourcePlace at = OPDK_HERE) const {
    return opdk::ReadNeutral(attr_value, [&](AscendString& text) { return GetAttr(name.c_str(), text, at); });
  }
  graphStatus GetAttr(const std::string& name, std::vector<std::string>& attr_value,
                      opdk::SourcePlace at = OPDK_HERE) const {
    return opdk::ReadNeutral(attr_value,
                             [&](std::vector<AscendString>& texts) { return GetAttr(name.c_str(), texts, at); });
  }

  // Attributes of one port, by its number or its name, of every type that SetAttr takes:
  //   Operator& SetInputAttr(int32_t index, const char* name, value)      gs GetInputAttr(int32_t index, name, value&)
  //   const Operator& SetInputAttr(const char* port, const char* name, value)   gs GetInputAttr(const char* port, name,
  //   value&) const
  // and the same for outputs. They are kept among the operator's attributes as "_input_attr:<port>:<name>" and
  // "_output_attr:<port>:<name>". An unknown port: the setter does nothing (an error is logged), the getter fails.
#define OPDK_PORT_ATTR(Place, Set, Get)                                     \
  Operator& SetInputAttr(Place, const char* name, Set attr_value);          \
  Operator& SetOutputAttr(Place, const char* name, Set attr_value);         \
  graphStatus GetInputAttr(Place, const char* name, Get& attr_value) const; \
  graphStatus GetOutputAttr(Place, const char* name, Get& attr_value) const;
#define OPDK_PORT_ATTRS(Place)                                                                       \
  OPDK_PORT_ATTR(Place, int64_t, int64_t)                                                            \
  OPDK_PORT_ATTR(Place, int32_t, int32_t)                                                            \
  OPDK_PORT_ATTR(Place, uint32_t, uint32_t)                                                          \
  OPDK_PORT_ATTR(Place, float, float)                                                                \
  OPDK_PORT_ATTR(Place, bool, bool)                                                                  \
  OPDK_PORT_ATTR(Place, const AscendString&, AscendString)                                           \
  OPDK_PORT_ATTR(Place, const Tensor&, Tensor)                                                       \
  OPDK_PORT_ATTR(Place, const DataType&, DataType)                                                   \
  OPDK_PORT_ATTR(Place, const NamedAttrs&, NamedAttrs)                                               \
  OPDK_PORT_ATTR(Place, const std::vector<int64_t>&, std::vector<int64_t>)                           \
  OPDK_PORT_ATTR(Place, const std::vector<int32_t>&, std::vector<int32_t>)                           \
  OPDK_PORT_ATTR(Place, const std::vector<uint32_t>&, std::vector<uint32_t>)                         \
  OPDK_PORT_ATTR(Place, const std::vector<float>&, std::vector<float>)                               \
  OPDK_PORT_ATTR(Place, const std::vector<bool>&, std::vector<bool>)                                 \
  OPDK_PORT_ATTR(Place, const std::vector<AscendString>&, std::vector<AscendString>)                 \
  OPDK_PORT_ATTR(Place, const std::vector<Tensor>&, std::vector<Tensor>)                             \
  OPDK_PORT_ATTR(Place, const OpBytes&, OpBytes)                                                     \
  OPDK_PORT_ATTR(Place, const std::vector<std::vector<int64_t>>&, std::vector<std::vector<int64_t>>) \
  OPDK_PORT_ATTR(Place, const std::vector<DataType>&, std::vector<DataType>)                         \
  OPDK_PORT_ATTR(Place, const std::vector<NamedAttrs>&, std::vector<NamedAttrs>)                     \
  Operator& SetInputAttr(Place, const char* name, const char* attr_value);                           \
  Operator& SetOutputAttr(Place, const char* name, const char* attr_value);
  OPDK_PORT_ATTRS(int32_t index)
  OPDK_PORT_ATTRS(const char* port)
#undef OPDK_PORT_ATTRS
#undef OPDK_PORT_ATTR

  // Subgraphs: instances are named as in the prototype; entry i of a dynamic one "<name><i>".
  size_t GetSubgraphNamesCount() const;
  std::vector<std::string> GetSubgraphNames() const {
    std::vector<AscendString> names;
    return GetSubgraphNames(names) == GRAPH_SUCCESS ? opdk::ToTexts(names) : std::vector<std::string>();
  }
  graphStatus GetSubgraphNames(std::vector<AscendString>& names) const;
  SubgraphBuilder GetSubgraphBuilder(const std::string& name) const { return GetSubgraphBuilder(name.c_str()); }
  SubgraphBuilder GetSubgraphBuilder(const char* name) const;
  SubgraphBuilder GetDynamicSubgraphBuilder(const std::string& name, uint32_t index) const {
    return GetDynamicSubgraphBuilder(name.c_str(), index);
  }
  SubgraphBuilder GetDynamicSubgraphBuilder(const char* name, uint32_t index) const;
  // Returns the graph that the builder makes; an empty graph when no builder is set. graph/graph.h defines the
  // functions over std::string.
  inline Graph GetSubgraph(const std::string& name) const;
  Graph GetSubgraph(const char* name) const;
  inline Graph GetDynamicSubgraph(const std::string& name, uint32_t index) const;
  Graph GetDynamicSubgraph(const char* name, uint32_t index) const;
  void SetSubgraphInstanceName(uint32_t index, const char* name);

  // Declares an attribute of the prototype with its default.
  void AttrRegister(const char* name, const AttrValue& attr_value);

  // Declares the dynamic port, if the operator doesn't have it yet, and appends `num` entries to it. Entries stand at
  // the port's place among the declared ports, whatever is_push_back says, so that a kernel's input numbers don't
  // depend on the order of calls. `datatype_symbol`: the types of a declared port, as in a prototype's macro.
  void DynamicInputRegister(const char* name, uint32_t num, bool is_push_back = true);
  void DynamicInputRegister(const char* name, uint32_t num, const char* datatype_symbol, bool is_push_back = true);
  void DynamicInputRegister(const std::string& name, uint32_t num, bool is_push_back = true) {
    DynamicInputRegister(name.c_str(), num, is_push_back);
  }
  void DynamicInputRegisterByIndex(const char* name, uint32_t num, size_t index);
  void DynamicInputRegisterByIndex(const std::string& name, uint32_t num, size_t index) {
    DynamicInputRegisterByIndex(name.c_str(), num, index);
  }
  void DynamicOutputRegister(const char* name, uint32_t num, bool is_push_back = true);
  void DynamicOutputRegister(const char* name, uint32_t num, const char* datatype_symbol, bool is_push_back = true);
  void DynamicOutputRegister(const std::string& name, uint32_t num, bool is_push_back = true) {
    DynamicOutputRegister(name.c_str(), num, is_push_back);
  }

 protected:
  // Declares the prototype's attributes, ports and symbols, for the classes that REG_OP makes. `types` is the text of
  // the macro's type argument, `admitted` its value; a symbol has none.
  void AttrRegister(const char* name, int64_t attr_value);
  void AttrRegister(const char* name, float attr_value);
  void AttrRegister(const char* name, bool attr_value);
  void AttrRegister(const char* name, const AscendString& attr_value);
  void AttrRegister(const char* name, const Tensor& attr_value);
  void AttrRegister(const char* name, const DataType& attr_value);
  void AttrRegister(const char* name, const NamedAttrs& attr_value);
  void AttrRegister(const char* name, const OpBytes& attr_value);
  void AttrRegister(const char* name, const std::vector<int64_t>& attr_value);
  void AttrRegister(const char* name, const std::vector<float>& attr_value);
  void AttrRegister(const char* name, const std::vector<bool>& attr_value);
  void AttrRegister(const char* name, const std::vector<AscendString>& attr_value);
  void AttrRegister(const char* name, const std::vector<Tensor>& attr_value);
  void AttrRegister(const char* name, const std::vector<DataType>& attr_value);
  void AttrRegister(const char* name, const std::vector<NamedAttrs>& attr_value);
  void AttrRegister(const char* name, const std::vector<std::vector<int64_t>>& attr_value);
  template <typename Value, typename = IfAttrValue<Value>>
  void AttrRegister(const std::string& name, const Value& attr_value) {
    AttrRegister(name.c_str(), attr_value);
  }
  void AttrRegister(const std::string& name, const std::string& attr_value) {
    AttrRegister(name.c_str(), opdk::Neutral(attr_value));
  }
  void AttrRegister(const std::string& name, const std::vector<std::string>& attr_value) {
    AttrRegister(name.c_str(), opdk::Neutral(attr_value));
  }
  void RequiredAttrRegister(const char* name);
  void RequiredAttrRegister(const std::string& name) { RequiredAttrRegister(name.c_str()); }
  void RequiredAttrWithTypeRegister(const char* name, const char* type);
  void RequiredAttrWithTypeRegister(const std::string& name, const std::string& type) {
    RequiredAttrWithTypeRegister(name.c_str(), type.c_str());
  }
  void DataTypeRegister(const char* symbol, const char* types);
  void DataTypeRegister(const std::string& symbol, const std::string& types) {
    DataTypeRegister(symbol.c_str(), types.c_str());
  }
  void DataTypeRegister(const char* symbol, const TensorType& admitted, const char* types);
  void InputRegister(const char* name, const TensorType& admitted, const char* types);
  void OptionalInputRegister(const char* name, const TensorType& admitted, const char* types);
  void OutputRegister(const char* name, const TensorType& admitted, const char* types);
  void DynamicInputRegister(const char* name, const TensorType& admitted, const char* types);
  void DynamicOutputRegister(const char* name, const TensorType& admitted, const char* types);
  void InputRegister(const char* name, const char* types = "");
  void InputRegister(const std::string& name, const std::string& types = "") {
    InputRegister(name.c_str(), types.c_str());
  }
  void OptionalInputRegister(const char* name, const char* types = "");
  void OptionalInputRegister(const std::string& name, const std::string& types = "") {
    OptionalInputRegister(name.c_str(), types.c_str());
  }
  void OutputRegister(const char* name, const char* types = "");
  void OutputRegister(const std::string& name, const std::string& types = "") {
    OutputRegister(name.c_str(), types.c_str());
  }
  void SubgraphRegister(const char* ir_name, bool dynamic);
  void SubgraphRegister(const std::string& ir_name, bool dynamic) { SubgraphRegister(ir_name.c_str(), dynamic); }
  void SubgraphCountRegister(const char* ir_name, uint32_t count);
  void SubgraphCountRegister(const std::string& ir_name, uint32_t count) {
    SubgraphCountRegister(ir_name.c_str(), count);
  }
  void SetSubgraphBuilder(const char* ir_name, uint32_t index, const SubgraphBuilder& builder);
  void SetSubgraphBuilder(const std::string& ir_name, uint32_t index, const SubgraphBuilder& builder) {
    SetSubgraphBuilder(ir_name.c_str(), index, builder);
  }
  inline Graph GetSubgraphImpl(const std::string& name) const;
  // Functions for this object alone; they win over those registered for its type.
  void InferFuncRegister(const std::function<graphStatus(Operator&)>& func);
  void VerifierFuncRegister(const std::function<graphStatus(Operator&)>& func);
  void InferFormatFuncRegister(const std::function<graphStatus(Operator&)>& func);
  graphStatus VerifyAll();
  // Feeds entry `dst_index` of a dynamic input.
  void SetInput(const char* dst_name, uint32_t dst_index, const Operator& src_oprt);
  void SetInput(const std::string& dst_name, uint32_t dst_index, const Operator& src_oprt) {
    SetInput(dst_name.c_str(), dst_index, src_oprt);
  }
  void SetInput(const char* dst_name, uint32_t dst_index, const Operator& src_oprt, const char* name);
  void SetInput(const std::string& dst_name, uint32_t dst_index, const Operator& src_oprt, const std::string& name) {
    SetInput(dst_name.c_str(), dst_index, src_oprt, name.c_str());
  }

 private:
  friend struct ::opdk::OperatorAccess;
  OperatorImplPtr operator_impl_;
};

// A handle to an operator that exists already; constructs an object of a prototype's class over that operator.
struct ExistingOperator {
  Operator handle;
};

}  // namespace ge
