// A place in an author's source, and OPDK_HERE, which gives a function its caller's place. C++11, as the headers that
// use it.
#pragma once

namespace opdk {

// A file and a line: "op_proto/elementwise/clip.cc:12". Doesn't own `file`, which is the compiler's literal.
struct SourcePlace {
  SourcePlace() = default;
  SourcePlace(const char* source_file, int source_line) : file(source_file), line(source_line) {}
  const char* file = "";
  int line = 0;
};

}  // namespace opdk

// The caller's place, as the default value of a parameter.
#define OPDK_HERE ::opdk::SourcePlace(__builtin_FILE(), __builtin_LINE())
