// ge::AscendString: the string of API signatures. Immutable, cheap to copy, and "no string" differs from "".
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "graph/ge_error_codes.h"
#include "opdk/visibility.h"

namespace ge {

// A text that may cross the boundary of a library. Copies share the bytes. Thread-safe for reading.
class OPDK_API AscendString {
 public:
  AscendString() = default;
  AscendString(const char* name);  // NOLINT(google-explicit-constructor)
  AscendString(const char* name, size_t length);

  // Returns the text, which lives as long as the object or a copy; nullptr for a default-constructed object.
  const char* GetString() const;
  size_t GetLength() const;
  // Returns the position of the first occurrence; std::string::npos when there is none.
  size_t Find(const AscendString& ascend_string) const;
  size_t Hash() const;

  bool operator<(const AscendString& other) const;
  bool operator>(const AscendString& other) const;
  bool operator<=(const AscendString& other) const;
  bool operator>=(const AscendString& other) const;
  bool operator==(const AscendString& other) const;
  bool operator!=(const AscendString& other) const;
  bool operator==(const char* other) const;
  bool operator!=(const char* other) const;

 private:
  std::shared_ptr<const std::string> name_;
};

}  // namespace ge

namespace std {
template <>
struct hash<ge::AscendString> {
  size_t operator()(const ge::AscendString& name) const { return name.Hash(); }
};
}  // namespace std
