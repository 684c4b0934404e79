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

TEST(NamedStack, BeginsWithTheAuthorsFrameAndEndsWithTheAuthorsOutermost) {
  EXPECT_EQ(NamedStack("about to copy\n"
                       "/lib/x86_64-linux-gnu/libc.so.6(memcpy+0x1)[0x7f01]\n"
                       "/home/me/build/libmine.so(_ZN4mine4CopyEi+0x94)[0x7f02]\n"
                       "/usr/lib/libopdk_sdk.so(_ZN4opdk5SplitEv+0x5)[0x7f03]\n"
                       "/home/me/build/libmine.so(_ZN4mine7ComputeEi+0x94)[0x7f04]\n"
                       "/usr/lib/libopdk_graph_core.so(_ZN4opdk3RunEv+0x5)[0x7f05]\n"
                       "/usr/bin/opdk(_ZN4opdk4MainEv+0x5)[0x7f06]\n"),
            "about to copy\n"
            "  in mine::Copy(int) (libmine.so)\n"
            "  which called memcpy (libc.so.6)\n"
            "  called by opdk::Split() (libopdk_sdk.so)\n"
            "  called by mine::Compute(int) (libmine.so)\n");
}

TEST(NamedStack, WithoutAnAuthorsFrameIsWhole) {
  EXPECT_EQ(NamedStack("/usr/lib/libopdk_sdk.so(_ZN4opdk5SplitEv+0x5)[0x7f03]\n"
                       "/usr/bin/opdk(_ZN4opdk4MainEv+0x5)[0x7f06]\n"),
            "  in opdk::Split() (libopdk_sdk.so)\n  in opdk::Main() (opdk)\n");
}

TEST(NamedStack, AHandlerWithoutANameIsLeftOut) {
  EXPECT_EQ(NamedStack("/usr/bin/no_such_program(+0x5)[0x7f03]\n"
                       "/home/me/build/libmine.so(_ZN4mine4CopyEi+0x94)[0x7f02]\n"),
            "  in mine::Copy(int) (libmine.so)\n");
}

TEST(NamedStack, OtherLinesStay) { EXPECT_EQ(NamedStack("row 3 (of 4) [x]\n"), "row 3 (of 4) [x]\n"); }

}  // namespace
}  // namespace opdk::verify
