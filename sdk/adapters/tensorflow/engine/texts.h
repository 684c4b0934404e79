// Lists of the interface (abi.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/adapters/tensorflow/abi.h"

namespace opdk::tensorflow_adapter {

inline std::string_view ViewOf(OpdkTfBytes bytes) { return {bytes.data, bytes.size}; }

inline std::vector<std::string> TextsOf(OpdkTfBytes bytes) {
  std::vector<std::string> texts;
  std::string_view rest = ViewOf(bytes);
  for (size_t end = rest.find('\0'); end != std::string_view::npos; end = rest.find('\0')) {
    texts.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return texts;
}

inline void Give(OpdkTfTake take, void* receiver, std::string_view text) { take(receiver, {text.data(), text.size()}); }

}  // namespace opdk::tensorflow_adapter
