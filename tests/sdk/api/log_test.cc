#include "opdk/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "log.h"
#include "opdk/log_capture.h"
#include "opdk/parallel.h"
#include "opdk/small_pieces.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

// Returns what the work writes to stderr.
template <typename Work>
std::string Written(Work work) {
  testing::internal::CaptureStderr();
  work();
  return testing::internal::GetCapturedStderr();
}

TEST(Log, AnErrorThatIsTakenIsNotWritten) {
  std::string reason;
  const std::string written = Written([&] {
    ErrorCapture capture;
    KERNEL_LOG_ERROR("element %d is too large", 7);
    reason = capture.TakeReason();
  });
  EXPECT_EQ(written, "");
  EXPECT_EQ(reason, "element 7 is too large");
}

TEST(Log, AnErrorThatNobodyTakesIsWrittenAtTheEnd) {
  const std::string written = Written([] {
    const ErrorCapture capture;
    KERNEL_LOG_ERROR("it goes on");
  });
  EXPECT_THAT(written, testing::StartsWith("[ERROR] aicpu: log_test.cc:"));
  EXPECT_THAT(written, testing::EndsWith("it goes on\n"));
}

TEST(Log, AnErrorThatTheInnerCaptureLeavesGoesToTheOuterOne) {
  std::string reason;
  const std::string written = Written([&] {
    ErrorCapture outer;
    {
      const ErrorCapture inner, innermost;
      Log(LogLevel::kError, "aicpu", "deep");
    }
    reason = outer.TakeReason();
  });
  EXPECT_EQ(written, "");
  EXPECT_EQ(reason, "deep");
}

TEST(Log, OfVeryManyErrorsEachIsWrittenOnceAndTheFirstAreTheReason) {
  std::string reason;
  const std::string written = Written([&] {
    ErrorCapture capture;
    for (int i = 0; i < 1000; ++i) Log(LogLevel::kError, "aicpu", "element %d", i);
    reason = capture.TakeReason();
  });
  std::string expected;
  for (int i = 0; i < 1000; ++i) expected += "[ERROR] aicpu: element " + std::to_string(i) + "\n";
  EXPECT_EQ(written, expected);
  EXPECT_EQ(reason, "element 0; element 1; element 2; element 3");
}

TEST(Log, ErrorsOfThePoolsThreadsAreKeptWithThoseOfTheCaller) {
  const ThreadScope threads(2);
  const SmallPiecesScope at_once(true);
  std::string reason;
  const std::string written = Written([&] {
    ErrorCapture capture;
    ParallelFor(2, 1,
                [](int64_t begin, int64_t) { Log(LogLevel::kError, "aicpu", "piece %d", static_cast<int>(begin)); });
    reason = capture.TakeReason();
    ParallelFor(2, 1, [](int64_t, int64_t) {});  // leaves no errors, and keeps none
  });
  EXPECT_EQ(written, "");
  EXPECT_THAT(reason, testing::AnyOf("piece 0; piece 1", "piece 1; piece 0"));
}

TEST(Log, ACutMessageEndsWithAMarkBehindAWholeCharacter) {
  ErrorCapture capture;
  const std::string fits(1023, 'x');
  Log(LogLevel::kError, "aicpu", "%s", fits.c_str());
  EXPECT_EQ(capture.TakeReason(), fits);
  Log(LogLevel::kError, "aicpu", "%sx", fits.c_str());
  EXPECT_EQ(capture.TakeReason(), fits.substr(0, 1019) + " …");
  std::string accents;
  for (int i = 0; i < 600; ++i) accents += "é";
  Log(LogLevel::kError, "aicpu", "%s", accents.c_str());
  EXPECT_EQ(capture.TakeReason(), accents.substr(0, 1018) + " …");
}

TEST(Log, AReasonHoldsTheTextsOfSeveralErrorsOnce) {
  ErrorCapture capture;
  for (int i = 0; i < 3; ++i) KERNEL_LOG_ERROR("the value is odd");
  Log(LogLevel::kError, "Mine", "[%s:%d] the kernel stops", "Compute", 12);
  EXPECT_EQ(capture.TakeReason(), "the value is odd; the kernel stops");
  EXPECT_EQ(capture.TakeReason(), "");
}

TEST(Log, ALineNamesTheSourceFileWithoutItsFolders) {
  const std::string written = Written([] { KERNEL_LOG_WARN("[it] is: odd"); });
  EXPECT_THAT(written, testing::StartsWith("[WARNING] aicpu: log_test.cc:"));
  EXPECT_THAT(written, HasSubstr(" [operator()] [it] is: odd"));
  EXPECT_EQ(Written([] { Log(LogLevel::kWarning, "opdk", "%s", "/a/b can't be read: [1] no"); }),
            "[WARNING] opdk: /a/b can't be read: [1] no\n");
}

}  // namespace
}  // namespace opdk
