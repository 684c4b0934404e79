// REG_OP … OP_END_FACTORY_REG and the macros that register an operator's verify and inference functions.
// Everything is used inside `namespace ge`.
//
// A chain macro closes the private function that the previous macro opened and opens its own:
//   .INPUT(x, …)  ->  .N(); __next; }  public: members of x;  private: void __input_x() { register x; OpReg()
// so any order of ports and attributes is allowed, and an input may have an output's name.
// The type argument of a port is kept as a value (PortTypes), and as text for messages. A DATATYPE symbol is a member
// of the class without a value.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/registrations.h"
#include "opdk/visibility.h"

namespace ge {

using std::function;
using std::string;
using std::vector;

using OpCreator = std::function<Operator(const AscendString&)>;
using InferShapeFunc = std::function<graphStatus(Operator&)>;
using InferFormatFunc = std::function<graphStatus(Operator&)>;
using VerifyFunc = std::function<graphStatus(Operator&)>;
using InferValueRangeFunc = std::function<graphStatus(Operator&)>;

enum WHEN_CALL { INPUT_IS_DYNAMIC = 0, INPUT_HAS_VALUE_RANGE = 1 };

// The object to which a chain macro's dot binds.
class OpReg {
 public:
  OpReg& N() { return *this; }
};

// The type of a DATATYPE symbol, for the compiler only.
struct TypeSymbol {};

// Returns the types that a port's argument lists: TensorType({DT_FLOAT}), {DT_FLOAT}, DT_FLOAT. Other arguments list
// none: a symbol, "T", ListTensorType.
OPDK_API const TensorType& PortTypes();
inline const TensorType& PortTypes(const TensorType& types) { return types; }
template <typename T>
typename std::enable_if<std::is_same<T, DataType>::value, TensorType>::type PortTypes(const T& type) {
  return TensorType(type);
}
template <typename SymbolOrText>
typename std::enable_if<!std::is_same<SymbolOrText, DataType>::value, const TensorType&>::type PortTypes(
    const SymbolOrText&) {
  return PortTypes();
}

// Registers a prototype: its type and the function that makes an operator of it.
class OPDK_HIDDEN OperatorCreatorRegister {
 public:
  OperatorCreatorRegister(const char* type, const OpCreator& create, const char* file = "", int line = 0) {
    opdk::RegistrationList::Local().AppendFirst(opdk::PrototypeEntry(type, opdk::SourcePlace(file, line), create));
  }
};

// Registers one function of an operator, of the kind that the class's name says.
template <opdk::EntryKind kind>
class OPDK_HIDDEN OperatorFuncRegister {
 public:
  OperatorFuncRegister(const char* type, const std::function<graphStatus(Operator&)>& func) {
    opdk::RegistrationList::Local().AppendFirst(opdk::OperatorFunctionEntry(kind, type, func));
  }
};
using InferShapeFuncRegister = OperatorFuncRegister<opdk::EntryKind::kInferShape>;
using InferFormatFuncRegister = OperatorFuncRegister<opdk::EntryKind::kInferFormat>;
using VerifyFuncRegister = OperatorFuncRegister<opdk::EntryKind::kVerify>;

// Registers a value-range function, which inference of unknown shapes calls.
class OPDK_HIDDEN InferValueRangeFuncRegister {
 public:
  InferValueRangeFuncRegister(const char* type, WHEN_CALL when, const InferValueRangeFunc& func) {
    opdk::RegistrationList::Local().AppendFirst(opdk::ValueRangeEntry(type, when, func));
  }
  explicit InferValueRangeFuncRegister(const char* type)
      : InferValueRangeFuncRegister(type, INPUT_HAS_VALUE_RANGE, InferValueRangeFunc()) {}
};

// Broadcasts two shapes as NumPy does; an empty shape gives the other shape. GRAPH_FAILED when an axis has two
// different extents and neither is 1; an unknown extent (-1) counts as an extent like any other.
OPDK_API graphStatus BroadCastInfer(const std::function<std::vector<int64_t>()>& get_in1_shape,
                                    const std::function<std::vector<int64_t>()>& get_in2_shape,
                                    const std::function<void(const std::vector<int64_t>& out_shape)>& set_out_shape);
// Implements BROADCAST_INFER and ELMTWISE_INFER_SHAPEANDTYPE. BroadcastInferOutput sets the output's shape, and the
// first input's data type if the output has none yet; unknown extents and ranks stay unknown where they may be.
// ElementwiseInferOutput sets shape, origin shape, shape range and data type.
OPDK_API graphStatus BroadcastInferOutput(Operator& op, const char* in1_name, const char* in2_name,
                                          const char* out_name);
OPDK_API graphStatus ElementwiseInferOutput(Operator& op, const char* in_name, const char* out_name);

}  // namespace ge

