// opdk's side of the adapter, opened at the first use.
#pragma once

#include <string>
#include <vector>

#include "sdk/adapters/tensorflow/abi.h"
#include "tensorflow/core/platform/status.h"

namespace opdk_tensorflow {

// nullptr: it can't be opened, which `why` says.
const OpdkTensorflow* Engine(std::string* why);

// A list of the interface.
std::string ListOf(const std::vector<std::string>& texts);

inline OpdkTfBytes BytesOf(const std::string& text) { return {text.data(), text.size()}; }

// For OpdkTfTake: `receiver` is a std::string.
inline void TakeText(void* receiver, OpdkTfBytes bytes) {
  static_cast<std::string*>(receiver)->assign(bytes.data, bytes.size);
}

}  // namespace opdk_tensorflow
