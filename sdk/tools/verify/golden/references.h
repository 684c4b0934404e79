// What authors wrote in Python of what their operators' outputs are: tests/op/<group>/<operator>.py, with a function
// that is called as the file is and takes the inputs and attributes by their names.
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

 private:
  std::map<std::string, std::string> functions_;  // by the operator's name in small letters
};

}  // namespace opdk::verify
