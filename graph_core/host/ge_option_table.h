// Every option key of GE and of opdk: the levels it has and what it means here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "graph_core/host/ge_option_readers.h"

namespace opdk {

enum class OptionMeaning : uint8_t {
  kRead,      // it does what it says
  kNoEffect,  // means nothing on a CPU: a warning
  kRefused,   // would change results or files, and isn't there
};

// One bit each: a key may have several.
enum class OptionLevel : uint8_t { kGlobal = 1, kSession = 2, kGraph = 4 };

struct OptionKey {
  std::string_view name;
  int levels;  // bits of OptionLevel
  OptionMeaning meaning;
  ReadOption* read;           // of kRead
  std::string_view harmless;  // of kRefused: values, joined by '|', that ask for what happens anyway; "" always does
  std::string_view about;     // what it does, why it means nothing, why it is refused
  std::string_view instead;   // of kRefused: what to do
};

// Each key once. The order is that in which they are read: what is said in general before what is said of one thing.
std::span<const OptionKey> OptionKeys();
// nullptr: there is no such key.
const OptionKey* FindOptionKey(std::string_view name);
// The calls that take options of these levels: "GEInitialize or AddGraph".
std::string CallsOf(int levels);

}  // namespace opdk
