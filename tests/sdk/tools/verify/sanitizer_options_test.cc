// `opdk test --asan | --ubsan | --tsan` on a package whose faults no value shows.
#include <gmock/gmock.h>

#include "sdk/tools/package/sanitizer.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class Sanitizers : public Command {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = (fs::temp_directory_path() / "opdk_sanitized_XXXXXX").string();
    package_ = ::mkdtemp(pattern.data());
    fs::copy(OPDK_SOURCE_DIR "/tests/sdk/tools/verify/sanitized_operators", package_, fs::copy_options::recursive);
  }
  static void TearDownTestSuite() { fs::remove_all(package_); }
  Outcome Test(const std::string& arguments) {
    return Run(fmt::format("test --no-derive --package '{}' {}", package_.string(), arguments));
  }

  static fs::path package_;
};
fs::path Sanitizers::package_;

TEST_F(Sanitizers, AddressFindsTheReadBehindAHeapBlock) {
  const Outcome tested = Test("--asan");
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  EXPECT_THAT(tested.out, AllOf(HasSubstr("FAILED HeapOverflow/doubles/float/ai_cpu"),
                                HasSubstr("AddressSanitizer: heap-buffer-overflow"), HasSubstr("kernels.cc:"),
                                HasSubstr("3 passed, 1 failed")));
}

TEST_F(Sanitizers, UndefinedBehaviourFindsTheShift) {
  const Outcome tested = Test("--ubsan");
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  EXPECT_THAT(tested.out, AllOf(HasSubstr("FAILED BadShift/doubles/float/ai_cpu"),
                                HasSubstr("runtime error: shift exponent 32 is too large"), HasSubstr("kernels.cc:"),
                                HasSubstr("3 passed, 1 failed")));
}

TEST_F(Sanitizers, ThreadFindsTheRaceAndAcceptsParallelFor) {
  const Outcome tested = Test("--tsan");
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  EXPECT_THAT(tested.out,
              AllOf(HasSubstr("FAILED DataRace/doubles/float/ai_cpu"), HasSubstr("ThreadSanitizer: data race"),
                    HasSubstr("kernels.cc:"), HasSubstr("3 passed, 1 failed")));
}

TEST_F(Sanitizers, BuiltPackagesCannotBeSanitized) {
  const Outcome tested = Run("test --asan --plugins " + Path(".") + " --cases " + Path("."));
  EXPECT_EQ(tested.code, 2);
  EXPECT_THAT(tested.err, HasSubstr("a sanitizer needs the package's source"));
}

TEST(SanitizerReport, LeavesOutShadowBytesAndFramesOfTheHost) {
  const SanitizerReport report = FindSanitizerReport(
      "noise\n==1==ERROR: AddressSanitizer: stack-overflow on address 0x1\n    #0 0x1 in f a.cc:3\n"
      "    #1 0x2 in opdk::AiCpuCall::Run(opdk::KernelArgs const&) (/x/lib/libopdk_graph_core.so+0x29ddc9)\n"
      "SUMMARY: AddressSanitizer: stack-overflow\nShadow bytes around the buggy address:\n  0x0c\n");
  EXPECT_EQ(report.headline, "AddressSanitizer: stack-overflow on address 0x1");
  EXPECT_EQ(report.text, "    #0 0x1 in f a.cc:3\n");
  EXPECT_EQ(FindSanitizerReport("nothing of the kind\n").headline, "");
}

}  // namespace
}  // namespace opdk::cli
