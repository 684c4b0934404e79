#include "sdk/tools/model/sequence_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/model/generated_tensor.h"

namespace opdk {
namespace {

constexpr const char* kDataSuffix = ".data";
constexpr const char* kShapesSuffix = ".shapes";
constexpr const char* kPresenceSuffix = ".has";

std::optional<size_t> IndexOf(const std::vector<InputSpec>& specs, const std::string& name) {
  const auto found =
      std::find_if(specs.begin(), specs.end(), [&](const InputSpec& spec) { return spec.port.name == name; });
  if (found == specs.end()) return std::nullopt;
  return static_cast<size_t>(found - specs.begin());
}

ge::Tensor Zeros(const PortSpec& port, int64_t unknown_extent) {
  std::vector<int64_t> shape = port.shape == ge::UNKNOWN_RANK ? std::vector<int64_t>() : port.shape;
  for (int64_t& extent : shape) extent = extent < 0 ? unknown_extent : extent;
  const auto bytes = TensorBytes(port.dtype, shape);
  const std::vector<uint8_t> zeros(bytes.ok() ? *bytes : 0);
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, port.dtype), zeros.data(), zeros.size());
}

ge::Tensor Truth(bool truth) {
  const auto number = static_cast<uint8_t>(truth);
  return ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL), &number, 1);
}

ge::Tensor Int64s(std::vector<int64_t> shape, const std::vector<int64_t>& numbers) {
  return ge::Tensor(ge::TensorDesc(ge::Shape(std::move(shape)), ge::FORMAT_ND, ge::DT_INT64),
                    reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(int64_t));
}

// Calls `visit` with the index of each NAME.has and those of the inputs that hold its value.
template <typename Visit>
void ForEachOptional(const std::vector<InputSpec>& specs, const Visit& visit) {
  for (size_t i = 0; i < specs.size(); ++i) {
    const PortSpec& port = specs[i].port;
    if (port.dtype != ge::DT_BOOL || !port.shape.empty() || !port.name.ends_with(kPresenceSuffix)) continue;
    const std::string name = port.name.substr(0, port.name.size() - std::strlen(kPresenceSuffix));
    std::vector<size_t> values;
    for (const std::string& value : {name, name + kDataSuffix, name + kShapesSuffix}) {
      if (const auto index = IndexOf(specs, value); index) values.push_back(*index);
    }
    if (!values.empty()) visit(i, values);
  }
}

}  // namespace

std::vector<SequencePorts> SequencesOf(const std::vector<InputSpec>& specs) {
  std::vector<SequencePorts> sequences;
  for (size_t i = 0; i < specs.size(); ++i) {
    const PortSpec& data = specs[i].port;
    if (!data.name.ends_with(kDataSuffix) || data.shape.size() != 1) continue;
    const std::string name = data.name.substr(0, data.name.size() - std::strlen(kDataSuffix));
    const auto shapes = IndexOf(specs, name + kShapesSuffix);
    if (!shapes || IndexOf(specs, name)) continue;
    const PortSpec& rows = specs[*shapes].port;
    if (rows.dtype == ge::DT_INT64 && rows.shape.size() == 2) sequences.push_back({name, i, *shapes});
  }
  return sequences;
}

Result<std::vector<ge::Tensor>> PackElements(const std::vector<InputSpec>& specs, const SequencePorts& sequence,
                                             const std::vector<ge::Tensor>& elements) {
  const ge::DataType dtype = specs[sequence.data].port.dtype;
  if (dtype == ge::DT_STRING) {
    return Status(ErrorCode::kUsage,
                  fmt::format("the sequence '{}' is of strings, which aren't put together", sequence.name))
        .Hint(fmt::format("give {0}.data, all strings, and {0}.shapes", sequence.name));
  }
  int64_t rank = specs[sequence.shapes].port.shape.back();
  std::vector<uint8_t> data;
  std::vector<int64_t> rows;
  int64_t count = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    const ge::TensorDesc desc = elements[i].GetTensorDesc();
    const std::vector<int64_t> shape = desc.GetShape().GetDims();
    if (rank < 0) rank = static_cast<int64_t>(shape.size());
    if (desc.GetDataType() != dtype || static_cast<int64_t>(shape.size()) != rank) {
      return Status(ErrorCode::kInputMismatch,
                    fmt::format("element {} of the sequence '{}' is {}[{}], but the model takes {} of rank {} there", i,
                                sequence.name, DtypeName(desc.GetDataType()), DimsText(shape), DtypeName(dtype), rank))
          .Hint("the elements of a sequence have one type and one rank");
    }
    data.insert(data.end(), elements[i].GetData(), elements[i].GetData() + elements[i].GetSize());
    rows.insert(rows.end(), shape.begin(), shape.end());
    count += ElementCount(shape);
  }
  const ge::TensorDesc desc(ge::Shape({count}), ge::FORMAT_ND, dtype);
  return std::vector<ge::Tensor>{ge::Tensor(desc, data.data(), data.size()),
                                 Int64s({static_cast<int64_t>(elements.size()), rank}, rows)};
}

void AddPresence(const std::vector<InputSpec>& specs, std::vector<std::optional<ge::Tensor>>& given) {
  ForEachOptional(specs, [&](size_t presence, const std::vector<size_t>& values) {
    if (!given[presence]) {
      const bool there = std::any_of(values.begin(), values.end(), [&](size_t i) { return given[i].has_value(); });
      given[presence] = Truth(there);
    }
    if (*given[presence]->GetData() != 0) return;
    for (const size_t value : values) {
      // A sequence has no elements, a tensor any.
      if (!given[value]) given[value] = Zeros(specs[value].port, values.size() > 1 ? 0 : 1);
    }
  });
}

Status FitRandomSequences(const std::vector<InputSpec>& specs, const std::map<std::string, int64_t>& dims,
                          std::mt19937_64& generator, std::vector<ge::Tensor>& tensors) {
  for (const SequencePorts& sequence : SequencesOf(specs)) {
    const std::string length = specs[sequence.data].port.name + ":0";
    if (dims.contains(length)) {
      return Status(ErrorCode::kUsage, fmt::format("--dim {}: the shapes of the elements say how long it is", length))
          .Hint(fmt::format("--dim {}:0=N, for N elements of one number", specs[sequence.shapes].port.name));
    }
    const std::vector<int64_t> shape = tensors[sequence.shapes].GetTensorDesc().GetShape().GetDims();
    tensors[sequence.shapes] = Int64s(shape, std::vector<int64_t>(static_cast<size_t>(ElementCount(shape)), 1));
    const PortSpec& data = specs[sequence.data].port;
    OPDK_TRY(tensors[sequence.data], RandomTensor(data.name, data.dtype, {shape.front()}, generator));
  }
  ForEachOptional(specs, [&](size_t presence, const std::vector<size_t>&) { tensors[presence] = Truth(true); });
  return {};
}

}  // namespace opdk
