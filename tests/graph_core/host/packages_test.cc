// opdk::Packages, as a program uses it.
#include "tests/graph_core/host/host_fixture.h"

namespace opdk {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using PackagesApi = WithBuiltinPackages;

TEST_F(PackagesApi, ListsLoadedPackagesAndTheProvidersOfAnOperator) {
  ASSERT_EQ(packages.packages().size(), 1U);
  EXPECT_EQ(packages.packages()[0].name, "opdk_builtin");
  EXPECT_THAT(packages.rejected(), IsEmpty());
  EXPECT_THAT(packages.searched(), ElementsAre(HasSubstr("lib/opdk/builtin")));
  EXPECT_THAT(packages.OperatorTypes(), Contains("SoftmaxV2"));
  const std::vector<OperatorSupport> providers = packages.Providers("SoftmaxV2");
  ASSERT_EQ(providers.size(), 1U);
  EXPECT_EQ(providers[0].package, "opdk_builtin");
  EXPECT_TRUE(providers[0].prototype);
  EXPECT_THAT(providers[0].engines, ElementsAre("ai_core", "ai_cpu"));
  EXPECT_THAT(packages.Providers("Sofmax"), IsEmpty());
  auto prototype = packages.Prototype("SoftmaxV2");
  ASSERT_TRUE(prototype.ok()) << prototype.status().ToString();
  EXPECT_THAT((*prototype)->ir_attrs, Contains(Field(&IrAttr::name, "axes")));
  EXPECT_THAT(packages.Prototype("SofmaxV2").status().ToString(), HasSubstr("did you mean SoftmaxV2"));
}

TEST_F(PackagesApi, TheLastOnesLoadedAreThoseOfTheProcess) {
  auto current = Packages::Current();
  ASSERT_TRUE(current.ok());
  EXPECT_EQ(current->registry(), packages.registry());
}

TEST_F(PackagesApi, ADirectoryThatDoesNotExistIsAnError) {
  EXPECT_EQ(Packages::Load({{"/nowhere/at/all"}, false, false}).status().code(), ErrorCode::kFileNotFound);
}

}  // namespace
}  // namespace opdk
