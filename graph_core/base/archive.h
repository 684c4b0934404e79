// Plain data as bytes and back. One function lists the fields of a type, for both directions:
//
//   template <typename A>
//   void Fields(A& archive, Point& point) { archive(point.x, point.y); }
//
// Numbers are LEB128, signed numbers zigzag; floats are their bits; texts and lists have their size in front. The bytes
// hold no names and no types: the reader must know their version.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace opdk {

class ArchiveWriter {
 public:
  static constexpr bool kReads = false;

  template <typename... T>
  void operator()(const T&... values) {
    (Put(values), ...);
  }
  // Writes an enumerator. `last`: the largest enumerator, which a reader compares the number with.
  template <typename E>
  void Enum(const E& value, E last) {
    static_cast<void>(last);
    PutNumber(static_cast<uint64_t>(value));
  }

  std::string Take() { return std::move(bytes_); }

 private:
  void PutNumber(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }
  template <typename T>
  void Put(const T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      PutNumber(value.size());
      bytes_ += value;
    } else if constexpr (std::is_floating_point_v<T>) {
      char bits[sizeof value];
      std::memcpy(bits, &value, sizeof value);
      bytes_.append(bits, sizeof value);
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      const auto wide = static_cast<int64_t>(value);
      PutNumber(static_cast<uint64_t>(wide) << 1 ^ static_cast<uint64_t>(wide >> 63));
    } else if constexpr (std::is_integral_v<T>) {
      PutNumber(value);
    } else {
      // One Fields function serves both directions, so it takes a reference that is not const.
      Fields(*this, const_cast<T&>(value));
    }
  }
  template <typename T>
  void Put(const std::vector<T>& values) {
    PutNumber(values.size());
    for (const T& value : values) Put(value);
  }
  template <typename T>
  void Put(const std::optional<T>& value) {
    Put(value.has_value());
    if (value) Put(*value);
  }
  void Put(const std::variant<int64_t, double>& number) {
    Put(std::holds_alternative<double>(number));
    std::visit([&](auto value) { Put(value); }, number);
  }

  std::string bytes_;
};

// Reads any bytes safely. Missing bytes are read as zero, and Finish returns false.
class ArchiveReader {
 public:
  static constexpr bool kReads = true;

  explicit ArchiveReader(std::string_view bytes) : rest_(bytes) {}

  template <typename... T>
  void operator()(T&... values) {
    (Get(values), ...);
  }
  template <typename E>
  void Enum(E& value, E last) {
    const uint64_t number = GetNumber();
    if (number > static_cast<uint64_t>(last)) return Fail();
    value = static_cast<E>(number);
  }
  // Refuses the bytes. `why`: words for an error message; they must outlive the reader.
  void Fail(std::string_view why = {}) {
    if (!failed_) why_ = why;
    failed_ = true;
    rest_ = {};
  }
  bool failed() const { return failed_; }
  // Returns why the first failure happened. Empty: bytes are missing or left over, or a number is out of range.
  std::string_view why() const { return why_; }
  // Returns whether the bytes held exactly what was read.
  bool Finish() const { return !failed_ && rest_.empty(); }

 private:
  uint64_t GetNumber() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    Fail();
    return 0;
  }
  // Returns the number of elements that follow. Fails if there are fewer bytes, because each element has at least one.
  size_t GetSize() {
    const uint64_t size = GetNumber();
    if (size <= rest_.size()) return static_cast<size_t>(size);
    Fail();
    return 0;
  }
  template <typename T>
  void Get(T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      const size_t size = GetSize();
      value.assign(rest_.substr(0, size));
      rest_.remove_prefix(size);
    } else if constexpr (std::is_floating_point_v<T>) {
      if (rest_.size() < sizeof value) return Fail();
      std::memcpy(&value, rest_.data(), sizeof value);
      rest_.remove_prefix(sizeof value);
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      const uint64_t number = GetNumber();
      const auto wide = static_cast<int64_t>(number >> 1 ^ (~(number & 1) + 1));
      value = static_cast<T>(wide);
      if (value != wide) Fail();
    } else if constexpr (std::is_integral_v<T>) {
      const uint64_t number = GetNumber();
      value = static_cast<T>(number);
      if (value != number) Fail();
    } else {
      Fields(*this, value);
    }
  }
  template <typename T>
  void Get(std::vector<T>& values) {
    const size_t size = GetSize();
    values.clear();
    for (size_t i = 0; i < size && !failed_; ++i) {
      T value{};
      Get(value);
      values.push_back(std::move(value));
    }
  }
  template <typename T>
  void Get(std::optional<T>& value) {
    bool there = false;
    Get(there);
    value.reset();
    if (there) Get(value.emplace());
  }
  void Get(std::variant<int64_t, double>& number) {
    bool is_double = false;
    Get(is_double);
    if (is_double) {
      Get(number.emplace<double>());
    } else {
      Get(number.emplace<int64_t>());
    }
  }

  std::string_view rest_;
  bool failed_ = false;
  std::string_view why_;
};

}  // namespace opdk
