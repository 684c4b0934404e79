// What a TBE operator written in Python uses, so that its author knows what the C++ kernel can be written with.
#pragma once

#include <string>
#include <vector>

namespace opdk::cli {

struct TbePython {
  bool tik = false;                    // written in TIK
  std::vector<std::string> available;  // functions of tbe.dsl (te.lang.cce) it calls that exist here by that name
  std::vector<std::string> missing;    // and those that don't
};

// Scheduling and building (auto_schedule, build, classify …) is not counted: the engine does it.
TbePython ScanTbePython(const std::string& text);

// "write op_impl/ai_core/add_dsl.cc with tbe.dsl; its functions broadcast, vadd are available under the same names".
std::string AdviceFor(const TbePython& python, const std::string& stem);

}  // namespace opdk::cli
