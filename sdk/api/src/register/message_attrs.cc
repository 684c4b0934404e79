#include "sdk/api/src/register/message_attrs.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cstring>

#include "graph/utils/type_utils.h"

namespace opdk {
namespace {

namespace pb = google::protobuf;
using Field = pb::FieldDescriptor;

constexpr int kDeepest = 5;

Status Refuse(const pb::Message& message, std::string what) {
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", message.GetDescriptor()->name(), std::move(what)));
}

// TensorFlow's name of a data type as ours: DT_HALF and DT_BFLOAT16 are spelt otherwise.
ge::DataType DtypeOf(const std::string& name) {
  if (name == "DT_HALF") return ge::DT_FLOAT16;
  if (name == "DT_BFLOAT16") return ge::DT_BF16;
  return ge::TypeUtils::SerialStringToDataType(name);
}

// One scalar field, or entry `index` of a repeated one.
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

// A TensorShapeProto; UNKNOWN_RANK where it says so.
std::vector<int64_t> ShapeOf(const pb::Message& shape) {
  const Field* unknown = Find(shape, "unknown_rank");
  if (unknown != nullptr && shape.GetReflection()->GetBool(shape, unknown)) return ge::UNKNOWN_RANK;
  std::vector<int64_t> dims;
  for (const pb::Message* dim : Messages(shape, "dim")) {
    dims.push_back(dim->GetReflection()->GetInt64(*dim, Find(*dim, "size")));
  }
  return dims;
}

// The values of a typed field as `count` elements: the last one stands for all that follow it.
template <typename T, typename Held>
std::vector<uint8_t> Spread(const std::vector<Held>& values, size_t count) {
  std::vector<uint8_t> bytes(count * sizeof(T));
  for (size_t i = 0; i < count && !values.empty(); ++i) {
    const T value = static_cast<T>(values[std::min(i, values.size() - 1)]);
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
  return bytes;
}

// A TensorProto of TensorFlow.
Result<ge::Tensor> TensorOf(const pb::Message& tensor) {
  const ge::DataType dtype = DtypeOf(EnumName(tensor, *Find(tensor, "dtype")));
  const pb::Message& shape = tensor.GetReflection()->GetMessage(tensor, Find(tensor, "tensor_shape"));
  const std::vector<int64_t> dims = ShapeOf(shape);
  int64_t count = 1;
  for (const int64_t dim : dims) {
    if (dim < 0) return Refuse(tensor, "a constant has an unknown dimension");
    if (__builtin_mul_overflow(count, dim, &count) || count > (int64_t{1} << 32)) {
      return Refuse(tensor, "a constant has more elements than memory");
    }
  }
  const ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, dtype);
  const std::string content = TextOf(tensor, "tensor_content");
  if (!content.empty()) {
    if (const auto size = static_cast<int64_t>(content.size()); size != count * ge::GetSizeByDataType(dtype)) {
      return Refuse(tensor, fmt::format("tensor_content has {} bytes, shape and type say {}", size,
                                        count * ge::GetSizeByDataType(dtype)));
    }
    return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(content.data()), content.size());
  }
  const auto elements = static_cast<size_t>(count);
  const auto has = [&tensor](const char* name) {
    const Field* field = Find(tensor, name);
    return field != nullptr && tensor.GetReflection()->FieldSize(tensor, field) > 0;
  };
  if (dtype == ge::DT_FLOAT && (has("float_val") || elements == 0)) {
    return ge::Tensor(desc, Spread<float>(Repeated<float>(tensor, *Find(tensor, "float_val")), elements));
  }
  if (dtype == ge::DT_INT32 && has("int_val")) {
    return ge::Tensor(desc, Spread<int32_t>(Repeated<int64_t>(tensor, *Find(tensor, "int_val")), elements));
  }
  if (dtype == ge::DT_INT64 && has("int64_val")) {
    return ge::Tensor(desc, Spread<int64_t>(Repeated<int64_t>(tensor, *Find(tensor, "int64_val")), elements));
  }
  if (dtype == ge::DT_BOOL && has("bool_val")) {
    return ge::Tensor(desc, Spread<uint8_t>(Repeated<bool>(tensor, *Find(tensor, "bool_val")), elements));
  }
  return Refuse(tensor, fmt::format("the values of a {} constant are in no field that is understood",
                                    ge::TypeUtils::DataTypeToSerialString(dtype)));
}

Result<Attr> TensorFlowValue(const pb::Message& value);

// A NameAttrList: a function and its attributes.
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
    for (int i = 0; i < count; ++i) types.push_back(DtypeOf(EnumName(list, field, i)));
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
      OPDK_TRY(ge::Tensor tensor, TensorOf(*item));
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

// An AttrValue: one of its kinds is set.
Result<Attr> TensorFlowValue(const pb::Message& value) {
  std::vector<const Field*> set;
  value.GetReflection()->ListFields(value, &set);
  if (set.empty()) return Attr();
  const Field& field = *set.front();
  if (field.name() == "type") return Attr(DtypeOf(EnumName(value, field)));
  if (field.cpp_type() != Field::CPPTYPE_MESSAGE) return Scalar(value, field);
  const pb::Message& inner = value.GetReflection()->GetMessage(value, &field);
  if (field.name() == "shape") return Attr(ShapeOf(inner));
  if (field.name() == "list") return TensorFlowList(inner);
  if (field.name() == "tensor") {
    OPDK_TRY(ge::Tensor tensor, TensorOf(inner));
    return Attr(std::move(tensor));
  }
  OPDK_TRY(auto function, FunctionOf(inner));
  return Attr(std::move(function));
}

Status ReadTensorFlow(const pb::Message& node, OpDesc& op) {
  for (const pb::Message* entry : Messages(node, "attr")) {
    const pb::Message& value = entry->GetReflection()->GetMessage(*entry, Find(*entry, "value"));
    OPDK_TRY(Attr attr, TensorFlowValue(value));
    // Attributes whose kind is unset carry nothing.
    if (attr.index() != 0) op.attrs[TextOf(*entry, "key")] = std::move(attr);
  }
  return Status();
}

// An AttributeProto says by its type which of its fields counts.
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

Status ReadMessage(const pb::Message& message, OpDesc& op) {
  if (const std::string name = TextOf(message, "name"); !name.empty()) op.name = name;
  const std::string& form = message.GetDescriptor()->name();
  if (form == "NodeDef") return ReadTensorFlow(message, op);
  if (form == "NodeProto") return ReadOnnx(message, op);
  return Flatten(message, op, 0);
}

}  // namespace opdk