#define OPDK_JOIN_TOKENS(a, b) a##b
#define OPDK_JOIN(a, b) OPDK_JOIN_TOKENS(a, b)
#define OPDK_UNIQUE(prefix) OPDK_JOIN(prefix, __COUNTER__)

#define REG_OP(x)                                                                               \
  namespace op {                                                                                \
  class x : public ::ge::Operator {                                                             \
    typedef x _THIS_TYPE;                                                                       \
                                                                                                \
   public:                                                                                      \
    explicit x(const std::string& name) : ::ge::Operator(name, #x) { __declare_prototype(); }   \
    explicit x(const char* name) : ::ge::Operator(name, #x) { __declare_prototype(); }          \
    explicit x(const ::ge::AscendString& name) : ::ge::Operator(name, ::ge::AscendString(#x)) { \
      __declare_prototype();                                                                    \
    }                                                                                           \
    x() : ::ge::Operator(#x) { __declare_prototype(); }                                         \
    explicit x(const ::ge::ExistingOperator& existing) : ::ge::Operator(existing.handle) {}     \
                                                                                                \
   private:                                                                                     \
    void __declare_prototype() {                                                                \
      (void)::ge::OpReg()

// Ends the class; OP_END_FACTORY_REG also registers it.
#define OPDK_END_PROTOTYPE(x)                                                                              \
  N();                                                                                                     \
  }                                                                                                        \
  static_assert(std::is_same<x, _THIS_TYPE>::value, "OP_END_FACTORY_REG names another class than REG_OP"); \
  }                                                                                                        \
  ;                                                                                                        \
  }

#define OP_END_FACTORY_REG(x)                                                    \
  OPDK_END_PROTOTYPE(x)                                                          \
  static const ::ge::OperatorCreatorRegister OPDK_UNIQUE(g_register_prototype_)( \
      #x, [](const ::ge::AscendString& name) -> ::ge::Operator { return op::x(name); }, __FILE__, __LINE__);

#define OPDK_NAME_MEMBERS(method, x)                  \
  static const std::string method##x() { return #x; } \
  static void method##x(::ge::AscendString& name) { name = #x; }

// Ends the function that is open and makes it call `next`.
#define OPDK_CHAIN(next) \
  N();                   \
  next();                \
  }                      \
                         \
 public:

#define OPDK_OPEN(next, ...)     \
 private:                        \
  void next() {                  \
    ::ge::Operator::__VA_ARGS__; \
    (void)::ge::OpReg()

#define OPDK_ATTR_MEMBERS(x, Type, ...)                                                                          \
  OPDK_NAME_MEMBERS(name_attr_, x)                                                                               \
  Op##Type get_attr_##x() const {                                                                                \
    Op##Type value __VA_ARGS__;                                                                                  \
    (void)::ge::Operator::GetAttr(#x, value);                                                                    \
    return value;                                                                                                \
  }                                                                                                              \
  _THIS_TYPE& set_attr_##x(const Op##Type& value) {                                                              \
    ::ge::Operator::SetAttr(#x, value);                                                                          \
    return *this;                                                                                                \
  }                                                                                                              \
  template <typename Fn,                                                                                         \
            typename =                                                                                           \
                typename std::enable_if<std::is_convertible<const Fn&, std::function<Op##Type()>>::value>::type> \
  _THIS_TYPE& set_attr_##x(const Fn&) {                                                                          \
    return *this;                                                                                                \
  }                                                                                                              \
  OPDK_ATTR_EXTRA_##Type(x)

// Sets and reads String attributes without std::string.
#define OPDK_ATTR_EXTRA_String(x)                                                                                \
  ::ge::graphStatus get_attr_##x(::ge::AscendString& value) const { return ::ge::Operator::GetAttr(#x, value); } \
  _THIS_TYPE& set_attr_##x(const char* value) {                                                                  \
    ::ge::Operator::SetAttr(#x, value);                                                                          \
    return *this;                                                                                                \
  }
#define OPDK_ATTR_EXTRA_ListString(x)                                            \
  ::ge::graphStatus get_attr_##x(std::vector<::ge::AscendString>& value) const { \
    return ::ge::Operator::GetAttr(#x, value);                                   \
  }                                                                              \
  _THIS_TYPE& set_attr_##x(const std::vector<::ge::AscendString>& value) {       \
    ::ge::Operator::SetAttr(#x, value);                                          \
    return *this;                                                                \
  }
#define OPDK_ATTR_EXTRA_Int(x)
#define OPDK_ATTR_EXTRA_Float(x)
#define OPDK_ATTR_EXTRA_Bool(x)
#define OPDK_ATTR_EXTRA_Type(x)
#define OPDK_ATTR_EXTRA_Tensor(x)
#define OPDK_ATTR_EXTRA_Bytes(x)
#define OPDK_ATTR_EXTRA_NamedAttrs(x)
#define OPDK_ATTR_EXTRA_AscendString(x)
#define OPDK_ATTR_EXTRA_ListAscendString(x)
#define OPDK_ATTR_EXTRA_ListAcendString(x)
#define OPDK_ATTR_EXTRA_ListInt(x)
#define OPDK_ATTR_EXTRA_ListFloat(x)
#define OPDK_ATTR_EXTRA_ListBool(x)
#define OPDK_ATTR_EXTRA_ListType(x)
#define OPDK_ATTR_EXTRA_ListTensor(x)
#define OPDK_ATTR_EXTRA_ListListInt(x)
#define OPDK_ATTR_EXTRA_ListNamedAttrs(x)

#define ATTR(x, Type, ...)                           \
  OPDK_CHAIN(__attr_##x)                             \
  OPDK_ATTR_MEMBERS(x, Type, = __VA_ARGS__)          \
 private:                                            \
  void __attr_##x() {                                \
    Op##Type default_value = __VA_ARGS__;            \
    ::ge::Operator::AttrRegister(#x, default_value); \
    (void)::ge::OpReg()

#define REQUIRED_ATTR(x, Type)    \
  OPDK_CHAIN(__required_attr_##x) \
  OPDK_ATTR_MEMBERS(x, Type, {})  \
  OPDK_OPEN(__required_attr_##x, RequiredAttrWithTypeRegister(#x, #Type))

#define DATATYPE(x, ...)                     \
  OPDK_CHAIN(__datatype_##x)                 \
  static ::ge::TypeSymbol x() { return {}; } \
  OPDK_OPEN(__datatype_##x, DataTypeRegister(#x, ::ge::PortTypes(__VA_ARGS__), #__VA_ARGS__))

#define OPDK_INPUT_MEMBERS(x)                                                                    \
  OPDK_NAME_MEMBERS(name_in_, x)                                                                 \
  _THIS_TYPE& set_input_##x(::ge::Operator& v, const std::string& src_name) {                    \
    ::ge::Operator::SetInput(#x, v, src_name.c_str());                                           \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_input_##x##_by_name(::ge::Operator& v, const char* src_name) {                 \
    ::ge::Operator::SetInput(#x, v, src_name);                                                   \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_input_##x(::ge::Operator& v, uint32_t src_index) {                             \
    ::ge::Operator::SetInput(#x, v, src_index);                                                  \
    return *this;                                                                                \
  }                                                                                              \
  _THIS_TYPE& set_input_##x(::ge::Operator& v) {                                                 \
    ::ge::Operator::SetInput(#x, v);                                                             \
    return *this;                                                                                \
  }                                                                                              \
  ::ge::TensorDesc get_input_desc_##x() const { return ::ge::Operator::GetInputDescByName(#x); } \
  ::ge::graphStatus update_input_desc_##x(const ::ge::TensorDesc& desc) {                        \
    return ::ge::Operator::UpdateInputDesc(#x, desc);                                            \
  }

#define INPUT(x, ...)     \
  OPDK_CHAIN(__input_##x) \
  OPDK_INPUT_MEMBERS(x)   \
  OPDK_OPEN(__input_##x, InputRegister(#x, ::ge::PortTypes(__VA_ARGS__), #__VA_ARGS__))

#define OPTIONAL_INPUT(x, ...)     \
  OPDK_CHAIN(__optional_input_##x) \
  OPDK_INPUT_MEMBERS(x)            \
  OPDK_OPEN(__optional_input_##x, OptionalInputRegister(#x, ::ge::PortTypes(__VA_ARGS__), #__VA_ARGS__))

#define OUTPUT(x, ...)                                                                             \
  OPDK_CHAIN(__out_##x)                                                                            \
  OPDK_NAME_MEMBERS(name_out_, x)                                                                  \
  ::ge::TensorDesc get_output_desc_##x() const { return ::ge::Operator::GetOutputDescByName(#x); } \
  ::ge::graphStatus update_output_desc_##x(const ::ge::TensorDesc& desc) {                         \
    return ::ge::Operator::UpdateOutputDesc(#x, desc);                                             \
  }                                                                                                \
  OPDK_OPEN(__out_##x, OutputRegister(#x, ::ge::PortTypes(__VA_ARGS__), #__VA_ARGS__))

#define DYNAMIC_INPUT(x, ...)                                                                             \
  OPDK_CHAIN(__dy_input_##x)                                                                              \
  _THIS_TYPE& create_dynamic_input_##x(uint32_t num, bool isPushBack = true) {                            \
    ::ge::Operator::DynamicInputRegister(#x, num, isPushBack);                                            \
    return *this;                                                                                         \
  }                                                                                                       \
  _THIS_TYPE& create_dynamic_input_byindex_##x(uint32_t num, size_t index) {                              \
    ::ge::Operator::DynamicInputRegisterByIndex(#x, num, index);                                          \
    return *this;                                                                                         \
  }                                                                                                       \
  ::ge::TensorDesc get_dynamic_input_desc_##x(uint32_t index) const {                                     \
    return ::ge::Operator::GetDynamicInputDesc(#x, index);                                                \
  }                                                                                                       \
  ::ge::graphStatus update_dynamic_input_desc_##x(uint32_t index, const ::ge::TensorDesc& desc) {         \
    return ::ge::Operator::UpdateDynamicInputDesc(#x, index, desc);                                       \
  }                                                                                                       \
  _THIS_TYPE& set_dynamic_input_##x(uint32_t dst_index, ::ge::Operator& v) {                              \
    ::ge::Operator::SetInput(#x, dst_index, v);                                                           \
    return *this;                                                                                         \
  }                                                                                                       \
  _THIS_TYPE& set_dynamic_input_##x(uint32_t dst_index, ::ge::Operator& v, const std::string& src_name) { \
    ::ge::Operator::SetInput(#x, dst_index, v, src_name.c_str());                                         \
    return *this;                                                                                         \
  }                                                                                                       \
  _THIS_TYPE& set_dynamic_input_##x(uint32_t dst_index, ::ge::Operator& v, const char* src_name) {        \
    ::ge::Operator::SetInput(#x, dst_index, v, src_name == nullptr ? "" : src_name);                      \
    return *this;                                                                                         \
  }                                                                                                       \
  OPDK_OPEN(__dy_input_##x, DynamicInputRegister(#x, ::ge::PortTypes(__VA_ARGS__), #__VA_ARGS__))

#define DYNAMIC_OUTPUT(x, ...)                                                                     \
  OPDK_CHAIN(__dy_output_##x)                                                                      \
  _THIS_TYPE& create_dynamic_output_##x(uint32_t num, bool isPushBack = true) {                    \
    ::ge::Operator::DynamicOutputRegister(#x, num, isPushBack);                                    \
    return *this;                                                                                  \
  }                                                                                                \
  ::ge::TensorDesc get_dynamic_output_desc_##x(uint32_t index) const {                             \
    return ::ge::Operator::GetDynamicOutputDesc(#x, index);                                        \
  }                                                                                                \
  ::ge::graphStatus update_dynamic_output_desc_##x(uint32_t index, const ::ge::TensorDesc& desc) { \
    return ::ge::Operator::UpdateDynamicOutputDesc(#x, index, desc);                               \
  }                                                                                                \
  OPDK_OPEN(__dy_output_##x, DynamicOutputRegister(#x, ::ge::PortTypes(__VA_ARGS__), #__VA_ARGS__))

#define GRAPH(x)                                                                                      \
  OPDK_CHAIN(__graph_##x)                                                                             \
  OPDK_NAME_MEMBERS(name_graph_, x)                                                                   \
  SubgraphBuilder get_subgraph_builder_##x() const { return ::ge::Operator::GetSubgraphBuilder(#x); } \
  _THIS_TYPE& set_subgraph_builder_##x(const SubgraphBuilder& builder) {                              \
    ::ge::Operator::SetSubgraphBuilder(#x, 0, builder);                                               \
    return *this;                                                                                     \
  }                                                                                                   \
  ::ge::Graph get_subgraph_##x() const { return ::ge::Operator::GetSubgraph(#x); }                    \
  OPDK_OPEN(__graph_##x, SubgraphRegister(#x, false))

#define DYNAMIC_GRAPH(x)                                                                                               \
  OPDK_CHAIN(__graph_##x)                                                                                              \
  OPDK_NAME_MEMBERS(name_graph_, x)                                                                                    \
  _THIS_TYPE& create_dynamic_subgraph_##x(uint32_t num) {                                                              \
    ::ge::Operator::SubgraphCountRegister(#x, num);                                                                    \
    return *this;                                                                                                      \
  }                                                                                                                    \
  SubgraphBuilder get_dynamic_subgraph_builder_##x(uint32_t index) const {                                             \
    return ::ge::Operator::GetDynamicSubgraphBuilder(#x, index);                                                       \
  }                                                                                                                    \
  ::ge::Graph get_dynamic_subgraph_##x(uint32_t index) const { return ::ge::Operator::GetDynamicSubgraph(#x, index); } \
  _THIS_TYPE& set_dynamic_subgraph_builder_##x(uint32_t index, const SubgraphBuilder& builder) {                       \
    ::ge::Operator::SetSubgraphBuilder(#x, index, builder);                                                            \
    return *this;                                                                                                      \
  }                                                                                                                    \
  OPDK_OPEN(__graph_##x, SubgraphRegister(#x, true))

#define INFER_SHAPE_AND_TYPE()    \
  N();                            \
  __infer_shape_and_type();       \
  }                               \
                                  \
 private:                         \
  void __infer_shape_and_type() { \
    (void)::ge::OpReg()

// Heads of inference and verification functions.
#define IMPLEMT_INFERFUNC(op_name, func_name) static ::ge::graphStatus func_name(op::op_name& op)
#define IMPLEMT_COMMON_INFERFUNC(func_name) static ::ge::graphStatus func_name(::ge::Operator& op)
#define IMPLEMT_INFERFORMAT_FUNC(op_name, func_name) static ::ge::graphStatus func_name(op::op_name& op)
#define IMPLEMT_VERIFIER(op_name, func_name) static ::ge::graphStatus func_name(op::op_name op)
#define IMPL_INFER_VALUE_RANGE_FUNC(op_name, func_name) static ::ge::graphStatus func_name(op::op_name& op)

// Turns a function of the prototype's class into a function of Operator&. The object that it gets shares the operator's
// data.
#define OPDK_TYPED_CALL(op_name, func_name)             \
  [](::ge::Operator& untyped) -> ::ge::graphStatus {    \
    op::op_name typed(::ge::ExistingOperator{untyped}); \
    return func_name(typed);                            \
  }

#define INFER_FUNC_REG(op_name, func_name)                                              \
  static const ::ge::InferShapeFuncRegister OPDK_UNIQUE(g_register_infer_##op_name##_)( \
      #op_name, OPDK_TYPED_CALL(op_name, func_name))
#define COMMON_INFER_FUNC_REG(op_name, ...) \
  static const ::ge::InferShapeFuncRegister OPDK_UNIQUE(g_register_infer_##op_name##_)(#op_name, __VA_ARGS__)
#define VERIFY_FUNC_REG(op_name, func_name)                                          \
  static const ::ge::VerifyFuncRegister OPDK_UNIQUE(g_register_verify_##op_name##_)( \
      #op_name, OPDK_TYPED_CALL(op_name, func_name))
#define INFER_FORMAT_FUNC_REG(op_name, func_name)                                               \
  static const ::ge::InferFormatFuncRegister OPDK_UNIQUE(g_register_infer_format_##op_name##_)( \
      #op_name, OPDK_TYPED_CALL(op_name, func_name))
#define INFER_VALUE_RANGE_DEFAULT_REG(op_name) \
  static const ::ge::InferValueRangeFuncRegister OPDK_UNIQUE(g_register_value_range_##op_name##_)(#op_name)
#define INFER_VALUE_RANGE_CUSTOM_FUNC_REG(op_name, when, func_name)                                \
  static const ::ge::InferValueRangeFuncRegister OPDK_UNIQUE(g_register_value_range_##op_name##_)( \
      #op_name, when, OPDK_TYPED_CALL(op_name, func_name))

// Values for COMMON_INFER_FUNC_REG's second argument.
#define ELMTWISE_INFER_SHAPEANDTYPE(in_name, out_name) \
  [](::ge::Operator op) -> ::ge::graphStatus { return ::ge::ElementwiseInferOutput(op, in_name, out_name); }
#define BROADCAST_INFER(in1_name, in2_name, out_name) \
  [](::ge::Operator op) -> ::ge::graphStatus { return ::ge::BroadcastInferOutput(op, in1_name, in2_name, out_name); }
