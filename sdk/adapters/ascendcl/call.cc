#include "sdk/adapters/ascendcl/call.h"

#include <fmt/format.h>

#include "acl/acl.h"

namespace opdk::acl {
namespace {

thread_local std::string t_error;     // "": none since it was asked for
thread_local std::string t_returned;  // the text that the caller reads

aclError CodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kFileNotFound:
    case ErrorCode::kUntrusted:
      return ACL_ERROR_INVALID_FILE;
    case ErrorCode::kInputMissing:
    case ErrorCode::kInputMismatch:
      return ACL_ERROR_MODEL_INPUT_NOT_MATCH;
    case ErrorCode::kWriteFailed:
      return ACL_ERROR_WRITE_FILE;
    case ErrorCode::kModelInvalid:
      return ACL_ERROR_PARSE_MODEL;
    case ErrorCode::kOperatorUnknown:
      return ACL_ERROR_OP_NOT_FOUND;
    case ErrorCode::kAttrInvalid:
      return ACL_ERROR_OP_ATTR_NOT_MATCH;
    case ErrorCode::kInferShape:
    case ErrorCode::kGraphInvalid:
      return ACL_ERROR_OP_INPUT_NOT_MATCH;
    case ErrorCode::kShapeOverflow:
      return ACL_ERROR_BAD_ALLOC;
    case ErrorCode::kUsage:
      return ACL_ERROR_INVALID_PARAM;
    default:
      return ACL_ERROR_GE_FAILURE;
  }
}

}  // namespace

Outcome IsNull(const char* what) { return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the {} is NULL", what)); }

Outcome NoSuch(const char* what, const char* argument, int64_t value, const char* known) {
  return Fail(ACL_ERROR_INVALID_PARAM,
              fmt::format("there is no such {}: {} is {}, known are {}", what, argument, value, known));
}

Outcome IsOfWrongSize(size_t given, size_t expected) {
  return Fail(ACL_ERROR_INVALID_PARAM,
              fmt::format("the value has another size: {} bytes are given, its type has {}", given, expected));
}

Outcome FromStatus(const Status& status) {
  return status.ok() ? Outcome() : Fail(CodeOf(status.code()), status.ToString());
}

void KeepError(const char* function, const std::string& text) { t_error = fmt::format("{}: {}", function, text); }

}  // namespace opdk::acl

const char* aclGetRecentErrMsg(void) {
  using opdk::acl::t_error;
  using opdk::acl::t_returned;
  if (t_error.empty()) return nullptr;
  t_returned = std::move(t_error);
  t_error.clear();
  return t_returned.c_str();
}
