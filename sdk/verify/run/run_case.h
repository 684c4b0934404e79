// Runs one case with one dtype on one engine, and judges it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engine.h"
#include "graph_core/package/package_registry.h"
#include "sdk/verify/cases/op_case.h"

namespace opdk::verify {

enum class Outcome : uint8_t {
  kPassed,
  kFailed,       // `reason` says what isn't as expected
  kRefused,      // the case expects a refusal and got it: passed
  kInferred,     // a case without data: only inference was compared, and agreed
  kUnsupported,  // no column of this engine's operator information takes it; another engine's does
  kSkipped,      // the case names other engines
};
std::string_view ToString(Outcome outcome);

struct CaseResult {
  Outcome outcome = Outcome::kFailed;
  std::string reason;   // of a failure; several lines when it needs them
  std::string kernel;   // that ran
  std::string package;  // whose it is

  bool ok() const { return outcome != Outcome::kFailed; }
};

// What runs cases: the packages (made the process's current ones) and the engines.
struct Bench {
  std::shared_ptr<PackageRegistry> packages;
  std::vector<std::unique_ptr<Engine>> engines;
};

// Verification and inference are compared with the case, then the operator runs with its inputs fed (where the kernel
// isn't built from values) and with constant inputs. A case that is badly written fails with E2011.
CaseResult RunCase(const OpCase& op_case, ge::DataType dtype, std::string_view engine, const Bench& bench);

}  // namespace opdk::verify
