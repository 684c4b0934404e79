#include "sdk/adapters/ascendcl/objects.h"

#include <Eigen/Core>
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "graph/utils/type_utils.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "graph_core/host/operator_graph.h"

namespace opdk::acl {

Handles<aclDataBuffer>& Buffers() {
  static Handles<aclDataBuffer> buffers("data buffer");
  return buffers;
}

Handles<aclTensorDesc>& TensorDescs() {
  static Handles<aclTensorDesc> descs("tensor description");
  return descs;
}

ge::DataType ToGeType(aclDataType type) {
  const auto number = static_cast<int>(type);
  return number < 0 || number >= static_cast<int>(ge::DT_MAX) ? ge::DT_UNDEFINED : static_cast<ge::DataType>(number);
}

ge::Format ToGeFormat(aclFormat format) {
  const auto number = static_cast<int>(format);
  const bool is_format = number >= 0 && ge::GetPrimaryFormat(number) < static_cast<int>(ge::FORMAT_END);
  return is_format ? static_cast<ge::Format>(number) : ge::FORMAT_RESERVED;
}

size_t BytesOf(const aclTensorDesc& desc) {
  if (IsUnknown(desc.dims)) return 0;
  const auto bytes = TensorBytes(ToGeType(desc.type), desc.dims);
  return bytes.ok() ? *bytes : 0;
}

ge::TensorDesc ToTensorDesc(const aclTensorDesc& desc) {
  ge::TensorDesc result(ge::Shape(desc.dims), ToGeFormat(desc.format), ToGeType(desc.type));
  result.SetOriginShape(ge::Shape(desc.origin_dims));
  result.SetOriginFormat(ToGeFormat(desc.origin_format));
  if (!desc.ranges.empty()) result.SetShapeRange(desc.ranges);
  return result;
}

namespace {

// Finds the description and calls `work`, for all setters.
template <typename Work>
aclError Change(const char* function, const void* desc, Work work) {
  return Call(function, [&]() -> Outcome {
    std::shared_ptr<aclTensorDesc> found;
    OPDK_ACL_TRY(TensorDescs().Find(desc, found));
    return work(*found);
  });
}
template <typename Value, typename Work>
Value Ask(const char* function, const void* desc, Value otherwise, Work work) {
  return Get(function, otherwise, [&](Value& value) -> Outcome {
    std::shared_ptr<aclTensorDesc> found;
    OPDK_ACL_TRY(TensorDescs().Find(desc, found));
    return work(*found, value);
  });
}

Outcome ReadDims(int count, const int64_t* dims, std::vector<int64_t>& result) {
  if (count < 0) return Fail(ACL_ERROR_INVALID_PARAM, "the number of dimensions is negative");
  if (count > 0 && dims == nullptr) return IsNull("list of dimensions");
  if (std::any_of(dims, dims + count, [](int64_t extent) { return extent < -2; })) {
    return Fail(ACL_ERROR_INVALID_PARAM, "a dimension is below -2");
  }
  result.assign(dims, dims + count);
  return {};
}

Outcome CheckType(aclDataType type) {
  ge::DataType parsed = ge::DT_UNDEFINED;
  const auto dtype = ToGeType(type);
  const bool is_known = dtype != ge::DT_UNDEFINED && ParseDtypeName(DtypeName(dtype), parsed) && parsed == dtype;
  if (type == ACL_DT_UNDEFINED || is_known) return {};
  return Fail(ACL_ERROR_UNSUPPORTED_DATA_TYPE, "there is no data type " + std::to_string(static_cast<int>(type)));
}
Outcome CheckFormat(aclFormat format) {
  const ge::Format known = ToGeFormat(format);
  const bool is_named = ge::TypeUtils::SerialStringToFormat(ge::TypeUtils::FormatToSerialString(known)) == known;
  if (format == ACL_FORMAT_UNDEFINED || (known != ge::FORMAT_RESERVED && is_named)) return {};
  return Fail(ACL_ERROR_FORMAT_NOT_MATCH, "there is no format " + std::to_string(static_cast<int>(format)));
}

Outcome NoDimension(size_t index, size_t count) {
  return Fail(ACL_ERROR_INVALID_PARAM,
              "there is no dimension " + std::to_string(index) + ": the tensor has " + std::to_string(count));
}

Outcome ReadRanges(size_t count, const int64_t (*ranges)[2], std::vector<std::pair<int64_t, int64_t>>& result) {
  if (count > 0 && ranges == nullptr) return IsNull("list of ranges");
  std::vector<std::pair<int64_t, int64_t>> read;
  for (size_t i = 0; i < count; ++i) {
    const bool ordered = ranges[i][1] < 0 || ranges[i][0] <= ranges[i][1];
    if (ranges[i][0] < 0 || !ordered) return Fail(ACL_ERROR_INVALID_PARAM, "a range ends before it begins");
    read.emplace_back(ranges[i][0], ranges[i][1]);
  }
  result = std::move(read);
  return {};
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

float aclFloat16ToFloat(aclFloat16 value) { return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(value)); }
aclFloat16 aclFloatToFloat16(float value) { return Eigen::numext::bit_cast<uint16_t>(static_cast<Eigen::half>(value)); }

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
  return Get<aclDataBuffer*>(__func__, nullptr, [&](aclDataBuffer*& buffer) -> Outcome {
    buffer = Buffers().Add(std::make_shared<aclDataBuffer>(aclDataBuffer{data, size}));
    return {};
  });
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
  return Call(__func__, [&] { return Buffers().Remove(dataBuffer); });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclDataBuffer> buffer;
    OPDK_ACL_TRY(Buffers().Find(dataBuffer, buffer));
    *buffer = {data, size};
    return {};
  });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
  return Get<void*>(__func__, nullptr, [&](void*& data) -> Outcome {
    std::shared_ptr<aclDataBuffer> buffer;
    OPDK_ACL_TRY(Buffers().Find(dataBuffer, buffer));
    data = buffer->data;
    return {};
  });
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
  return Get<size_t>(__func__, 0, [&](size_t& size) -> Outcome {
    std::shared_ptr<aclDataBuffer> buffer;
    OPDK_ACL_TRY(Buffers().Find(dataBuffer, buffer));
    size = buffer->size;
    return {};
  });
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
  return static_cast<uint32_t>(aclGetDataBufferSizeV2(dataBuffer));
}

