#include "sdk/tools/model/tensor_proto.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"

namespace opdk {
namespace {

using onnx::TensorProto;

Status InvalidProto(std::string message) { return Status(ErrorCode::kInputFormat, std::move(message)); }

ge::DataType ToDtype(int32_t type) {
  switch (type) {
    case TensorProto::FLOAT:
      return ge::DT_FLOAT;
    case TensorProto::UINT8:
      return ge::DT_UINT8;
    case TensorProto::INT8:
      return ge::DT_INT8;
    case TensorProto::UINT16:
      return ge::DT_UINT16;
    case TensorProto::INT16:
      return ge::DT_INT16;
    case TensorProto::INT32:
      return ge::DT_INT32;
    case TensorProto::INT64:
      return ge::DT_INT64;
    case TensorProto::STRING:
      return ge::DT_STRING;
    case TensorProto::BOOL:
      return ge::DT_BOOL;
    case TensorProto::FLOAT16:
      return ge::DT_FLOAT16;
    case TensorProto::DOUBLE:
      return ge::DT_DOUBLE;
    case TensorProto::UINT32:
      return ge::DT_UINT32;
    case TensorProto::UINT64:
      return ge::DT_UINT64;
    case TensorProto::COMPLEX64:
      return ge::DT_COMPLEX64;
    case TensorProto::COMPLEX128:
      return ge::DT_COMPLEX128;
    case TensorProto::BFLOAT16:
      return ge::DT_BF16;
    default:
      return ge::DT_UNDEFINED;
  }
}

template <typename To, typename Field>
std::string Pack(const Field& field) {
  std::string bytes;
  bytes.reserve(static_cast<size_t>(field.size()) * sizeof(To));
  for (const auto value : field) {
    const To narrow = static_cast<To>(value);
    bytes.append(reinterpret_cast<const char*>(&narrow), sizeof(To));
  }
  return bytes;
}

// Returns the bytes of the typed field. Which field holds which type is ONNX's rule (onnx.proto, TensorProto).
std::string TypedBytes(const TensorProto& proto) {
  switch (proto.data_type()) {
    case TensorProto::FLOAT:
    case TensorProto::COMPLEX64:
      return Pack<float>(proto.float_data());
    case TensorProto::DOUBLE:
    case TensorProto::COMPLEX128:
      return Pack<double>(proto.double_data());
    case TensorProto::INT64:
      return Pack<int64_t>(proto.int64_data());
    case TensorProto::UINT64:
      return Pack<uint64_t>(proto.uint64_data());
    case TensorProto::UINT32:
      return Pack<uint32_t>(proto.uint64_data());
    case TensorProto::INT32:
      return Pack<int32_t>(proto.int32_data());
    case TensorProto::INT16:
    case TensorProto::UINT16:
    case TensorProto::FLOAT16:
    case TensorProto::BFLOAT16:
      return Pack<uint16_t>(proto.int32_data());
    default:
      return Pack<uint8_t>(proto.int32_data());
  }
}

}  // namespace

Result<ge::Tensor> ParseTensorProto(std::string_view bytes) {
  TensorProto proto;
  if (bytes.empty() || !proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return InvalidProto("it is neither a .npy file nor a whole ONNX TensorProto");
  }
  const ge::DataType dtype = ToDtype(proto.data_type());
  if (dtype == ge::DT_UNDEFINED)
    return InvalidProto(fmt::format("its ONNX data type {} is unknown", proto.data_type()));
  if (proto.data_location() == TensorProto::EXTERNAL) return InvalidProto("its values lie in another file");
  const std::vector<int64_t> shape(proto.dims().begin(), proto.dims().end());
  const int64_t count = ElementCount(shape);
  if (count < 0) return InvalidProto(fmt::format("its shape [{}] is not one of a tensor", fmt::join(shape, ",")));

  ge::Tensor tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, dtype));
  if (dtype == ge::DT_STRING) {
    if (proto.string_data_size() != count) {
      return InvalidProto(fmt::format("{} strings where its shape needs {}", proto.string_data_size(), count));
    }
    tensor.SetData(std::vector<std::string>(proto.string_data().begin(), proto.string_data().end()));
    return tensor;
  }
  const std::string data = proto.has_raw_data() ? proto.raw_data() : TypedBytes(proto);
  const auto wanted = static_cast<size_t>(count) * static_cast<size_t>(ge::GetSizeByDataType(dtype));
  if (data.size() != wanted) {
    return InvalidProto(fmt::format("{} bytes of values where its shape [{}] of {} needs {}", data.size(),
                                    fmt::join(shape, ","), DtypeName(dtype), wanted));
  }
  tensor.SetData(reinterpret_cast<const uint8_t*>(data.data()), data.size());
  return tensor;
}

}  // namespace opdk
