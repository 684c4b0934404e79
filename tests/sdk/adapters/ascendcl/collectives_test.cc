// Functions of collective communication that need no other process.
#include <cstring>

#include "hccl/hccl.h"
#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

TEST(Collectives, CodesHaveTexts) {
  EXPECT_STREQ(HcclGetErrorString(HCCL_SUCCESS), "success");
  EXPECT_STREQ(HcclGetErrorString(HCCL_E_NOT_SUPPORT), "not supported");
  EXPECT_STREQ(HcclGetErrorString(HCCL_E_SUSPENDING), "communication is suspended");
  EXPECT_STREQ(HcclGetErrorString(HCCL_E_RESERVED), "unknown");
  EXPECT_STREQ(HcclGetErrorString(static_cast<HcclResult>(-1)), "unknown");
}

TEST(Collectives, AConfigurationIsMadeThatHasNoEffect) {
  HcclCommConfig config;
  HcclCommConfigInit(&config);
  HcclCommConfigInit(nullptr);
  configInfo_t info;
  std::memcpy(&info, config.reserved, sizeof info);
  EXPECT_EQ(info.size, sizeof config);
  EXPECT_EQ(info.magicWord, 0xf0f0f0f0U);
  EXPECT_EQ(config.hcclBufferSize, 200U);
  EXPECT_STREQ(config.hcclCommName, "");
  EXPECT_EQ(HcclGetCommConfigCapability(), 0U);
}

}  // namespace
}  // namespace opdk::acl_tests
