#include "sdk/api/src/tbe/dtype.h"

namespace tbe {
namespace {

enum class Family { kFloat, kSigned, kUnsigned, kBool };

struct Entry {
  ge::DataType dtype;
  int bytes;
  Family family;
};

constexpr Entry kEntries[] = {
    {ge::DT_FLOAT, 4, Family::kFloat},     {ge::DT_FLOAT16, 2, Family::kFloat},   {ge::DT_BF16, 2, Family::kFloat},
    {ge::DT_DOUBLE, 8, Family::kFloat},    {ge::DT_INT8, 1, Family::kSigned},     {ge::DT_INT16, 2, Family::kSigned},
    {ge::DT_INT32, 4, Family::kSigned},    {ge::DT_INT64, 8, Family::kSigned},    {ge::DT_UINT8, 1, Family::kUnsigned},
    {ge::DT_UINT16, 2, Family::kUnsigned}, {ge::DT_UINT32, 4, Family::kUnsigned}, {ge::DT_UINT64, 8, Family::kUnsigned},
    {ge::DT_BOOL, 1, Family::kBool},
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

}  // namespace tbe
