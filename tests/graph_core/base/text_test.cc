#include "graph_core/base/text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>

namespace opdk {
namespace {

// Returns the text that a shell makes of a word.
std::string Echoed(const std::string& word) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("printf %s " + word).c_str(), "r"), &pclose);
  std::string text;
  std::array<char, 256> part;
  while (std::fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
  return text;
}

TEST(ShellQuoted, GivesTheShellTheTextBack) {
  for (const std::string text :
       {"plain", "with space", "it's", "$HOME `id` \\n \"x\"", "*", "~", "", "a;b", "é", "#2"}) {
    EXPECT_EQ(Echoed(ShellQuoted(text)), text);
  }
  EXPECT_EQ(ShellQuoted("plain/path-1.yaml"), "plain/path-1.yaml");
}

}  // namespace
}  // namespace opdk
