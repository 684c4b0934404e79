// Included into every file that holds mutants. One build holds all of them. OPDK_MUTANT=<number> turns one on.
// OPDK_MUTANT_TRACE=<file> collects the numbers of the mutants that a process passed, one per line.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace opdk_mutation {

constexpr int kMost = 4096;

inline int Chosen() {
  static const int chosen = [] {
    const char* text = std::getenv("OPDK_MUTANT");
    return text == nullptr ? -1 : std::atoi(text);
  }();
  return chosen;
}

inline const char* TraceFile() {
  static const char* const path = std::getenv("OPDK_MUTANT_TRACE");
  return path;
}

[[gnu::noinline]] inline void Trace(int mutant) {
  static std::array<std::atomic<bool>, kMost> seen{};
  if (seen[static_cast<unsigned>(mutant)].exchange(true)) return;
  std::array<char, 16> line;
  const int size = std::snprintf(line.data(), line.size(), "%d\n", mutant);
  const int file = open(TraceFile(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  // One write to a file that is appended to: lines of several processes stay whole.
  static_cast<void>(!write(file, line.data(), static_cast<unsigned>(size)));
  close(file);
}

inline bool On(int mutant) {
  if (TraceFile() != nullptr) Trace(mutant);
  return Chosen() == mutant;
}

}  // namespace opdk_mutation
