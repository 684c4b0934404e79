#include "sdk/tools/atc/flags.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "graph_core/host/ge_option_table.h"

namespace opdk::atc {
namespace {

std::string TextOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Escapes a text for a cell of a table.
std::string Cell(std::string_view text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

std::string Rows(FlagMeaning meaning) {
  std::string rows;
  for (const Flag& flag : Flags()) {
    if (flag.meaning != meaning) continue;
    rows += fmt::format("| `--{}` | {} |", flag.name, Cell(flag.about));
    if (meaning == FlagMeaning::kOption) rows += fmt::format(" `{}` |", flag.key);
    if (meaning == FlagMeaning::kRefused) {
      const std::string taken = flag.harmless.empty() ? "" : fmt::format("`{}`", Cell(flag.harmless));
      rows += fmt::format(" {} | {} |", Cell(flag.instead), taken);
    }
    rows += "\n";
  }
  return rows;
}

std::string Table() {
  return "## All flags\n\nFlags are written `--name=value`. What each means here:\n\n"
         "### What is read and written\n\n| flag | what |\n|---|---|\n" +
         Rows(FlagMeaning::kOwn) +
         "\n### How it is compiled\n\nThese are options of `ge/ge_ir_build.h`; `options.md` says what becomes of "
         "each.\n\n"
         "| flag | what | option |\n|---|---|---|\n" +
         Rows(FlagMeaning::kOption) +
         "\n### What means nothing on a CPU\n\nA warning says so.\n\n| flag | why |\n|---|---|\n" +
         Rows(FlagMeaning::kNoEffect) +
         "\n### What isn't there\n\nIt would change results or files, and is refused (E1001) but for an empty value or "
         "one that\nasks for what happens anyway.\n\n| flag | why | instead | values taken |\n|---|---|---|---|\n" +
         Rows(FlagMeaning::kRefused);
}

TEST(AtcFlags, EachHasOneRow) {
  std::set<std::string_view> names;
  for (const Flag& flag : Flags()) {
    EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
    EXPECT_FALSE(flag.about.empty()) << flag.name;
    EXPECT_EQ(flag.instead.empty(), flag.meaning != FlagMeaning::kRefused) << flag.name;
  }
}

TEST(AtcFlags, FlagsOfOptionsNameExistingOptions) {
  for (const Flag& flag : Flags()) {
    if (flag.meaning != FlagMeaning::kOption) continue;
    EXPECT_NE(FindOptionKey(std::string(flag.key)), nullptr) << flag.name << ": " << flag.key;
  }
}

TEST(AtcFlags, PageOfTheDocumentationIsUpToDate) {
  const std::string page = TextOf(OPDK_SOURCE_DIR "/sdk/docs/atc.md");
  const std::string table = Table();
  if (page.ends_with("\n" + table)) return;
  const std::string made = std::filesystem::temp_directory_path() / "opdk_atc.md";
  std::ofstream(made, std::ios::binary) << page.substr(0, page.find("## All flags")) << table;
  ADD_FAILURE() << "the table says something else: cp " << made << " sdk/docs/atc.md";
}

}  // namespace
}  // namespace opdk::atc
