// AscendCL over the built-in operators alone, whatever the environment says.
#pragma once

#include <gmock/gmock.h>

#include <cstdlib>
#include <string>

#include "acl/acl.h"

namespace opdk::acl_tests {

inline std::string LastError() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

// Restricts the process to the built-in operators. Called before its first aclInit.
inline void UseBuiltinOperatorsAlone() {
  setenv("OPDK_BUILTIN_DIR", OPDK_BINARY_DIR "/lib/opdk/builtin", 1);
  setenv("XDG_DATA_HOME", OPDK_BINARY_DIR "/tests/no_user_data", 1);
  unsetenv("OPDK_PLUGIN_PATH");
}

// Between aclInit and aclFinalize; the device is set.
class Acl : public ::testing::Test {
 protected:
  void SetUp() override {
    UseBuiltinOperatorsAlone();
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS) << LastError();
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS) << LastError();
  }
  void TearDown() override {
    aclrtResetDevice(0);
    aclFinalize();
    LastError();
  }
};

}  // namespace opdk::acl_tests

#define EXPECT_OK(call) EXPECT_EQ(call, ACL_SUCCESS) << ::opdk::acl_tests::LastError()
#define ASSERT_OK(call) ASSERT_EQ(call, ACL_SUCCESS) << ::opdk::acl_tests::LastError()
// Expects this code, and `part` in the text of aclGetRecentErrMsg.
#define EXPECT_REFUSED(call, code, part)                                              \
  do {                                                                                \
    EXPECT_EQ(call, code);                                                            \
    EXPECT_THAT(::opdk::acl_tests::LastError(), ::testing::HasSubstr(part)) << #call; \
  } while (false)
// Expects `part` in the text of aclGetRecentErrMsg, for functions that return a value instead of a code.
#define EXPECT_ERROR(part) EXPECT_THAT(::opdk::acl_tests::LastError(), ::testing::HasSubstr(part))
