#include "sdk/tools/verify/cases/case_tensor.h"

#include <fmt/format.h>

#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/package/yaml_attr.h"
#include "sdk/tools/verify/cases/tensor_data.h"

namespace opdk::verify {
namespace {

Result<std::vector<int64_t>> ReadDims(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const auto items, reader.List(node, "shape"));
  std::vector<int64_t> dims;
  for (const YAML::Node& item : items) {
    OPDK_TRY(const int64_t dim, reader.Int(item, "an extent"));
    dims.push_back(dim);
  }
  return dims;
}

Result<ge::Format> ReadFormat(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const std::string name, reader.Text(node, "a format"));
  const ge::Format format = ge::TypeUtils::SerialStringToFormat(name);
  if (format != ge::FORMAT_RESERVED) return format;
  return reader.Unknown(node, "format", name,
                        {"ND", "NCHW", "NHWC", "HWCN", "NC1HWC0", "FRACTAL_Z", "FRACTAL_NZ", "NCDHW", "NDHWC"});
}

Status ReadLayout(const YamlReader& reader, const YAML::Node& node, ge::TensorDesc& desc) {
  if (node["format"]) {
    OPDK_TRY(const ge::Format format, ReadFormat(reader, node["format"]));
    desc.SetFormat(format);
    desc.SetOriginFormat(format);
  }
  if (node["ori_format"]) {
    OPDK_TRY(const ge::Format format, ReadFormat(reader, node["ori_format"]));
    desc.SetOriginFormat(format);
  }
  if (node["ori_shape"]) {
    OPDK_TRY(const auto dims, ReadDims(reader, node["ori_shape"]));
    desc.SetOriginShape(ge::Shape(dims));
  }
  return Status();
}

}  // namespace

Result<CaseTensor> ReadTensor(const YamlReader& reader, const YAML::Node& node, ge::DataType default_dtype,
                              DataSource& source) {
  std::vector<std::string> known = DataKeys();
  known.insert(known.end(), {"dtype", "shape", "format", "ori_format", "ori_shape"});
  OPDK_TRY(const auto entries, reader.Map(node, "a tensor", known));
  static_cast<void>(entries);
  ge::DataType dtype = default_dtype;
  if (node["dtype"]) {
    OPDK_TRY(dtype, ReadYamlDtype(reader, node["dtype"]));
  } else {
    OPDK_TRY(dtype, DtypeOfData(reader, node, default_dtype, source));
  }
  std::vector<int64_t> dims;
  if (node["shape"]) {
    OPDK_TRY(dims, ReadDims(reader, node["shape"]));
  } else {
    OPDK_TRY(dims, ShapeOfData(reader, node, source));
  }
  ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, dtype);
  OPDK_TRY(ReadLayout(reader, node, desc));
  CaseTensor tensor;
  if (HasData(node)) {
    OPDK_TRY(tensor, ReadData(reader, node, desc, source));
    tensor.has_data = true;
  } else {
    tensor.value = ge::Tensor(desc);
  }
  ++source.ordinal;
  return tensor;
}

Result<std::vector<CaseTensor>> ReadTensors(const YamlReader& reader, const YAML::Node& node,
                                            ge::DataType default_dtype, DataSource& source) {
  std::vector<CaseTensor> tensors;
  if (!node.IsSequence()) {
    OPDK_TRY(CaseTensor tensor, ReadTensor(reader, node, default_dtype, source));
    tensors.push_back(std::move(tensor));
    return tensors;
  }
  for (const YAML::Node& entry : node) {
    OPDK_TRY(CaseTensor tensor, ReadTensor(reader, entry, default_dtype, source));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace opdk::verify
