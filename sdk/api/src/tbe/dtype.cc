#include "sdk/api/src/tbe/dtype.h"

namespace tbe {
namespace {

enum class Family { kFloat, kSigned, kUnsigned, kBool };

struct Entry {
  ge::DataType dtype;
  const char* name;
  int bytes;
  Family family;
};

constexpr Entry kEntries[] = {
    {ge::DT_FLOAT, "float", 4, Family::kFloat},      {ge::DT_FLOAT16, "float16", 2, Family::kFloat},
    {ge::DT_BF16, "bfloat16", 2, Family::kFloat},    {ge::DT_DOUBLE, "double", 8, Family::kFloat},
    {ge::DT_INT8, "int8", 1, Family::kSigned},       {ge::DT_INT16, "int16", 2, Family::kSigned},
    {ge::DT_INT32, "int32", 4, Family::kSigned},     {ge::DT_INT64, "int64", 8, Family::kSigned},
    {ge::DT_UINT8, "uint8", 1, Family::kUnsigned},   {ge::DT_UINT16, "uint16", 2, Family::kUnsigned},
    {ge::DT_UINT32, "uint32", 4, Family::kUnsigned}, {ge::DT_UINT64, "uint64", 8, Family::kUnsigned},
    {ge::DT_BOOL, "bool", 1, Family::kBool},
};

const Entry* Find(ge::DataType dtype) {
  for (const Entry& entry : kEntries) {
    if (entry.dtype == dtype) return &entry;
  }
  return nullptr;
}

}  // namespace

bool IsFloat(ge::DataType dtype) {
  const Entry* entry = Find(dtype);
  return entry != nullptr && entry->family == Family::kFloat;
}

bool IsInteger(ge::DataType dtype) {
  const Entry* entry = Find(dtype);
  return entry != nullptr && (entry->family == Family::kSigned || entry->family == Family::kUnsigned);
}

bool IsSigned(ge::DataType dtype) {
  const Entry* entry = Find(dtype);
  return entry != nullptr && entry->family == Family::kSigned;
}

bool IsKnown(ge::DataType dtype) { return Find(dtype) != nullptr; }

int ByteSize(ge::DataType dtype) {
  const Entry* entry = Find(dtype);
  return entry == nullptr ? 0 : entry->bytes;
}

std::string DtypeName(ge::DataType dtype) {
  const Entry* entry = Find(dtype);
  return entry == nullptr ? "dtype " + std::to_string(static_cast<int>(dtype)) : entry->name;
}

}  // namespace tbe
