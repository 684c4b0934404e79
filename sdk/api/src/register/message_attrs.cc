#include "opdk/message_attrs.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "graph/utils/type_utils.h"

namespace opdk {
namespace {

namespace pb = google::protobuf;
using Field = pb::FieldDescriptor;

constexpr int kDeepest = 5;
// Largest size in bytes of a constant whose last value is repeated for the elements that follow it.
constexpr size_t kLargestSpread = size_t{1} << 28;

Status Refuse(const pb::Message& message, std::string what) {
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", message.GetDescriptor()->name(), std::move(what)));
}

// Reads a scalar field, or entry `index` of a repeated field.
Attr Scalar(const pb::Message& message, const Field& field, int index = -1) {
  const pb::Reflection& get = *message.GetReflection();
  const bool one = index < 0;
  switch (field.cpp_type()) {
    case Field::CPPTYPE_INT32:
      return int64_t{one ? get.GetInt32(message, &field) : get.GetRepeatedInt32(message, &field, index)};
    case Field::CPPTYPE_INT64:
      return int64_t{one ? get.GetInt64(message, &field) : get.GetRepeatedInt64(message, &field, index)};
    case Field::CPPTYPE_UINT32:
      return int64_t{one ? get.GetUInt32(message, &field) : get.GetRepeatedUInt32(message, &field, index)};
    case Field::CPPTYPE_UINT64:
      return static_cast<int64_t>(one ? get.GetUInt64(message, &field) : get.GetRepeatedUInt64(message, &field, index));
    case Field::CPPTYPE_FLOAT:
      return one ? get.GetFloat(message, &field) : get.GetRepeatedFloat(message, &field, index);
    case Field::CPPTYPE_DOUBLE:
      return static_cast<float>(one ? get.GetDouble(message, &field) : get.GetRepeatedDouble(message, &field, index));
    case Field::CPPTYPE_BOOL:
      return one ? get.GetBool(message, &field) : get.GetRepeatedBool(message, &field, index);
    case Field::CPPTYPE_ENUM:
      return int64_t{one ? get.GetEnumValue(message, &field) : get.GetRepeatedEnumValue(message, &field, index)};
    case Field::CPPTYPE_STRING:
      return one ? get.GetString(message, &field) : get.GetRepeatedString(message, &field, index);
    case Field::CPPTYPE_MESSAGE:
      break;
  }
  return {};
}

template <typename T>
std::vector<T> Repeated(const pb::Message& message, const Field& field) {
  std::vector<T> values;
  const int count = message.GetReflection()->FieldSize(message, &field);
  for (int i = 0; i < count; ++i) values.push_back(std::get<T>(Scalar(message, field, i)));
  return values;
}

Attr ScalarList(const pb::Message& message, const Field& field) {
  switch (field.cpp_type()) {
    case Field::CPPTYPE_FLOAT:
    case Field::CPPTYPE_DOUBLE:
      return Repeated<float>(message, field);
    case Field::CPPTYPE_BOOL:
      return Repeated<bool>(message, field);
    case Field::CPPTYPE_STRING:
      return Repeated<std::string>(message, field);
    default:
      return Repeated<int64_t>(message, field);
  }
}

const Field* Find(const pb::Message& message, const std::string& name) {
  return message.GetDescriptor()->FindFieldByName(name);
}

std::string TextOf(const pb::Message& message, const std::string& name) {
  const Field* field = Find(message, name);
  if (field == nullptr || field->is_repeated() || field->cpp_type() != Field::CPPTYPE_STRING) return "";
  return message.GetReflection()->GetString(message, field);
}

std::string EnumName(const pb::Message& message, const Field& field, int index = -1) {
  const pb::EnumValueDescriptor* value = index < 0 ? message.GetReflection()->GetEnum(message, &field)
                                                   : message.GetReflection()->GetRepeatedEnum(message, &field, index);
  return value->name();
}

std::vector<const pb::Message*> Messages(const pb::Message& message, const std::string& name) {
  std::vector<const pb::Message*> result;
  const Field* field = Find(message, name);
  if (field == nullptr || !field->is_repeated() || field->cpp_type() != Field::CPPTYPE_MESSAGE) return result;
  const int count = message.GetReflection()->FieldSize(message, field);
  for (int i = 0; i < count; ++i) result.push_back(&message.GetReflection()->GetRepeatedMessage(message, field, i));
  return result;
}

// Reads a TensorShapeProto; UNKNOWN_RANK if the message says so.
std::vector<int64_t> ShapeOf(const pb::Message& shape) {
  const Field* unknown = Find(shape, "unknown_rank");
  if (unknown != nullptr && shape.GetReflection()->GetBool(shape, unknown)) return ge::UNKNOWN_RANK;
  std::vector<int64_t> dims;
  for (const pb::Message* dim : Messages(shape, "dim")) {
    dims.push_back(dim->GetReflection()->GetInt64(*dim, Find(*dim, "size")));
  }
  return dims;
}

// Converts `values` to `count` numbers. The last `step` values repeat for all places behind them.
template <typename T, typename Held>
std::vector<uint8_t> Spread(const std::vector<Held>& values, size_t count, size_t step) {
  std::vector<uint8_t> bytes(count * sizeof(T));
  if (values.size() < step) return bytes;
  for (size_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(values[i < values.size() ? i : values.size() - step + i % step]);
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
  return bytes;
}

// The entries of the field that holds elements of `dtype`, and how many bytes one has.
struct TypedField {
  const char* name;
  size_t per_element = 1;  // entries: a complex number has two
};

std::optional<TypedField> FieldOf(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_FLOAT:
      return TypedField{"float_val"};
    case ge::DT_DOUBLE:
      return TypedField{"double_val"};
    case ge::DT_FLOAT16:
    case ge::DT_BF16:
      return TypedField{"half_val"};
    case ge::DT_INT8:
    case ge::DT_UINT8:
    case ge::DT_INT16:
    case ge::DT_UINT16:
    case ge::DT_INT32:
      return TypedField{"int_val"};
    case ge::DT_INT64:
      return TypedField{"int64_val"};
    case ge::DT_UINT32:
      return TypedField{"uint32_val"};
    case ge::DT_UINT64:
      return TypedField{"uint64_val"};
    case ge::DT_BOOL:
      return TypedField{"bool_val"};
    case ge::DT_COMPLEX64:
      return TypedField{"scomplex_val", 2};
    case ge::DT_COMPLEX128:
      return TypedField{"dcomplex_val", 2};
    case ge::DT_STRING:
      return TypedField{"string_val"};
    default:
      return std::nullopt;
  }
}

// Reads the entries of a typed field for `count` elements. The last element repeats for all places behind it; without
// an element all are zeros.
std::vector<uint8_t> SpreadField(const pb::Message& tensor, const Field& field, ge::DataType dtype, size_t count) {
  const auto narrow = [&](auto kind, size_t step = 1) {
    using T = decltype(kind);
    if (field.cpp_type() == Field::CPPTYPE_FLOAT) return Spread<T>(Repeated<float>(tensor, field), count * step, step);
    if (field.cpp_type() == Field::CPPTYPE_BOOL) return Spread<T>(Repeated<bool>(tensor, field), count * step, step);
    return Spread<T>(Repeated<int64_t>(tensor, field), count * step, step);
  };
  const auto doubles = [&](size_t step) {
    std::vector<double> values;
    const int entries = tensor.GetReflection()->FieldSize(tensor, &field);
    for (int i = 0; i < entries; ++i) values.push_back(tensor.GetReflection()->GetRepeatedDouble(tensor, &field, i));
    return Spread<double>(values, count * step, step);
  };
  switch (dtype) {
    case ge::DT_FLOAT:
      return narrow(float{});
    case ge::DT_COMPLEX64:
      return narrow(float{}, 2);
    case ge::DT_DOUBLE:
      return doubles(1);
    case ge::DT_COMPLEX128:
      return doubles(2);
    case ge::DT_INT8:
    case ge::DT_UINT8:
    case ge::DT_BOOL:
      return narrow(uint8_t{});
    case ge::DT_FLOAT16:
    case ge::DT_BF16:
    case ge::DT_INT16:
    case ge::DT_UINT16:
      return narrow(uint16_t{});
    case ge::DT_INT32:
    case ge::DT_UINT32:
      return narrow(uint32_t{});
    default:
      return narrow(uint64_t{});
  }
}

Result<int64_t> ElementsOf(const pb::Message& tensor, const std::vector<int64_t>& dims) {
  int64_t count = 1;
  for (const int64_t dim : dims) {
    if (dim < 0) return Refuse(tensor, "a constant has an unknown dimension");
    if (__builtin_mul_overflow(count, dim, &count) || count > (int64_t{1} << 32)) {
      return Refuse(tensor, "a constant has more elements than memory");
    }
  }
  return count;
}

Result<ge::Tensor> StringsOf(const pb::Message& tensor, const ge::TensorDesc& desc, size_t count) {
  std::vector<std::string> strings = Repeated<std::string>(tensor, *Find(tensor, "string_val"));
  if (strings.size() > count) return Refuse(tensor, "a constant has more strings than elements");
  const size_t bytes = count * (sizeof(ge::StringHead) + (strings.empty() ? 0 : strings.back().size()));
  if (strings.size() < count && bytes > kLargestSpread) {
    return Refuse(tensor,
                  fmt::format("{} strings are to be repeated to {}, which takes {} bytes; the limit is {} bytes: "
                              "write it as a Fill",
                              strings.size(), count, bytes, kLargestSpread));
  }
  strings.resize(count, strings.empty() ? "" : std::string(strings.back()));
  ge::Tensor result(desc);
  if (result.SetData(strings) != ge::GRAPH_SUCCESS) return Refuse(tensor, "its strings can't be stored");
  return result;
}

Result<Attr> TensorFlowValue(const pb::Message& value);

// Reads a NameAttrList: a function and its attributes.
Result<std::shared_ptr<NamedAttrs>> FunctionOf(const pb::Message& function) {
  auto named = std::make_shared<NamedAttrs>();
  named->name = TextOf(function, "name");
  for (const pb::Message* entry : Messages(function, "attr")) {
    const pb::Message& value = entry->GetReflection()->GetMessage(*entry, Find(*entry, "value"));
    OPDK_TRY(Attr attr, TensorFlowValue(value));
    named->attrs[TextOf(*entry, "key")] = std::move(attr);
  }
  return named;
}

Result<Attr> TensorFlowList(const pb::Message& list) {
  std::vector<const Field*> set;
  list.GetReflection()->ListFields(list, &set);
  if (set.empty()) return Attr(std::vector<int64_t>());
  const Field& field = *set.front();
  if (field.name() == "type") {
    std::vector<ge::DataType> types;
    const int count = list.GetReflection()->FieldSize(list, &field);
    for (int i = 0; i < count; ++i) types.push_back(TensorFlowDtype(EnumName(list, field, i)));
    return Attr(std::move(types));
  }
  if (field.cpp_type() != Field::CPPTYPE_MESSAGE) return ScalarList(list, field);
  std::vector<std::vector<int64_t>> shapes;
  std::vector<ge::Tensor> tensors;
  std::vector<std::shared_ptr<NamedAttrs>> functions;
  for (const pb::Message* item : Messages(list, field.name())) {
    if (field.name() == "shape") {
      shapes.push_back(ShapeOf(*item));
    } else if (field.name() == "tensor") {
      OPDK_TRY(ge::Tensor tensor, ReadTensorMessage(*item));
      tensors.push_back(std::move(tensor));
    } else {
      OPDK_TRY(auto function, FunctionOf(*item));
      functions.push_back(std::move(function));
    }
  }
  if (field.name() == "shape") return Attr(std::move(shapes));
  if (field.name() == "tensor") return Attr(std::move(tensors));
  return Attr(std::move(functions));
}

// Reads an AttrValue, in which one kind of value is set.
Result<Attr> TensorFlowValue(const pb::Message& value) {
  std::vector<const Field*> set;
  value.GetReflection()->ListFields(value, &set);
  if (set.empty()) return Attr();
  const Field& field = *set.front();
  if (field.name() == "type") return Attr(TensorFlowDtype(EnumName(value, field)));
  if (field.cpp_type() != Field::CPPTYPE_MESSAGE) return Scalar(value, field);
  const pb::Message& inner = value.GetReflection()->GetMessage(value, &field);
  if (field.name() == "shape") return Attr(ShapeOf(inner));
  if (field.name() == "list") return TensorFlowList(inner);
  if (field.name() == "tensor") {
    OPDK_TRY(ge::Tensor tensor, ReadTensorMessage(inner));
    return Attr(std::move(tensor));
  }
  OPDK_TRY(auto function, FunctionOf(inner));
  return Attr(std::move(function));
}

Status ReadTensorFlow(const pb::Message& node, OpDesc& op) {
  for (const pb::Message* entry : Messages(node, "attr")) {
    const pb::Message& value = entry->GetReflection()->GetMessage(*entry, Find(*entry, "value"));
    OPDK_TRY(Attr attr, TensorFlowValue(value));
    // Attributes of an unset kind have no value.
    if (attr.index() != 0) op.attrs[TextOf(*entry, "key")] = std::move(attr);
  }
  return Status();
}

// Reads a NodeProto. The type of an AttributeProto says which of its fields holds the value.
Status ReadOnnx(const pb::Message& node, OpDesc& op) {
  for (const pb::Message* attribute : Messages(node, "attribute")) {
    const std::string name = TextOf(*attribute, "name");
    const std::string type = EnumName(*attribute, *Find(*attribute, "type"));
    const std::pair<const char*, const char*> fields[] = {
        {"FLOAT", "f"}, {"INT", "i"}, {"STRING", "s"}, {"FLOATS", "floats"}, {"INTS", "ints"}, {"STRINGS", "strings"}};
    const Field* held = nullptr;
    for (const auto& [kind, field] : fields) {
      if (type == kind) held = Find(*attribute, field);
    }
    if (held == nullptr) return Refuse(node, fmt::format("attribute '{}' is a {}, which is not mapped", name, type));
    op.attrs[name] = held->is_repeated() ? ScalarList(*attribute, *held) : Scalar(*attribute, *held);
  }
  return Status();
}

Result<std::string> JsonOf(const pb::Message& message, const Field& field) {
  std::string text = fmt::format("{{\"{}\":[", field.name());
  const int count = message.GetReflection()->FieldSize(message, &field);
  pb::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  for (int i = 0; i < count; ++i) {
    std::string item;
    const auto printed =
        pb::util::MessageToJsonString(message.GetReflection()->GetRepeatedMessage(message, &field, i), &item, options);
    if (!printed.ok()) return Refuse(message, fmt::format("{} has no JSON form", field.name()));
    text += (i == 0 ? "" : ",") + item;
  }
  return text + "]}";
}

Status Flatten(const pb::Message& message, OpDesc& op, int depth) {
  if (depth > kDeepest) return Refuse(message, fmt::format("its messages are nested more than {} deep", kDeepest));
  std::vector<const Field*> set;
  message.GetReflection()->ListFields(message, &set);
  for (const Field* field : set) {
    if (field->cpp_type() != Field::CPPTYPE_MESSAGE) {
      op.attrs[field->name()] = field->is_repeated() ? ScalarList(message, *field) : Scalar(message, *field);
    } else if (field->is_repeated()) {
      OPDK_TRY(op.attrs[field->name()], JsonOf(message, *field));
    } else {
      OPDK_TRY(Flatten(message.GetReflection()->GetMessage(message, field), op, depth + 1));
    }
  }
  return Status();
}

}  // namespace

// Returns the dtype of a name. DT_HALF and DT_BFLOAT16 have other names in ge.
ge::DataType TensorFlowDtype(const std::string& name) {
  if (name == "DT_HALF") return ge::DT_FLOAT16;
  if (name == "DT_BFLOAT16") return ge::DT_BF16;
  return ge::TypeUtils::SerialStringToDataType(name);
}

Result<ge::Tensor> ReadTensorMessage(const pb::Message& tensor) {
  const ge::DataType dtype = TensorFlowDtype(EnumName(tensor, *Find(tensor, "dtype")));
  const auto typed = FieldOf(dtype);
  const Field* field = typed ? Find(tensor, typed->name) : nullptr;
  if (field == nullptr) {
    return Refuse(tensor, fmt::format("constants of {} are not supported", EnumName(tensor, *Find(tensor, "dtype"))));
  }
  const std::vector<int64_t> dims = ShapeOf(tensor.GetReflection()->GetMessage(tensor, Find(tensor, "tensor_shape")));
  OPDK_TRY(const int64_t count, ElementsOf(tensor, dims));
  const ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, dtype);
  const auto elements = static_cast<size_t>(count);
  std::string scratch;
  const std::string& content =
      tensor.GetReflection()->GetStringReference(tensor, Find(tensor, "tensor_content"), &scratch);
  const size_t bytes = dtype == ge::DT_STRING ? 0 : elements * static_cast<size_t>(ge::GetSizeByDataType(dtype));
  if (!content.empty()) {
    if (content.size() != bytes) {
      return Refuse(tensor, fmt::format("tensor_content has {} bytes, shape and type say {}", content.size(), bytes));
    }
    return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(content.data()), content.size());
  }
  if (dtype == ge::DT_STRING) return StringsOf(tensor, desc, elements);
  const auto entries = static_cast<size_t>(tensor.GetReflection()->FieldSize(tensor, field));
  if (entries > elements * typed->per_element) {
    return Refuse(tensor, fmt::format("a constant has {} values for a shape of {} elements", entries, elements));
  }
  // A message of a few bytes must not ask for all memory.
  if (bytes > kLargestSpread) {
    return Refuse(tensor, fmt::format("a constant of {} bytes is written as {} values that are to be repeated; the "
                                      "limit is {} bytes: write it as a Fill",
                                      bytes, entries, kLargestSpread));
  }
  return ge::Tensor(ge::TensorDesc(desc), SpreadField(tensor, *field, dtype, elements));
}

Status ReadMessage(const pb::Message& message, OpDesc& op) {
  if (const std::string name = TextOf(message, "name"); !name.empty()) op.name = name;
  const std::string& form = message.GetDescriptor()->name();
  if (form == "NodeDef") return ReadTensorFlow(message, op);
  if (form == "NodeProto") return ReadOnnx(message, op);
  return Flatten(message, op, 0);
}

}  // namespace opdk
