#include "graph_core/base/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Core>
#include <cstring>

#include "graph_core/base/type_names.h"

namespace opdk {
namespace {

constexpr size_t kHeaderAlignment = 64;

// The last type has two bytes of no kind, as NumPy writes the bfloat16 of ml_dtypes.
constexpr NpyType kTypes[] = {
    {ge::DT_BOOL, "b1", 1, 1},      {ge::DT_INT8, "i1", 1, 1},         {ge::DT_UINT8, "u1", 1, 1},
    {ge::DT_INT16, "i2", 2, 2},     {ge::DT_UINT16, "u2", 2, 2},       {ge::DT_INT32, "i4", 4, 4},
    {ge::DT_UINT32, "u4", 4, 4},    {ge::DT_INT64, "i8", 8, 8},        {ge::DT_UINT64, "u8", 8, 8},
    {ge::DT_FLOAT16, "f2", 2, 2},   {ge::DT_FLOAT, "f4", 4, 4},        {ge::DT_DOUBLE, "f8", 8, 8},
    {ge::DT_COMPLEX64, "c8", 8, 4}, {ge::DT_COMPLEX128, "c16", 16, 8}, {ge::DT_BF16, "V2", 2, 2}};

std::string WidenBfloat16(std::string_view data) {
  std::string wide(data.size() * 2, '\0');
  for (size_t i = 0; i < data.size() / 2; ++i) {
    Eigen::bfloat16 narrow;
    std::memcpy(&narrow, data.data() + i * 2, 2);
    const auto value = static_cast<float>(narrow);
    std::memcpy(wide.data() + i * 4, &value, 4);
  }
  return wide;
}

}  // namespace

std::span<const NpyType> NpyTypes() { return kTypes; }

std::string NpyFile(std::string_view descr, std::span<const int64_t> shape, std::string_view data) {
  std::string dims = fmt::format("{}", fmt::join(shape, ", "));
  if (shape.size() == 1) dims += ",";
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, dims);
  const size_t before = kNpyMagic.size() + 4 + header.size() + 1;
  header.append((kHeaderAlignment - before % kHeaderAlignment) % kHeaderAlignment, ' ');
  header += '\n';
  std::string file(kNpyMagic);
  file += '\1';
  file += '\0';
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file += data;
  return file;
}

Result<std::string> FormatNpy(ge::DataType dtype, std::span<const int64_t> shape, std::string_view data) {
  if (dtype == ge::DT_BF16) return NpyFile("<f4", shape, WidenBfloat16(data));
  for (const NpyType& type : kTypes) {
    if (type.dtype != dtype) continue;
    return NpyFile(fmt::format("{}{}", type.size == 1 ? '|' : '<', type.code), shape, data);
  }
  return Status(ErrorCode::kInputFormat, fmt::format("{} has no .npy form", DtypeName(dtype)));
}

}  // namespace opdk
