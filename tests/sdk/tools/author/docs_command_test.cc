// `opdk docs`: the pages of the built-in operators, of a custom package, and their two forms.
#include <gmock/gmock.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <sstream>

#include "sdk/tools/author/docs/page.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// Throws where tags don't match or a character isn't allowed.
void ParseXml(const std::string& text) {
  std::istringstream stream(text);
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(stream, tree);
}

author::Page Tricky() {
  author::Page page;
  page.title = "a < b & \"c\"";
  page.Add(author::PageParagraph{author::Plain("x[i] < y & `z` * \\ |\x01") + " " + author::Code("a|b<c>") +
                                 " [link](Mish.html)"});
  page.Add(author::PageTable{{{"head"}, {author::Plain("1 | 2")}, {author::Code("a|b")}}});
  page.Add(author::PageCode{"yaml", "```\nx: <1>\n"});
  page.Add(author::PageList{{author::Plain("an [item] (alone)")}});
  return page;
}

TEST(DocsPage, HtmlEscapesWhateverComes) {
  const std::string html = author::ToHtml(Tricky());
  EXPECT_NO_THROW(ParseXml(html)) << html;
  EXPECT_THAT(html, HasSubstr("<h1>a &lt; b &amp; &quot;c&quot;</h1>"));
  EXPECT_THAT(html, HasSubstr("x[i] &lt; y &amp; `z` * \\ |"));
  EXPECT_THAT(html, HasSubstr("<code>a|b&lt;c&gt;</code> <a href=\"Mish.html\">link</a>"));
  EXPECT_THAT(html, HasSubstr("<li>an [item] (alone)</li>"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(DocsPage, MarkdownEscapesWhateverComes) {
  const std::string markdown = author::ToMarkdown(Tricky());
  EXPECT_THAT(markdown, HasSubstr("x\\[i\\] &lt; y & \\`z\\` \\* \\\\ |"));
  EXPECT_THAT(markdown, HasSubstr("| 1 \\| 2 |\n| `a\\|b` |\n"));
  EXPECT_THAT(markdown, HasSubstr("````yaml\n```\nx: <1>\n````\n"));
}

class DocsCommand : public Command {};

TEST_F(DocsCommand, EveryBuiltInOperatorHasAWellFormedPage) {
  const Outcome made = Run(fmt::format("docs --all --format html -o {} --source '{}'", Path("html"), OPDK_SOURCE_DIR));
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string index = ReadFile(Path("html/index.html"));
  size_t pages = 0;
  for (const auto& entry : fs::directory_iterator(Path("html"))) {
    const std::string page = ReadFile(entry.path());
    EXPECT_NO_THROW(ParseXml(page)) << entry.path();
    if (entry.path().filename() == "index.html") continue;
    ++pages;
    EXPECT_THAT(index, HasSubstr("<a href=\"" + entry.path().filename().string() + "\">"));
    for (const char* part : {"<h2>Inputs</h2>", "<h2>Outputs</h2>", "<h2>Attributes</h2>", "<h2>Shape rule</h2>",
                             "<h2>Engines</h2>", "<h2>Packages</h2>"}) {
      EXPECT_THAT(page, HasSubstr(part)) << entry.path();
    }
  }
  EXPECT_THAT(made.out, HasSubstr(fmt::format("index.html: {} operators", pages)));
  EXPECT_GT(pages, 100U);
}

TEST_F(DocsCommand, PageHasTheFactsOfTheOperator) {
  const Outcome page = Run("docs LeakyRelu --source '" OPDK_SOURCE_DIR "'");
  ASSERT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("# LeakyRelu\n\nx where x >= 0, else negative\\_slope \\* x\n"));
  EXPECT_THAT(page.out, HasSubstr("| `negative_slope` | Float | `0.0` |"));
  EXPECT_THAT(page.out, HasSubstr("registered at `op_proto/activation/activations.cc:"));
  EXPECT_THAT(page.out, HasSubstr("mapped from: `mindspore:LeakyReLU`, `onnx:LeakyRelu`, `tensorflow:LeakyRelu`"));
  EXPECT_THAT(page.out, HasSubstr("### `ai_core` of package `opdk_builtin`"));
  EXPECT_THAT(page.out, HasSubstr("## AI Core expression"));
  EXPECT_THAT(page.out, HasSubstr("%0 = input 0 \"x\" : float"));
  EXPECT_THAT(page.out, HasSubstr("## Examples"));
}

TEST_F(DocsCommand, UnknownOperatorIsRefusedWithTheNearest) {
  const Outcome outcome = Run("docs SofmaxV2");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean SoftmaxV2?"));
}

TEST_F(DocsCommand, WithoutCustomPackagesSaysHowToGetPages) {
  const Outcome outcome = Run("docs -o " + Path("out"));
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("--all"));
}

TEST_F(DocsCommand, CustomPackagesAloneAreTheDefault) {
  const Outcome made =
      Run(fmt::format("docs -o {} --plugins '{}/tests/packages/libcheck_inference.so' --source '{}'", Path("md"),
                      OPDK_BINARY_DIR, OPDK_SOURCE_DIR "/tests/sdk/tools/author/check/inference"));
  // One operator's inference crashes: its page is left out, the others are there.
  EXPECT_EQ(made.code, 7);
  EXPECT_THAT(made.err, HasSubstr("making the page of Crashes crashed with SIGABRT"));
  EXPECT_TRUE(fs::exists(Path("md/Fine.md")));
  EXPECT_FALSE(fs::exists(Path("md/Crashes.md")));
  EXPECT_FALSE(fs::exists(Path("md/SoftmaxV2.md")));
  EXPECT_THAT(ReadFile(Path("md/index.md")), HasSubstr("| [Fine](Fine.md) | ai\\_cpu | `check_inference` | "));
}

}  // namespace
}  // namespace opdk::cli
