#include "opdk/safe_text.h"

#include <gtest/gtest.h>

#include "opdk/status.h"

namespace opdk {
namespace {

TEST(SafeLine, KeepsPathsLettersAndEmoji) {
  EXPECT_EQ(SafeLine(""), "");
  EXPECT_EQ(SafeLine("/plain/path with spaces.onnx"), "/plain/path with spaces.onnx");
  EXPECT_EQ(SafeLine("Größe → 模型 😀"), "Größe → 模型 😀");
}

TEST(SafeLine, EscapesCharactersThatMoveTheCursor) {
  EXPECT_EQ(SafeLine("a\nb\tc\rd\x1b[2J\x7f"), "a\\nb\\tc\\x0dd\\x1b[2J\\x7f");
  EXPECT_EQ(SafeLine(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(SafeLine("\xc2\x9b"), "\\u009b") << "CSI in one character";
}

TEST(SafeLine, EscapesCharactersThatReverseTheText) {
  EXPECT_EQ(SafeLine("\xe2\x80\xae"
                     "gnp.exe"),
            "\\u202egnp.exe");
  EXPECT_EQ(SafeLine("\xe2\x81\xa6\xe2\x80\xa8\xef\xbb\xbf"), "\\u2066\\u2028\\ufeff");
}

TEST(SafeLine, WritesOutBytesThatAreNoUtf8) {
  EXPECT_EQ(SafeLine("\xff"
                     "a\xc3"),
            "\\xffa\\xc3");
  EXPECT_EQ(SafeLine("\xc0\x8a"), "\\xc0\\x8a") << "an overlong line end";
  EXPECT_EQ(SafeLine("\xed\xa0\x80\xf5"), "\\xed\\xa0\\x80\\xf5") << "half a surrogate pair";
}

TEST(SafeLines, KeepsItsLineEndsBehindAnIndent) {
  EXPECT_EQ(SafeLines("one\nerror E9999: two\x1b[2J\n"), "one\n  error E9999: two\\x1b[2J\n  ");
  EXPECT_EQ(SafeLines("a\r\n\nb", ""), "a\\x0d\n\nb");
  EXPECT_EQ(SafeLines(""), "");
}

TEST(SafeLine, EscapesTheTextsOfErrors) {
  const Status status =
      Status(ErrorCode::kUsage, "no 'a\nerror E9999: b'").At("node x\n  help: run this").Hint("\x1b]0;title\x07");
  EXPECT_EQ(status.ToString(),
            "error E1001: no 'a\\nerror E9999: b'\n  at: node x\\n  help: run this\n  help: \\x1b]0;title\\x07");
}

}  // namespace
}  // namespace opdk
