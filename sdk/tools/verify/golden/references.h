// Authors' Python references of operators: tests/op/<group>/<operator>.py. The file has a function with the file's name
// that takes the inputs and attributes by their names. Operators whose cases share a file, <stem>.yaml, may share
// <stem>.py, too, which has a function with each operator's name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace opdk::verify {

class References {
 public:
  References() = default;
  // Collects the references beside case files, and anywhere below directories.
  explicit References(const std::vector<std::string>& case_paths);

  // Returns "/home/me/ops/tests/op/array/sort_rows.py:sort_rows"; "": there is none.
  std::string Of(std::string_view op) const;
  // Returns whether the reference is in a file of the operator's own. A family's file covers values that no expression
  // judges, such as complex numbers, and needn't be right about others.
  bool HasOwnFile(std::string_view op) const;

 private:
  // Functions by the operator's name in small letters.
  std::map<std::string, std::string> functions_, of_families_;
};

}  // namespace opdk::verify
