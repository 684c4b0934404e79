// What authors wrote in Python of what their operators' outputs are: tests/op/<group>/<operator>.py, with a function
// that is called as the file is and takes the inputs and attributes by their names. Operators whose cases share a file,
// <stem>.yaml, may share <stem>.py too: it has a function of each one's name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace opdk::verify {

class References {
 public:
  References() = default;
  // Of case files and of directories of them, wherever below they lie.
  explicit References(const std::vector<std::string>& case_paths);

  // "/home/me/ops/tests/op/array/sort_rows.py:sort_rows"; "": there is none.
  std::string Of(std::string_view op) const;
  // Whether that is a file of the operator's own. A family's file speaks of what no expression judges, complex numbers
  // say, and needn't be right about anything else.
  bool HasOwnFile(std::string_view op) const;

 private:
  // By the operator's name in small letters.
  std::map<std::string, std::string> functions_, of_families_;
};

}  // namespace opdk::verify
