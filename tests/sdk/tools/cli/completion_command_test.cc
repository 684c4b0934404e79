// `opdk completion`: bash's as bash itself uses it; zsh's and fish's too if these shells are installed.
#include <gmock/gmock.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class Completion : public Command {
 protected:
  // Returns the words that bash offers after these words; the last word is being typed.
  std::string Offered(const std::vector<std::string>& words) {
    const Outcome script = Run("completion bash");
    EXPECT_EQ(script.code, 0) << script.err;
    Write("completion.sh", script.out);
    std::string array;
    for (const std::string& word : words) array += "'" + word + "' ";
    Write("ask.sh",
          fmt::format("source {}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_opdk\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
                      Path("completion.sh"), array, words.size() - 1));
    EXPECT_EQ(std::system(fmt::format("bash {} >{} 2>&1", Path("ask.sh"), Path("offered")).c_str()), 0);
    return "\n" + ReadFile(Path("offered"));
  }
};

TEST_F(Completion, OffersCommandsThatBeginWithTheTypedText) {
  EXPECT_THAT(Offered({"opdk", "ch"}), HasSubstr("\ncheck\n"));
  EXPECT_THAT(Offered({"opdk", "ch"}), Not(HasSubstr("test")));
}

TEST_F(Completion, OffersTheOptionsOfTheCommand) {
  const std::string offered = Offered({"opdk", "check", "--"});
  EXPECT_THAT(offered, HasSubstr("\n--ignore\n"));
  EXPECT_THAT(offered, Not(HasSubstr("--repeat")));
}

TEST_F(Completion, OffersTheValuesOfAnOption) {
  const std::string offered = Offered({"opdk", "test", "--engine", ""});
  EXPECT_THAT(offered, HasSubstr("\nai_core\n"));
  EXPECT_THAT(offered, HasSubstr("\nai_cpu\n"));
  EXPECT_THAT(offered, Not(HasSubstr("--engine")));
}

TEST_F(Completion, KnowsCommandsOfCommands) { EXPECT_THAT(Offered({"opdk", "cache", "c"}), HasSubstr("\nclear\n")); }

TEST_F(Completion, OfZshIsThatOfBash) {
  const Outcome script = Run("completion zsh");
  EXPECT_THAT(script.out, testing::StartsWith("#compdef opdk\n"));
  EXPECT_THAT(script.out, HasSubstr("bashcompinit"));
  EXPECT_THAT(script.out, HasSubstr(Run("completion bash").out));
}

TEST_F(Completion, OfFishHasALineForEachCommandAndOption) {
  const std::string script = Run("completion fish").out;
  EXPECT_THAT(script, HasSubstr("complete -c opdk -n '__fish_use_subcommand' -fa check -d "));
  EXPECT_THAT(script,
              HasSubstr("complete -c opdk -n '__fish_seen_subcommand_from test' -l engine -xa 'ai_core ai_cpu'"));
  EXPECT_THAT(script, HasSubstr("'__fish_seen_subcommand_from cache' -fa clear"));
}

TEST_F(Completion, OfFishWorks) {
  if (std::system("command -v fish >/dev/null 2>&1") != 0) GTEST_SKIP() << "fish is not installed";
  Write("completion.fish", Run("completion fish").out);
  const auto offered = [&](const std::string& line) {
    EXPECT_EQ(
        std::system(fmt::format("HOME={0} fish -c 'source {0}/completion.fish; complete -C \"{1}\"' >{0}/offered 2>&1",
                                Path(""), line)
                        .c_str()),
        0);
    return ReadFile(Path("offered"));
  };
  EXPECT_THAT(offered("opdk ch"), HasSubstr("check"));
  EXPECT_THAT(offered("opdk test --engine "), HasSubstr("ai_cpu"));
}

}  // namespace
}  // namespace opdk::cli