size_t aclDataTypeSize(aclDataType dataType) {
  return Get<size_t>(__func__, 0, [&](size_t& size) -> Outcome {
    const auto bytes = opdk::TensorBytes(ToGeType(dataType), std::vector<int64_t>());
    if (!bytes.ok()) return Fail(ACL_ERROR_UNSUPPORTED_DATA_TYPE, bytes.status().message());
    size = *bytes;
    return {};
  });
}

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims, aclFormat format) {
  return Get<aclTensorDesc*>(__func__, nullptr, [&](aclTensorDesc*& desc) -> Outcome {
    OPDK_ACL_TRY(CheckType(dataType));
    OPDK_ACL_TRY(CheckFormat(format));
    auto made = std::make_shared<aclTensorDesc>();
    made->type = dataType;
    made->format = made->origin_format = format;
    if (numDims == static_cast<int>(ACL_UNKNOWN_RANK)) {
      made->dims = {-2};
    } else {
      OPDK_ACL_TRY(ReadDims(numDims, dims, made->dims));
    }
    made->origin_dims = made->dims;
    desc = TensorDescs().Add(std::move(made));
    return {};
  });
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
  static_cast<void>(Call(__func__, [&] { return TensorDescs().Remove(desc); }));
}

aclError aclSetTensorShapeRange(aclTensorDesc* desc, size_t dimsCount,
                                int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]) {
  return Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    if (dimsCount != own.dims.size()) {
      return Fail(ACL_ERROR_INVALID_PARAM, "there are other ranges than dimensions");
    }
    return ReadRanges(dimsCount, dimsRange, own.ranges);
  });
}

aclError aclSetTensorValueRange(aclTensorDesc* desc, size_t valueCount,
                                int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]) {
  return Change(__func__, desc, [&](aclTensorDesc& own) { return ReadRanges(valueCount, valueRange, own.values); });
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  return Ask(__func__, desc, ACL_DT_UNDEFINED, [](const aclTensorDesc& own, aclDataType& type) -> Outcome {
    type = own.type;
    return {};
  });
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  return Ask(__func__, desc, ACL_FORMAT_UNDEFINED, [](const aclTensorDesc& own, aclFormat& format) -> Outcome {
    format = own.format;
    return {};
  });
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
  return Ask<size_t>(__func__, desc, 0, [](const aclTensorDesc& own, size_t& size) -> Outcome {
    size = BytesOf(own);
    return {};
  });
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
  return Ask<size_t>(__func__, desc, 0, [](const aclTensorDesc& own, size_t& count) -> Outcome {
    const int64_t elements = opdk::IsUnknown(own.dims) ? 0 : opdk::ElementCount(own.dims);
    if (elements < 0) return Fail(ACL_ERROR_INVALID_PARAM, "it has more elements than can be counted");
    count = static_cast<size_t>(elements);
    return {};
  });
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
  return Ask<size_t>(__func__, desc, 0, [](const aclTensorDesc& own, size_t& count) -> Outcome {
    count = own.dims == std::vector<int64_t>{-2} ? static_cast<size_t>(ACL_UNKNOWN_RANK) : own.dims.size();
    return {};
  });
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
  return Change(__func__, desc, [&](const aclTensorDesc& own) -> Outcome {
    if (dimSize == nullptr) return IsNull("place for the dimension");
    if (index >= own.dims.size()) return NoDimension(index, own.dims.size());
    *dimSize = own.dims[index];
    return {};
  });
}

int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index) {
  int64_t extent = -1;
  return aclGetTensorDescDimV2(desc, index, &extent) == ACL_SUCCESS ? extent : -1;
}

