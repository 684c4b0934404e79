// The options of `opdk bench`.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/suite/test_options.h"

namespace opdk::verify {

struct BenchOptions {
  TestOptions test;  // the package and the selected cases; isolation.timeout_s
  std::vector<std::string> shapes;
  std::vector<std::string> attrs;
  std::vector<std::string> dtypes;
  std::vector<int> threads;  // empty: as many as there are processors
  double seconds = 1;        // time limit of a row's samples
  int rounds = 0;            // processes that each measure a row; 0: until the median is sure, or the time is over
  bool time_only = false;
  bool measure_machine = false;
  std::string save;
  std::string against;
  double threshold_percent = 5;
  bool gate = false;  // a file of another machine counts, too
};

}  // namespace opdk::verify
