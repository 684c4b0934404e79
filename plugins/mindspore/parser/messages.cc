#include "plugins/mindspore/parser/messages.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "graph/utils/type_utils.h"
#include "opdk/dtype_name.h"

namespace opdk::mindspore_plugin {
namespace {

using mindir::AttributeProto;

bool IsReal(AttributeProto::Type type) {
  return type == AttributeProto::FLOAT || type == AttributeProto::DOUBLE || type == AttributeProto::FLOAT16;
}

bool IsWhole(AttributeProto::Type type) {
  switch (type) {
    case AttributeProto::UINT8:
    case AttributeProto::INT8:
    case AttributeProto::UINT16:
    case AttributeProto::INT16:
    case AttributeProto::INT32:
    case AttributeProto::INT64:
    case AttributeProto::UINT32:
    case AttributeProto::UINT64:
    case AttributeProto::BOOL:
      return true;
    default:
      return false;
  }
}

// Returns a number. Inside of lists each number is a list of one.
float RealOf(const AttributeProto& value) {
  if (value.type() == AttributeProto::DOUBLE) {
    return static_cast<float>(value.doubles_size() > 0 ? value.doubles(0) : value.d());
  }
  return value.floats_size() > 0 ? value.floats(0) : value.f();
}
int64_t WholeOf(const AttributeProto& value) { return value.ints_size() > 0 ? value.ints(0) : value.i(); }
std::string TextOf(const AttributeProto& value) { return value.strings_size() > 0 ? value.strings(0) : value.s(); }

Result<Attr> ListOf(const AttributeProto& list) {
  std::vector<int64_t> numbers;
  std::vector<float> reals;
  std::vector<std::string> texts;
  for (const AttributeProto& value : list.values()) {
    if (IsWhole(value.type())) numbers.push_back(WholeOf(value));
    if (IsReal(value.type())) reals.push_back(RealOf(value));
    if (value.type() == AttributeProto::STRING) texts.push_back(TextOf(value));
  }
  const auto all = static_cast<size_t>(list.values_size());
  if (numbers.size() == all) return Attr(std::move(numbers));
  if (reals.size() == all) return Attr(std::move(reals));
  if (texts.size() == all) return Attr(std::move(texts));
  return Invalid(fmt::format("'{}' is a list of different things", list.name()));
}

}  // namespace

ge::DataType DataTypeOf(int32_t mindir_type) {
  constexpr std::array<ge::DataType, 18> kTypes = {
      ge::DT_UNDEFINED, ge::DT_FLOAT,  ge::DT_UINT8,     ge::DT_INT8,       ge::DT_UINT16,  ge::DT_INT16,
      ge::DT_INT32,     ge::DT_INT64,  ge::DT_STRING,    ge::DT_BOOL,       ge::DT_FLOAT16, ge::DT_DOUBLE,
      ge::DT_UINT32,    ge::DT_UINT64, ge::DT_COMPLEX64, ge::DT_COMPLEX128, ge::DT_BF16,    ge::DT_DOUBLE};
  const auto index = static_cast<size_t>(mindir_type);
  return mindir_type < 0 || index >= kTypes.size() ? ge::DT_UNDEFINED : kTypes[index];
}

ge::TensorDesc DescOf(const mindir::TensorProto& tensor) {
  const std::vector<int64_t> dims(tensor.dims().begin(), tensor.dims().end());
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, DataTypeOf(tensor.data_type()));
}

Result<ge::Tensor> TensorOf(const mindir::TensorProto& tensor) {
  if (tensor.has_external_data()) {
    return Invalid(
               fmt::format("tensor '{}' lies in another file, '{}'", tensor.name(), tensor.external_data().location()))
        .Hint("export models above 1 GiB as ONNX");
  }
  if (tensor.compression_type() != 0) return Invalid(fmt::format("tensor '{}' is compressed", tensor.name()));
  const ge::TensorDesc desc = DescOf(tensor);
  const int size = ge::GetSizeByDataType(desc.GetDataType());
  if (desc.GetDataType() == ge::DT_UNDEFINED || desc.GetDataType() == ge::DT_STRING || size <= 0) {
    const std::string type = desc.GetDataType() == ge::DT_UNDEFINED ? fmt::format("number {}", tensor.data_type())
                                                                    : DtypeName(desc.GetDataType());
    return Invalid(fmt::format("tensor '{}' has elements of type {}, which is not supported", tensor.name(), type));
  }
  int64_t bytes = size;
  for (const int64_t extent : tensor.dims()) {
    if (extent < 0 || __builtin_mul_overflow(bytes, extent, &bytes)) {
      return Status(ErrorCode::kShapeOverflow, fmt::format("tensor '{}': its shape has no size", tensor.name()));
    }
  }
  const std::string& data = tensor.raw_data();
  if (data.size() != static_cast<size_t>(bytes)) {
    return Invalid(
        fmt::format("tensor '{}' has {} bytes, its shape and type say {}", tensor.name(), data.size(), bytes));
  }
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(data.data()), data.size());
}

Result<Attr> AttrOf(const AttributeProto& attribute) {
  const AttributeProto::Type type = attribute.type();
  if (type == AttributeProto::BOOL) return Attr(WholeOf(attribute) != 0);
  if (IsWhole(type)) return Attr(WholeOf(attribute));
  if (IsReal(type)) return Attr(RealOf(attribute));
  if (type == AttributeProto::STRING) return Attr(TextOf(attribute));
  if (type == AttributeProto::TUPLE || type == AttributeProto::LIST) return ListOf(attribute);
  return Invalid(fmt::format("'{}' is of kind {}, which is not supported", attribute.name(), static_cast<int>(type)));
}

}  // namespace opdk::mindspore_plugin
