// opdk's side of the adapter, opened at the first use.
#pragma once

#include <string>
#include <vector>

#include "sdk/adapters/tensorflow/abi.h"
#include "tensorflow/core/platform/status.h"

namespace opdk_tensorflow {

// Returns opdk's side; nullptr when it can't be opened, and `why` says the reason.
const OpdkTensorflow* Engine(std::string* why);

// Joins texts to a list of the interface (abi.h).
std::string ListOf(const std::vector<std::string>& texts);

inline OpdkTfBytes BytesOf(const std::string& text) { return {text.data(), text.size()}; }

// Copies bytes into a std::string, `receiver`; an OpdkTfTake.
inline void TakeText(void* receiver, OpdkTfBytes bytes) {
  static_cast<std::string*>(receiver)->assign(bytes.data, bytes.size);
}

}  // namespace opdk_tensorflow
