// How long runs took, as one line.
#pragma once

#include <string>
#include <vector>

namespace opdk::cli {

// "0.022 ms", "min 0.020 ms, median 0.022 ms of 9 runs"; below 0.1 ms in microseconds. `milliseconds` isn't empty.
std::string FormatTimes(std::vector<double> milliseconds);

}  // namespace opdk::cli
