// A place in an author's source, and how a function knows where it is called. C++11, as the headers that use it.
#pragma once

namespace opdk {

// "op_proto/elementwise/clip.cc:12". The text must outlive the object: it is the compiler's.
struct SourcePlace {
  SourcePlace() = default;
  SourcePlace(const char* source_file, int source_line) : file(source_file), line(source_line) {}
  const char* file = "";
  int line = 0;
};

}  // namespace opdk

// As the default value of a parameter: the caller's place.
#define OPDK_HERE ::opdk::SourcePlace(__builtin_FILE(), __builtin_LINE())
