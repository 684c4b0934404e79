// How a call of AscendCL ends: nothing leaves it but a code, and why stands ready for aclGetRecentErrMsg.
#pragma once

#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "acl/acl_base.h"
#include "opdk/status.h"

namespace opdk::acl {

struct Outcome {
  aclError code = ACL_SUCCESS;
  std::string text;
  bool ok() const { return code == ACL_SUCCESS; }
};

inline Outcome Fail(aclError code, std::string text) { return {code, std::move(text)}; }
// ACL_ERROR_INVALID_PARAM: "the stream is NULL".
Outcome IsNull(const char* what);
// ACL's code for what the core says.
Outcome FromStatus(const Status& status);

// The value that a call gives as bytes. ACL_ERROR_INVALID_PARAM: they are as many as another type has.
template <typename Value>
Outcome TakeValue(const void* bytes, size_t size, Value& value) {
  if (size != sizeof value) return Fail(ACL_ERROR_INVALID_PARAM, "the value has another size");
  std::memcpy(&value, bytes, size);
  return {};
}

// Of this thread: taken by the next aclGetRecentErrMsg.
void KeepError(const char* function, const std::string& text);

// Calls `work`, which gives an Outcome.
template <typename Work>
aclError Call(const char* function, Work&& work) {
  try {
    const Outcome outcome = work();
    if (!outcome.ok()) KeepError(function, outcome.text);
    return outcome.code;
  } catch (const std::bad_alloc&) {
    KeepError(function, "there is no memory");
    return ACL_ERROR_BAD_ALLOC;
  } catch (const std::exception& error) {
    KeepError(function, error.what());
    return ACL_ERROR_INTERNAL_ERROR;
  }
}

// The same for calls that give a value: `otherwise` where it fails.
template <typename Value, typename Work>
Value Get(const char* function, Value otherwise, Work&& work) {
  Value value = otherwise;
  return Call(function, [&]() -> Outcome { return work(value); }) == ACL_SUCCESS ? value : otherwise;
}

}  // namespace opdk::acl

// Ends the function where it isn't ok.
#define OPDK_ACL_TRY(expression)                                      \
  do {                                                                \
    if (::opdk::acl::Outcome outcome = (expression); !outcome.ok()) { \
      return outcome;                                                 \
    }                                                                 \
  } while (false)
