// Every flag of CANN's atc, and its meaning here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace opdk::atc {

enum class FlagMeaning : uint8_t {
  kOwn,       // atc's own: says which files are read, written and shown
  kOption,    // equals an option of aclgrphBuildModel, described in the option's table
  kNoEffect,  // means nothing on a CPU: a warning
  kRefused,   // would change results or files, and isn't supported
};

struct Flag {
  std::string_view name;  // without "--"
  FlagMeaning meaning;
  std::string_view key;       // of kOption
  std::string_view harmless;  // of kRefused: values, joined by '|', that ask for the default behaviour
  std::string_view about;     // the flag's meaning, or why it has no effect or is refused
  std::string_view instead;   // of kRefused: the alternative
};

// Returns all flags in the order of --help.
std::span<const Flag> Flags();

}  // namespace opdk::atc
