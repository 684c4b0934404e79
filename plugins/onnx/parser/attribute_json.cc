#include "plugins/onnx/parser/attribute_json.h"

#include <fmt/printf.h>
#include <google/protobuf/stubs/strutil.h>

#include <nlohmann/json.hpp>

namespace opdk::onnx_plugin {
namespace {

using nlohmann::json;
using onnx::AttributeProto;

std::string Escape(const std::string& bytes) { return google::protobuf::CEscape(bytes); }

template <typename Field>
void Put(json& out, const char* name, const Field& values) {
  if (values.empty()) return;
  auto& list = out[name] = json::array();
  for (const auto& value : values) list.push_back(value);
}

json TensorJson(const onnx::TensorProto& tensor) {
  json out = json::object();
  out["data_type"] = tensor.data_type();
  if (!tensor.name().empty()) out["name"] = Escape(tensor.name());
  Put(out, "dims", tensor.dims());
  Put(out, "float_data", tensor.float_data());
  Put(out, "int32_data", tensor.int32_data());
  Put(out, "int64_data", tensor.int64_data());
  Put(out, "double_data", tensor.double_data());
  Put(out, "uint64_data", tensor.uint64_data());
  for (const auto& text : tensor.string_data()) out["string_data"].push_back(Escape(text));
  if (tensor.has_raw_data()) out["raw_data"] = Escape(tensor.raw_data());
  return out;
}

json OneAttribute(const AttributeProto& attribute) {
  json out = json::object();
  out["name"] = Escape(attribute.name());
  out["type"] = static_cast<int>(attribute.type());
  switch (attribute.type()) {
    case AttributeProto::FLOAT:
      out["f"] = fmt::sprintf("%g", attribute.f());
      break;
    case AttributeProto::INT:
      out["i"] = attribute.i();
      break;
    case AttributeProto::STRING:
      out["s"] = Escape(attribute.s());
      break;
    case AttributeProto::TENSOR:
      out["t"] = TensorJson(attribute.t());
      break;
    default:
      Put(out, "floats", attribute.floats());
      Put(out, "ints", attribute.ints());
      for (const auto& text : attribute.strings()) out["strings"].push_back(Escape(text));
      for (const auto& tensor : attribute.tensors()) out["tensors"].push_back(TensorJson(tensor));
  }
  return out;
}

}  // namespace

std::string AttributeJson(const onnx::NodeProto& node) {
  json list = json::array();
  for (const auto& attribute : node.attribute()) list.push_back(OneAttribute(attribute));
  return json{{"attribute", std::move(list)}}.dump();
}

}  // namespace opdk::onnx_plugin
