// The functions that a TBE operator written in Python uses, so that its author knows how to write the C++ kernel.
#pragma once

#include <string>
#include <vector>

namespace opdk::author {

struct TbePython {
  bool tik = false;  // written in TIK
  // Functions of tbe.dsl (te.lang.cce) that it calls and that exist here by that name.
  std::vector<std::string> available;
  std::vector<std::string> missing;  // functions that it calls and that don't exist here
};

// Scans a Python file. Calls for scheduling and building (auto_schedule, build, classify …) aren't counted, because the
// engine does both.
TbePython ScanTbePython(const std::string& text);

// Returns "write op_impl/ai_core/add_dsl.cc with tbe.dsl; its functions broadcast, vadd are available under the same
// names".
std::string AdviceFor(const TbePython& python, const std::string& stem);

}  // namespace opdk::author
