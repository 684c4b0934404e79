// The attributes of an operator's ports: kept among its own under a name that says which port they belong to.
#include <fmt/format.h>

#include "graph/operator.h"
#include "opdk/log.h"
#include "sdk/api/src/graph/attr_codec.h"
#include "sdk/api/src/graph/operator_impl.h"

namespace ge {

namespace {

std::string PortName(const std::vector<opdk::Port>& ports, int32_t index) {
  return index >= 0 && static_cast<size_t>(index) < ports.size() ? ports[static_cast<size_t>(index)].name : "";
}

std::string PortName(const std::vector<opdk::Port>& ports, const char* name) {
  for (const opdk::Port& port : ports) {
    if (name != nullptr && port.name == name) return port.name;
  }
  return "";
}

// Returns the key of a port's attribute; "" when there is no such port.
template <typename Place>
std::string Key(const OperatorImplPtr& impl, bool input, Place place, const char* name) {
  if (impl == nullptr || name == nullptr) return "";
  const std::string port = PortName(input ? impl->desc().inputs : impl->desc().outputs, place);
  return port.empty() ? "" : fmt::format("_{}_attr:{}:{}", input ? "input" : "output", port, name);
}

template <typename Place, typename T>
void Write(const OperatorImplPtr& impl, bool input, Place place, const char* name, const T& value) {
  const std::string key = Key(impl, input, place, name);
  if (!key.empty()) {
    impl->desc().attrs[key] = opdk::ToAttr(value);
    return;
  }
  opdk::Log(opdk::LogLevel::kError, "graph", "%s: attribute %s is for an %s that does not exist",
            impl == nullptr ? "(no operator)" : impl->desc().name.c_str(), name == nullptr ? "(null)" : name,
            input ? "input" : "output");
}

template <typename Place, typename T>
graphStatus Read(const OperatorImplPtr& impl, bool input, Place place, const char* name, T& value) {
  const std::string key = Key(impl, input, place, name);
  if (key.empty()) return GRAPH_FAILED;
  const auto found = impl->desc().attrs.find(key);
  return found != impl->desc().attrs.end() && opdk::FromAttr(found->second, value) ? GRAPH_SUCCESS : GRAPH_FAILED;
}

}  // namespace

#define OPDK_SET_PORT_ATTR(Place, ...)                                                       \
  Operator& Operator::SetInputAttr(Place place, const char* name, __VA_ARGS__ attr_value) {  \
    Write(operator_impl_, true, place, name, attr_value);                                    \
    return *this;                                                                            \
  }                                                                                          \
  Operator& Operator::SetOutputAttr(Place place, const char* name, __VA_ARGS__ attr_value) { \
    Write(operator_impl_, false, place, name, attr_value);                                   \
    return *this;                                                                            \
  }
#define OPDK_GET_PORT_ATTR(Place, ...)                                                           \
  graphStatus Operator::GetInputAttr(Place place, const char* name, __VA_ARGS__& value) const {  \
    return Read(operator_impl_, true, place, name, value);                                       \
  }                                                                                              \
  graphStatus Operator::GetOutputAttr(Place place, const char* name, __VA_ARGS__& value) const { \
    return Read(operator_impl_, false, place, name, value);                                      \
  }
#define OPDK_PORT_ATTR(...)                           \
  OPDK_SET_PORT_ATTR(int32_t, const __VA_ARGS__&)     \
  OPDK_GET_PORT_ATTR(int32_t, __VA_ARGS__)            \
  OPDK_SET_PORT_ATTR(const char*, const __VA_ARGS__&) \
  OPDK_GET_PORT_ATTR(const char*, __VA_ARGS__)
#define OPDK_SCALAR_PORT_ATTR(...)             \
  OPDK_SET_PORT_ATTR(int32_t, __VA_ARGS__)     \
  OPDK_GET_PORT_ATTR(int32_t, __VA_ARGS__)     \
  OPDK_SET_PORT_ATTR(const char*, __VA_ARGS__) \
  OPDK_GET_PORT_ATTR(const char*, __VA_ARGS__)

OPDK_SCALAR_PORT_ATTR(int64_t)
OPDK_SCALAR_PORT_ATTR(int32_t)
OPDK_SCALAR_PORT_ATTR(uint32_t)
OPDK_SCALAR_PORT_ATTR(float)
OPDK_SCALAR_PORT_ATTR(bool)
OPDK_PORT_ATTR(AscendString)
OPDK_PORT_ATTR(Tensor)
OPDK_PORT_ATTR(DataType)
OPDK_PORT_ATTR(NamedAttrs)
OPDK_PORT_ATTR(std::vector<int64_t>)
OPDK_PORT_ATTR(std::vector<int32_t>)
OPDK_PORT_ATTR(std::vector<uint32_t>)
OPDK_PORT_ATTR(std::vector<float>)
OPDK_PORT_ATTR(std::vector<bool>)
OPDK_PORT_ATTR(std::vector<AscendString>)
OPDK_PORT_ATTR(std::vector<Tensor>)
OPDK_PORT_ATTR(Operator::OpBytes)
OPDK_PORT_ATTR(std::vector<std::vector<int64_t>>)
OPDK_PORT_ATTR(std::vector<DataType>)
OPDK_PORT_ATTR(std::vector<NamedAttrs>)
OPDK_SET_PORT_ATTR(int32_t, const char*)
OPDK_SET_PORT_ATTR(const char*, const char*)

}  // namespace ge
