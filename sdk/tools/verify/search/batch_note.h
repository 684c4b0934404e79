// The record that a child of the search leaves however it ends, in memory that it shares with its parent.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "sdk/tools/verify/search/coverage.h"
#include "sdk/tools/verify/search/judgement.h"

namespace opdk::verify {

// The edges that the child has run, the number of runs it has begun, counts of their verdicts, and its current case.
// Zeros at first.
struct BatchNote {
  uint8_t* memory;

  static constexpr size_t kTextBytes = size_t{2} << 20;
  static constexpr size_t Bytes() {
    return kCoverageSlots + (1 + Judgement::kVerdicts) * sizeof(uint64_t) + kTextBytes;
  }

  uint8_t* map() const { return memory; }
  uint64_t& begun() const { return numbers()[0]; }
  uint64_t count(Judgement::Verdict verdict) const { return numbers()[1 + static_cast<size_t>(verdict)]; }
  // Returns the number of runs that came to an end.
  size_t judged() const {
    size_t sum = 0;
    for (size_t i = 0; i < Judgement::kVerdicts; ++i) sum += numbers()[1 + i];
    return sum;
  }
  char* text() const { return reinterpret_cast<char*>(numbers() + 1 + Judgement::kVerdicts); }

  void Write(uint64_t run, const std::string& case_text) const {
    begun() = run;
    const size_t size = std::min(case_text.size(), kTextBytes - 1);
    std::memcpy(text(), case_text.data(), size);
    text()[size] = '\0';
  }
  void Count(Judgement::Verdict verdict) const { ++numbers()[1 + static_cast<size_t>(verdict)]; }

 private:
  uint64_t* numbers() const { return reinterpret_cast<uint64_t*>(memory + kCoverageSlots); }
};

}  // namespace opdk::verify
