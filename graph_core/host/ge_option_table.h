// The table of all option keys of GE and opdk: their levels and their meaning here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "graph_core/host/ge_option_readers.h"

namespace opdk {

enum class OptionMeaning : uint8_t {
  kRead,      // the option has its documented effect
  kNoEffect,  // no effect on a CPU; gives a warning
  kRefused,   // would change results or files, but isn't supported
};

// One bit each: a key may have several.
enum class OptionLevel : uint8_t { kGlobal = 1, kSession = 2, kGraph = 4 };

struct OptionKey {
  std::string_view name;
  int levels;  // bits of OptionLevel
  OptionMeaning meaning;
  ReadOption* read;  // of kRead
  // of kRefused: values, joined by '|', that ask for the behaviour of opdk; "" is always such a value
  std::string_view harmless;
  std::string_view about;    // its effect, or why it has none, or why it is refused
  std::string_view instead;  // of kRefused: what to do
};

// Returns the table, in which each key occurs once. The options are read in this order: general options before specific
// options.
std::span<const OptionKey> OptionKeys();
// Returns the row of a key. nullptr: there is no such key.
const OptionKey* FindOptionKey(std::string_view name);
// Returns the calls that take options of these levels: "GEInitialize or AddGraph".
std::string CallsOf(int levels);

}  // namespace opdk
