// The page in a real browser, without a window: its contents, and that its filters work.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "sdk/tools/verify/report/writers.h"
#include "tests/sdk/tools/verify/report/sample_run.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

TEST(HtmlReport, NeedsNothingFromElsewhereAndDataCannotEndItsElement) {
  const std::string page = HtmlReport(SampleRun());
  EXPECT_EQ(Count(page, "</script>"), 2U);
  for (const char* outside : {" src=", "<link", "@import", "url(", "fetch(", "https://"}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
}

class Browser : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v chromium >/dev/null") != 0) {
      GTEST_SKIP() << "no chromium: apt-get install chromium, or sdk/setup.sh --with-tests";
    }
    std::string pattern = (fs::temp_directory_path() / "opdk_page_XXXXXX").string();
    work_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override {
    if (!work_.empty()) fs::remove_all(work_);
  }

  // Returns the document after its script ran, without the data it was made from.
  std::string Shown(const RunReport& run, const std::string& state) {
    std::ofstream(work_ / "page.html", std::ios::binary) << HtmlReport(run);
    const std::string command = fmt::format(
        "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --enable-logging=stderr "
        "--user-data-dir='{0}/profile' --window-size=1280,900 --virtual-time-budget=3000 --dump-dom "
        "'file://{0}/page.html#{1}' >'{0}/dom' 2>'{0}/log'",
        work_.string(), state);
    EXPECT_EQ(std::system(command.c_str()), 0) << ReadText(work_ / "log");
    // Pages of the browser's own complain too, of a slow machine for instance.
    std::istringstream log(ReadText(work_ / "log"));
    for (std::string line; std::getline(log, line);) {
      const bool of_page = line.find("CONSOLE") != std::string::npos && line.find("source: file:") != std::string::npos;
      EXPECT_FALSE(of_page) << line;
    }
    std::string dom = ReadText(work_ / "dom");
    return dom.substr(0, dom.find("<script type=\"application/json\""));
  }

  fs::path work_;
};

constexpr const char* kRow = "<tr class=\"case";

TEST_F(Browser, ShowsEveryCaseAndTheCounts) {
  const std::string page = Shown(SampleRun(), "");
  EXPECT_EQ(Count(page, kRow), 6U);
  EXPECT_THAT(page, HasSubstr("<b class=\"bad\">2</b>failed"));
  EXPECT_THAT(page, HasSubstr("<b class=\"good\">2</b>passed"));
  EXPECT_THAT(page, HasSubstr("<b class=\"open-verdict\">1</b>not verified"));
  EXPECT_THAT(page, HasSubstr(">2 failed</span>"));
  EXPECT_THAT(page, HasSubstr("mine 1.2.3"));
  EXPECT_THAT(page, HasSubstr("✗ crashed"));
  // Text of a case is text.
  EXPECT_THAT(page, HasSubstr("is &lt;/script&gt; \"odd\" &amp; 'so' &lt;b&gt;on&lt;/b&gt; ]]&gt; é"));
}

TEST_F(Browser, FiltersByOutcomeOperatorEngineAndText) {
  const std::string failed = Shown(SampleRun(), "outcome=failed");
  EXPECT_EQ(Count(failed, kRow), 2U);
  EXPECT_THAT(failed, HasSubstr("2 of 6 cases"));
  const std::string of_mul = Shown(SampleRun(), "op=Mul&engine=ai_cpu");
  EXPECT_EQ(Count(of_mul, kRow), 2U);
  EXPECT_THAT(of_mul, Not(HasSubstr("data-id=\"Add")));
  EXPECT_EQ(Count(Shown(SampleRun(), "q=sigsegv+mul"), kRow), 1U);
  EXPECT_THAT(Shown(SampleRun(), "q=no+such+words"), HasSubstr("<p id=\"nothing\" class=\"nothing\">"));
}

TEST_F(Browser, OpenedFailureShowsAllThatIsKnown) {
  RunReport run = SampleRun();
  run.cases[1].name = "is wrong";
  run.cases[1].id = "wrong";
  const std::string page = Shown(run, "open=wrong");
  EXPECT_THAT(page, HasSubstr("16 of 128 elements (12.5 %) are beyond the tolerance"));
  EXPECT_THAT(page, HasSubstr("only where axis 1 mod 8 = 7"));
  EXPECT_THAT(page, HasSubstr("allclose(rtol=4e-06, atol=1e-07), default of float"));
  EXPECT_THAT(page, HasSubstr("<svg class=\"ulp-histogram\""));
  // 8 x 16 cells, 16 of them red.
  const size_t map = page.find("<svg class=\"heat-map\"");
  ASSERT_NE(map, std::string::npos);
  const std::string cells = page.substr(map, page.find("</svg>", map) - map);
  EXPECT_EQ(Count(cells, "<rect"), 128U);
  EXPECT_EQ(Count(cells, "var(--bad)"), 16U);
  EXPECT_THAT(page, HasSubstr("[0, 7]"));
  EXPECT_THAT(page, HasSubstr("8 (0x41000000)"));
  EXPECT_THAT(page, HasSubstr("Pass, 95.00 % within 0.01"));
  EXPECT_THAT(page, HasSubstr("two runs differ at [3, 4]"));
  EXPECT_THAT(page, HasSubstr("37.5 %"));
  EXPECT_THAT(page, HasSubstr("opdk test --case 'Add: [{name: n}]' --engine ai_cpu"));
  EXPECT_THAT(page, HasSubstr(">Copy</button>"));
}

TEST_F(Browser, CrashShowsItsSignalAndStack) {
  const std::string page = Shown(SampleRun(), "open=Mul/crashes/float/ai_cpu");
  EXPECT_THAT(page, HasSubstr("Output and stack"));
  EXPECT_THAT(page, HasSubstr("in Crash(float*) (libmine.so)"));
  EXPECT_THAT(page, HasSubstr("SIGSEGV"));
}

TEST_F(Browser, EnginesStandSideBySide) {
  const std::string page = Shown(SampleRun(), "view=engines&op=Add");
  EXPECT_EQ(Count(page, "<tr class=\"pair-row\">"), 1U);
  EXPECT_THAT(page, HasSubstr("one fails"));
}

TEST_F(Browser, FiveThousandCasesAreNotAllMadeAtOnceAndSortByError) {
  RunReport run = SampleRun();
  run.cases.clear();
  for (int i = 0; i < 5000; ++i) {
    run.cases.push_back(i == 4321 ? WrongCase("Add", "case 4321", "ai_cpu")
                                  : PassedCase("Add", fmt::format("case {}", i), "ai_cpu"));
  }
  run.selected = run.cases.size();
  const std::string page = Shown(run, "sort=rel");
  EXPECT_THAT(page, HasSubstr("5000 cases"));
  EXPECT_GE(Count(page, kRow), 100U);
  EXPECT_LT(Count(page, kRow), 1000U);
  EXPECT_EQ(page.find("data-id=\"Add/case 4321/float/ai_cpu\""), page.find("data-id="));
}

}  // namespace
}  // namespace opdk::verify
