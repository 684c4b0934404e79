// A measured row, and all of them as a file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/measure/statistics.h"
#include "sdk/tools/verify/bench/measure.h"

namespace opdk::verify {

struct BenchRow {
  std::string id;  // "SoftmaxV2/small 64x128/float/ai_core/2 threads"
  std::string op;
  std::string name;
  std::string dtype;
  std::string engine;
  int threads = 1;
  Measurement measured;      // of all rounds, but `seconds` of the last round only
  measure::Rounds rounds;    // seconds of a call
  double least_seconds = 0;  // by the roofline; 0: not measured
  std::string bound;         // Roofline::Bound
  Status error;              // why there are no rounds; OK if there are
  bool unsupported = false;  // `error` says that this engine doesn't take the case; another engine may
  std::string output;        // after a crash: the process's output with the call stack

  bool timed() const { return !rounds.empty() && !rounds[0].empty(); }
  double median() const { return measure::MedianOf(rounds); }
  double quantile(double quantile) const;  // over all samples, each round having the same weight
  // Returns the share of the roofline; 0: not measured.
  double share() const { return least_seconds > 0 ? least_seconds / median() : 0; }
};

struct BenchMachine {
  std::string cpu;
  std::vector<std::string> features;
  int cpus = 0;
  bool operator==(const BenchMachine&) const = default;
};
BenchMachine ThisMachine();

struct BenchResults {
  BenchMachine machine;
  std::string opdk;     // its version
  std::string command;  // as it was called
  std::vector<BenchRow> rows;
};

nlohmann::json ToJson(const BenchResults& results);
// Reads the results of a file. E1002: no such file; E1005: the file isn't of --save's form.
Result<BenchResults> ReadBenchResults(const std::string& path);
Result<BenchResults> BenchResultsFrom(const std::string& text, const std::string& place);

}  // namespace opdk::verify
