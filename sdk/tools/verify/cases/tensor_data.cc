#include "sdk/tools/verify/cases/tensor_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/file.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/model/npy.h"
#include "sdk/tools/verify/cases/edge_values.h"
#include "sdk/tools/verify/cases/random_values.h"

namespace opdk::verify {
namespace {

constexpr size_t kLanes = 16;  // floats of the widest vector unit

// Appends the elements of nested lists in row-major order.
Status Flatten(const YamlReader& reader, const YAML::Node& node, std::vector<YAML::Node>& elements) {
  OPDK_TRY(const auto items, reader.List(node, "data"));
  for (const YAML::Node& item : items) {
    if (item.IsSequence()) {
      OPDK_TRY(Flatten(reader, item, elements));
    } else {
      elements.push_back(item);
    }
  }
  return Status();
}

// Returns one element as bytes.
Result<std::vector<uint8_t>> ReadElement(const YamlReader& reader, const YAML::Node& node, ge::DataType dtype) {
  if (!node.IsScalar()) return reader.Error(node, "an element must be a number");
  std::vector<uint8_t> bytes;
  const std::string wrong = NamedValue(node.Scalar(), dtype, bytes);
  if (!wrong.empty()) return reader.Error(node, wrong);
  return bytes;
}

bool IsNegativeZero(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end != text.c_str() && value == 0 && std::signbit(value);
}

// Fills the tensor. `elements`: one for each element of the tensor, or one for all.
Status FillElements(const YamlReader& reader, const std::vector<YAML::Node>& elements, size_t count,
                    const ge::TensorDesc& desc, CaseTensor& tensor) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < elements.size(); ++i) {
    OPDK_TRY(const auto element, ReadElement(reader, elements[i], desc.GetDataType()));
    const size_t copies = elements.size() == 1 ? count : 1;
    const std::vector<std::string> parts = PartTexts(elements[i].Scalar(), desc.GetDataType());
    for (size_t k = 0; k < copies; ++k) {
      bytes.insert(bytes.end(), element.begin(), element.end());
      for (size_t part = 0; part < parts.size(); ++part) {
        if (!IsFloat(PartOf(desc.GetDataType())) || !IsNegativeZero(parts[part])) continue;
        tensor.negative_zero.resize(count * parts.size());
        tensor.negative_zero[(i + k) * parts.size() + part] = true;
      }
    }
  }
  tensor.value = ge::Tensor(desc, bytes);
  return Status();
}

bool IsRaw(const YAML::Node& node) { return node.IsScalar() && node.Scalar().ends_with(".bin"); }

// Reads a .npy file, or a .bin file whose bytes are the elements of `raw`.
Result<ge::Tensor> ReadTensor(const YamlReader& reader, const YAML::Node& node, const DataSource& source,
                              const ge::TensorDesc* raw = nullptr) {
  OPDK_TRY(const std::string name, reader.Text(node, "file"));
  const std::string path = (std::filesystem::path(source.directory) / name).string();
  const std::string place = reader.Place(node.Mark());
  auto read = ReadFile(path, {"the tensor's file", kMaxTensor});
  if (!read.ok()) return std::move(read).status().At(place).Hint("paths are relative to the case's file");
  const std::string& bytes = *read;
  if (IsRaw(node) && raw != nullptr) {
    const int64_t wanted = ElementCount(raw->GetShape().GetDims()) * ge::GetSizeByDataType(raw->GetDataType());
    if (static_cast<int64_t>(bytes.size()) != wanted) {
      return reader.Error(node,
                          fmt::format("the file has {} bytes, {} needs {}", bytes.size(), DescText(*raw), wanted));
    }
    return ge::Tensor(*raw, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }
  auto tensor = ParseNpy(bytes);
  if (!tensor.ok()) return std::move(tensor).status().At(path).At(place);
  return tensor;
}

Result<CaseTensor> FromFile(const YamlReader& reader, const YAML::Node& node, const ge::TensorDesc& desc,
                            const DataSource& source) {
  OPDK_TRY(ge::Tensor read, ReadTensor(reader, node, source, &desc));
  const ge::TensorDesc actual = read.GetTensorDesc();
  if (actual.GetDataType() != desc.GetDataType() || actual.GetShape().GetDims() != desc.GetShape().GetDims()) {
    return reader.Error(node, fmt::format("the file holds {}, the case wants {}", DescText(actual), DescText(desc)));
  }
  CaseTensor tensor;
  tensor.value = ge::Tensor(desc, read.GetData(), read.GetSize());
  return tensor;
}

// Repeats all edge values. Tensors of one case run through them at different paces, so that size^2 elements contain
// every pair of two operands' values.
void FillWithEdges(const std::vector<uint8_t>& edges, size_t element, size_t ordinal, std::vector<uint8_t>& bytes) {
  const size_t size = edges.size() / element;
  for (size_t i = 0; i * element < bytes.size(); ++i) {
    size_t which = i;
    for (size_t k = 0, rest = i; k < ordinal; ++k) which += 6 * i + (rest /= size);
    std::memcpy(bytes.data() + i * element, edges.data() + which % size * element, element);
  }
}

// Places each value in the first and last lane of a vector, in the middle and in the tail. In a small tensor, places
// each value at least once, as long as there is room.
Status Sprinkle(const YamlReader& reader, const YAML::Node& node, ge::DataType dtype, std::vector<uint8_t>& bytes,
                size_t count) {
  OPDK_TRY(const auto values, reader.List(node, "special"));
  if (values.empty()) return reader.Error(node, "special is empty");
  std::vector<bool> taken(count, false);
  for (int round = 0; round < 4; ++round) {
    for (size_t j = 0; j < values.size(); ++j) {
      OPDK_TRY(const auto element, ReadElement(reader, values[j], dtype));
      const size_t places[] = {count - 1 - j, kLanes * j, kLanes * j + kLanes - 1, count / 2 + j};
      const size_t place = places[round];
      if (place >= count || taken[place]) continue;
      taken[place] = true;
      std::memcpy(bytes.data() + place * element.size(), element.data(), element.size());
    }
  }
  return Status();
}

// Generates a tensor from random or edge, with special over them.
Result<CaseTensor> Generate(const YamlReader& reader, const WrittenTensor& written, const ge::TensorDesc& desc,
                            const DataSource& source, size_t count) {
  const ge::DataType dtype = desc.GetDataType();
  const std::vector<int64_t> dims = desc.GetShape().GetDims();
  std::vector<uint8_t> bytes;
  const TensorValues& values = written.values;
  OPDK_TRY(const bool edge, values.edge ? reader.Bool(values.edge.node(), "edge") : Result<bool>(false));
  if (edge) {
    const std::vector<uint8_t> edges = EdgeValues(dtype);
    if (edges.empty())
      return ErrorAt(reader, written.place, fmt::format("a case can't hold data of {}", DtypeName(dtype)));
    const auto element = static_cast<size_t>(ge::GetSizeByDataType(dtype));
    bytes.resize(count * element);
    FillWithEdges(edges, element, source.ordinal, bytes);
  } else {
    Distribution distribution = DefaultDistribution(dtype);
    if (values.random) {
      OPDK_TRY(distribution, ReadDistribution(reader, values.random.node(), dtype));
    }
    std::mt19937_64 generator(source.seed() + 0x9e3779b97f4a7c15U * (source.ordinal + 1));
    const size_t row = dims.empty() ? 1 : static_cast<size_t>(dims.back());
    if (!DrawElements(distribution, dtype, count, row, generator, bytes)) {
      return ErrorAt(reader, written.place, fmt::format("a case can't hold data of {}", DtypeName(dtype)));
    }
  }
  if (values.special) OPDK_TRY(Sprinkle(reader, values.special.node(), dtype, bytes, count));
  CaseTensor tensor;
  tensor.value = ge::Tensor(desc, bytes);
  return tensor;
}

}  // namespace

