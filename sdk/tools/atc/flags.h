// Every flag of CANN's atc, and what it means here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace opdk::atc {

enum class FlagMeaning : uint8_t {
  kOwn,       // atc's: what is read, written and shown
  kOption,    // the option of the same meaning of aclgrphBuildModel, which says what becomes of it
  kNoEffect,  // means nothing on a CPU: a warning
  kRefused,   // would change results or files, and isn't there
};

struct Flag {
  std::string_view name;  // without "--"
  FlagMeaning meaning;
  std::string_view key;       // of kOption
  std::string_view harmless;  // of kRefused: values, joined by '|', that ask for what happens anyway
  std::string_view about;     // what it does, why it means nothing, why it is refused
  std::string_view instead;   // of kRefused: what to do
};

// In the order of --help.
std::span<const Flag> Flags();

}  // namespace opdk::atc
