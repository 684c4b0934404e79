// Tells most operator types apart from a short list of types without comparing texts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace opdk {

// Knows the first letters and lengths of listed types. It is asked for each node of a graph, many times.
class TypeFilter {
 public:
  // Takes a list of rows with a member `type`.
  template <typename Row, size_t kRows>
  constexpr explicit TypeFilter(const Row (&rows)[kRows]) {
    for (const Row& row : rows) lengths_[Letter(row.type)] |= Bit(row.type);
  }

  // Returns false where no listed type equals `type`.
  constexpr bool MayContain(std::string_view type) const {
    return !type.empty() && (lengths_[Letter(type)] & Bit(type)) != 0;
  }

 private:
  static constexpr size_t Letter(std::string_view type) { return static_cast<unsigned char>(type.front()) % kLetters; }
  static constexpr uint64_t Bit(std::string_view type) { return uint64_t{1} << (type.size() % 64); }

  static constexpr size_t kLetters = 32;
  std::array<uint64_t, kLetters> lengths_{};
};

}  // namespace opdk