Result<std::vector<int64_t>> ShapeOfData(const YamlReader& reader, const TensorValues& values,
                                         const DataSource& source) {
  if (values.file && !IsRaw(values.file.node())) {
    OPDK_TRY(const ge::Tensor tensor, ReadTensor(reader, values.file.node(), source));
    return tensor.GetTensorDesc().GetShape().GetDims();
  }
  if (!values.data || !values.data.node().IsSequence()) return std::vector<int64_t>();
  std::vector<YAML::Node> elements;
  OPDK_TRY(Flatten(reader, values.data.node(), elements));
  return std::vector<int64_t>{static_cast<int64_t>(elements.size())};
}

Result<ge::DataType> DtypeOfData(const YamlReader& reader, const TensorValues& values, ge::DataType otherwise,
                                 const DataSource& source) {
  if (!values.file || IsRaw(values.file.node())) return otherwise;
  OPDK_TRY(const ge::Tensor tensor, ReadTensor(reader, values.file.node(), source));
  return tensor.GetTensorDesc().GetDataType();
}

Result<CaseTensor> ReadData(const YamlReader& reader, const WrittenTensor& written, const ge::TensorDesc& desc,
                            DataSource& source) {
  const TensorValues& values = written.values;
  bool named = false;
  for (const Written* each : {&values.data, &values.fill, &values.random, &values.edge, &values.file}) {
    if (!*each) continue;
    if (named) return reader.Error(each->node(), "a tensor has one of data, fill, random, edge and file");
    named = true;
  }
  const bool literal = values.data || values.fill || values.file;
  if (literal && values.special)
    return reader.Error(values.special.node(), "special goes with random or edge, not with data");
  const std::vector<int64_t> dims = desc.GetShape().GetDims();
  const int64_t count = ElementCount(dims);
  if (count < 0) return ErrorAt(reader, written.place, fmt::format("shape [{}] can't hold data", DimsText(dims)));
  if (values.file) return FromFile(reader, values.file.node(), desc, source);
  if (!literal) return Generate(reader, written, desc, source, static_cast<size_t>(count));
  std::vector<YAML::Node> elements;
  if (values.data) {
    OPDK_TRY(Flatten(reader, values.data.node(), elements));
  } else {
    elements = {values.fill.node()};
  }
  if (values.data && static_cast<int64_t>(elements.size()) != count) {
    return reader.Error(values.data.node(),
                        fmt::format("shape [{}] has {} elements, data has {}", DimsText(dims), count, elements.size()));
  }
  CaseTensor tensor;
  OPDK_TRY(FillElements(reader, elements, static_cast<size_t>(count), desc, tensor));
  return tensor;
}

}  // namespace opdk::verify
