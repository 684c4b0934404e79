// The end of a call of AscendCL: a code is all that leaves it, and aclGetRecentErrMsg gives the reason.
#pragma once

#include <cstddef>
#include <cstdint>
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
// Makes the outcome for a missing argument. ACL_ERROR_INVALID_PARAM: "the stream is NULL".
Outcome IsNull(const char* what);
// Makes the outcome for an argument whose value no enumerator or flag has. `known` lists their names.
// ACL_ERROR_INVALID_PARAM: "there is no such engine: engineType is 7, known are ACL_ENGINE_SYS and ACL_ENGINE_AICORE".
Outcome NoSuch(const char* what, const char* argument, int64_t value, const char* known);
// Makes the outcome for a value of `given` bytes whose type has `expected`. ACL_ERROR_INVALID_PARAM.
Outcome IsOfWrongSize(size_t given, size_t expected);
// Makes the outcome of the core's status, with ACL's code.
Outcome FromStatus(const Status& status);

// Reads the value that a call gives as bytes. ACL_ERROR_INVALID_PARAM: `size` is another type's.
template <typename Value>
Outcome TakeValue(const void* bytes, size_t size, Value& value) {
  if (size != sizeof value) return IsOfWrongSize(size, sizeof value);
  std::memcpy(&value, bytes, size);
  return {};
}

// Keeps the error of this thread for its next aclGetRecentErrMsg.
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

// Calls `work` of a function that returns a value. Returns `otherwise` if `work` fails.
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
