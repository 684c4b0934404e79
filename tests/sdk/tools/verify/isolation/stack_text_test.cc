#include "sdk/tools/verify/isolation/stack_text.h"

#include <gtest/gtest.h>

namespace opdk::verify {
namespace {

TEST(NamedStack, NamesFunctionsOfLibrariesWhereverTheyLie) {
  for (const char* directory : {"/usr/lib/", "/home/me/my operators (old)/build/", ""}) {
    EXPECT_EQ(NamedStack(std::string(directory) + "libmine.so(_ZN4mine7ComputeEi+0x94)[0x7fcda16a8b74]\n"),
              "  in mine::Compute(int) (libmine.so)\n")
        << directory;
  }
}

TEST(NamedStack, OtherLinesStay) { EXPECT_EQ(NamedStack("row 3 (of 4) [x]\n"), "row 3 (of 4) [x]\n"); }

}  // namespace
}  // namespace opdk::verify
