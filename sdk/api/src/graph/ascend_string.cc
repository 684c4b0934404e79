#include "graph/ascend_string.h"

#include <cstring>

namespace ge {

namespace {

// Orders "no string" before "".
int Compare(const char* a, const char* b) {
  if (a == nullptr || b == nullptr) return (a != nullptr ? 1 : 0) - (b != nullptr ? 1 : 0);
  return std::strcmp(a, b);
}

}  // namespace

AscendString::AscendString(const char* name) {
  if (name != nullptr) name_ = std::make_shared<const std::string>(name);
}

AscendString::AscendString(const char* name, size_t length) {
  if (name != nullptr) name_ = std::make_shared<const std::string>(name, length);
}

const char* AscendString::GetString() const { return name_ == nullptr ? nullptr : name_->c_str(); }

size_t AscendString::GetLength() const { return name_ == nullptr ? 0 : name_->size(); }

size_t AscendString::Find(const AscendString& ascend_string) const {
  if (name_ == nullptr || ascend_string.name_ == nullptr) return std::string::npos;
  return name_->find(*ascend_string.name_);
}

size_t AscendString::Hash() const { return name_ == nullptr ? 0 : std::hash<std::string>()(*name_); }

bool AscendString::operator<(const AscendString& other) const { return Compare(GetString(), other.GetString()) < 0; }
bool AscendString::operator>(const AscendString& other) const { return Compare(GetString(), other.GetString()) > 0; }
bool AscendString::operator<=(const AscendString& other) const { return Compare(GetString(), other.GetString()) <= 0; }
bool AscendString::operator>=(const AscendString& other) const { return Compare(GetString(), other.GetString()) >= 0; }
bool AscendString::operator==(const AscendString& other) const { return Compare(GetString(), other.GetString()) == 0; }
bool AscendString::operator!=(const AscendString& other) const { return Compare(GetString(), other.GetString()) != 0; }
bool AscendString::operator==(const char* other) const { return Compare(GetString(), other) == 0; }
bool AscendString::operator!=(const char* other) const { return Compare(GetString(), other) != 0; }

}  // namespace ge
