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
  size_t memory_bytes = 0;  // address space beyond what the parent has; 0: no limit
  // Set by a signal handler: everything is ended, nothing more is handed over.
  const volatile std::sig_atomic_t* interrupted = nullptr;
  // Asked before a piece of work begins; false leaves it out. Empty: all are wanted.
  std::function<bool(size_t)> wanted = {};
};

struct ChildReport {
  enum class End : unsigned char { kDone, kSignal, kExit, kTimeout };
  End end = End::kDone;
  int detail = 0;        // kSignal: its number; kExit: the code of a child that left without an answer
  std::string answer;    // what the work returned
  std::string output;    // what it wrote to stdout and stderr, the last 64 KiB of it
  std::string activity;  // what SetActivity was told last
  double seconds = 0;

  // "crashed with SIGSEGV (segmentation fault)", "took longer than 60 s", "left with exit code 3"; "" when it's done.
  // Ends with the activity, where there is one.
  std::string Describe(const IsolationOptions& options) const;
};

// Runs work(0) … work(count - 1), each in a child forked from this process, and hands over the reports in the order in
// which they end. The process must have a single thread. `done` returning false stops: what runs is ended, what hasn't
// begun isn't. A crashing child writes its call stack to its output.
void RunIsolated(size_t count, const std::function<std::string(size_t)>& work, const IsolationOptions& options,
                 const std::function<bool(size_t, ChildReport&&)>& done);

// Called by the work: what it is doing now ("": nothing worth mentioning), for the report of a crash or a hang. Does
// nothing outside RunIsolated.
void SetActivity(std::string_view activity);

// From now on this process ends by SIGALRM unless it is called again within `seconds`; 0: never.
void LimitTime(double seconds);

}  // namespace opdk::verify
