// One run of the search, judged: is it a fault, or a case that the operator rightly refuses?
#pragma once

#include <string>

#include "sdk/verify/golden/golden.h"
#include "sdk/verify/search/search_case.h"

namespace opdk::verify {

struct Judgement {
  enum class Verdict : uint8_t {
    kPassed,
    kRefused,      // by verification, inference, or alike by the golden and the kernel
    kUnsupported,  // this engine doesn't take it
    kNotVerified,  // ran, and nothing says what is right
    kFailed,
  };
  Verdict verdict = Verdict::kPassed;
  // Of a failure: "values", "inference", "error"; "crash SIGSEGV" and "timeout" are given by whoever sees the child
  // end.
  std::string kind;
  std::string reason;
  std::string kernel;
};

// Runs the case as `opdk test` does. The operator's code runs in this process.
Judgement Judge(const SearchCase& found, const Bench& bench);

}  // namespace opdk::verify