aclError aclGetTensorDescDimRange(const aclTensorDesc* desc, size_t index, size_t dimRangeNum, int64_t* dimRange) {
  return Change(__func__, desc, [&](const aclTensorDesc& own) -> Outcome {
    if (dimRange == nullptr) return IsNull("place for the range");
    if (dimRangeNum < ACL_TENSOR_SHAPE_RANGE_NUM) return Fail(ACL_ERROR_INVALID_PARAM, "a range has two numbers");
    if (index >= own.dims.size()) return NoDimension(index, own.dims.size());
    const int64_t extent = own.dims[index];
    const auto range = index < own.ranges.size() ? own.ranges[index]
                       : extent < 0              ? std::pair<int64_t, int64_t>(0, -1)
                                                 : std::pair(extent, extent);
    dimRange[0] = range.first;
    dimRange[1] = range.second;
    return {};
  });
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
  static_cast<void>(Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    own.name = name == nullptr ? "" : name;
    return {};
  }));
}

const char* aclGetTensorDescName(aclTensorDesc* desc) {
  return Ask<const char*>(__func__, desc, "", [](const aclTensorDesc& own, const char*& name) -> Outcome {
    name = own.name.c_str();
    return {};
  });
}

aclError aclTransTensorDescFormat(const aclTensorDesc* srcDesc, aclFormat dstFormat, aclTensorDesc** dstDesc) {
  return Change(__func__, srcDesc, [&](const aclTensorDesc& own) -> Outcome {
    if (dstDesc == nullptr) return IsNull("place for the description");
    const auto is_planar = [](aclFormat format) { return format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC; };
    const bool copied = own.format == dstFormat;
    if (!copied && (!is_planar(own.format) || !is_planar(dstFormat) || own.dims.size() != 4)) {
      return Fail(ACL_ERROR_FORMAT_NOT_MATCH, "only tensors of 4 dimensions pass between NCHW and NHWC");
    }
    auto made = std::make_shared<aclTensorDesc>(own);
    OPDK_ACL_TRY(CheckFormat(dstFormat));
    made->format = dstFormat;
    if (!copied) {
      const std::vector<int64_t>& d = own.dims;
      made->dims = dstFormat == ACL_FORMAT_NHWC ? std::vector<int64_t>{d[0], d[2], d[3], d[1]}
                                                : std::vector<int64_t>{d[0], d[3], d[1], d[2]};
    }
    *dstDesc = TensorDescs().Add(std::move(made));
    return {};
  });
}

aclError aclSetTensorStorageFormat(aclTensorDesc* desc, aclFormat format) { return aclSetTensorFormat(desc, format); }
aclError aclSetTensorStorageShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return aclSetTensorShape(desc, numDims, dims);
}

aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format) {
  return Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    OPDK_ACL_TRY(CheckFormat(format));
    own.format = format;
    return {};
  });
}

aclError aclSetTensorShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    OPDK_ACL_TRY(ReadDims(numDims, dims, own.dims));
    if (own.ranges.size() != own.dims.size()) own.ranges.clear();
    return {};
  });
}

aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat format) {
  return Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    OPDK_ACL_TRY(CheckFormat(format));
    own.origin_format = format;
    return {};
  });
}

aclError aclSetTensorOriginShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
  return Change(__func__, desc, [&](aclTensorDesc& own) { return ReadDims(numDims, dims, own.origin_dims); });
}

aclTensorDesc* aclGetTensorDescByIndex(aclTensorDesc* desc, size_t index) {
  return Get<aclTensorDesc*>(__func__, nullptr, [&](aclTensorDesc*& found) -> Outcome {
    std::shared_ptr<aclTensorDesc> own;
    OPDK_ACL_TRY(TensorDescs().Find(desc, own));
    if (index > 0) return Fail(ACL_ERROR_INVALID_PARAM, "a description is of one tensor");
    found = desc;
    return {};
  });
}

void* aclGetTensorDescAddress(const aclTensorDesc* desc) {
  return Ask<void*>(__func__, desc, nullptr, [](aclTensorDesc& own, void*& address) -> Outcome {
    address = own.is_constant ? own.constant.data() : nullptr;
    return {};
  });
}

aclError aclSetTensorDynamicInput(aclTensorDesc* desc, const char* dynamicInputName) {
  return Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    if (dynamicInputName == nullptr) return IsNull("name of the dynamic input");
    own.dynamic_input = dynamicInputName;
    return {};
  });
}

aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer, size_t length) {
  return Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    if (dataBuffer == nullptr && length > 0) return IsNull("value");
    const auto* bytes = static_cast<const uint8_t*>(dataBuffer);
    own.constant.assign(bytes, bytes + length);
    own.is_constant = true;
    own.digest = opdk::OperatorKey::DigestOf({static_cast<const char*>(dataBuffer), length});
    return {};
  });
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType) {
  return Change(__func__, desc, [&](aclTensorDesc& own) -> Outcome {
    if (memType < ACL_MEMTYPE_DEVICE || memType > ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT) {
      return NoSuch("memory", "memType", memType,
                    "ACL_MEMTYPE_DEVICE, ACL_MEMTYPE_HOST and ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT");
    }
    own.placement = memType;
    return {};
  });
}
