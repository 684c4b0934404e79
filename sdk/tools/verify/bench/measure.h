// One operator call measured on one engine: the work of a child process for a row of `opdk bench`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/measure/roofline.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// Costs of a call through the runtime (opdk/single_op.h) beside the kernel.
struct Dispatch {
  double call_seconds = 0;    // through the runtime, with the smallest tensors that the operator takes
  double kernel_seconds = 0;  // the kernel alone, with these tensors
  double seconds() const { return call_seconds > kernel_seconds ? call_seconds - kernel_seconds : 0; }
};

struct Measurement {
  std::vector<double> seconds;  // of one kernel call, by sample
  size_t disturbed = 0;         // samples left out because another process used the CPUs
  bool doubtful = false;        // nearly all samples were disturbed, so they count
  std::string kernel;           // "" for a view: no kernel runs
  std::string package;
  std::string library;
  std::vector<std::string> tensors;  // "x float[64,1000]", inputs and outputs
  measure::Work work;
  bool counted_from_expression = false;
  std::optional<Dispatch> dispatch;
};

struct MeasureOptions {
  int threads = 1;
  double seconds = 0.1;   // time limit of the samples
  bool dispatch = false;  // measures the dispatch, too: another tenth of a second
};

// Infers, builds the kernel and calls it. Runs operator code: call it in a child process. E2008: the engine doesn't
// take the operator; E2003: inference refuses it, or an extent isn't known; and the kernel's errors.
Result<Measurement> Measure(const CaseInstance& instance, const std::string& engine, const TestHarness& harness,
                            const MeasureOptions& options);

// Converts a measurement, or the error with its places and hint, for the way from a child process.
nlohmann::json ToJson(const Result<Measurement>& measured);
Result<Measurement> MeasurementFrom(const nlohmann::json& json);

}  // namespace opdk::verify
