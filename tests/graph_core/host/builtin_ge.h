// GE's API over the built-in operators alone, whatever the environment says.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "ge/ge_api.h"

namespace ge {

class BuiltinGe : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::map<std::string, std::string> options = {
        {"opdk.plugin_dirs", OPDK_BUILTIN_OPERATORS_DIR}, {"opdk.use_environment", "0"}, {"opdk.use_builtin", "0"}};
    ASSERT_EQ(GEInitialize(options), SUCCESS) << GEGetErrorMsg();
  }
  void TearDown() override { EXPECT_EQ(GEFinalize(), SUCCESS) << GEGetErrorMsg(); }
};

}  // namespace ge
