// Work in child processes: a crash, a hang or a memory hog ends that piece of work alone.
#pragma once

#include <csignal>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace opdk::verify {

struct IsolationOptions {
  int parallel = 0;         // children at once; 0: one per processor
  double timeout_s = 60;    // of one piece of work
  size_t memory_bytes = 0;  // address space beyond the parent's, in bytes; 0: no limit
  // Set by a signal handler: running work is ended, and no more reports are handed over.
  const volatile std::sig_atomic_t* interrupted = nullptr;
  // Asked before a piece of work begins; false leaves the piece out. Empty: every piece runs.
  std::function<bool(size_t)> wanted = {};
};

struct ChildReport {
  enum class End : unsigned char { kDone, kSignal, kExit, kTimeout };
  End end = End::kDone;
  int detail = 0;        // kSignal: its number; kExit: the code of a child that left without an answer
  std::string answer;    // the work's return value
  std::string output;    // the last 64 KiB of the work's stdout and stderr
  std::string activity;  // the last argument of SetActivity
  double seconds = 0;

  // Returns "crashed with SIGSEGV (segmentation fault)", "took longer than 60 s", "left with exit code 3"; "" for
  // kDone. Ends with the activity, if there is one.
  std::string Describe(const IsolationOptions& options) const;
};

// Runs work(0) … work(count - 1), each in a child forked from this process, and hands over the reports in the order in
// which the children end. The process must have a single thread. When `done` returns false, running children are ended
// and no others begin. A crashing child writes its call stack to its output.
void RunIsolated(size_t count, const std::function<std::string(size_t)>& work, const IsolationOptions& options,
                 const std::function<bool(size_t, ChildReport&&)>& done);

// Notes the work's current activity ("": none) for the report of a crash or a hang. Called by the work; does nothing
// outside RunIsolated.
void SetActivity(std::string_view activity);

// Ends this process by SIGALRM unless LimitTime is called again within `seconds`; 0: never.
void LimitTime(double seconds);

}  // namespace opdk::verify
