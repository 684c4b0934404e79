#include "sdk/tools/verify/isolation/isolated.h"

#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/core/demangle.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "graph_core/base/file.h"
#include "graph_core/base/process.h"
#include "opdk/log_capture.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kOutputKept = 64 * 1024;
constexpr int kNoAnswer = 125;
constexpr size_t kActivityBytes = 512;
constexpr int kTimeIsUp = SIGALRM;
constexpr double kGrace_s = 0.2;  // for what a child does at that signal
constexpr std::array kCrashSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// A child at work: its answer and its output come through one pipe each.
struct Child {
  size_t index = 0;
  pid_t pid = 0;
  int answer = -1;
  int output = -1;
  char* activity = nullptr;  // kActivityBytes, shared with the child
  Clock::time_point start;
  ChildReport report;
  bool timed_out = false;
};

// Activity of this process if it is a child.
char* own_activity = nullptr;

// Writes what the kernel has logged, and the stack's addresses only, because anything else would allocate. The parent
// finds the names.
extern "C" void WriteStackAndDie(int signal) {
  ErrorCapture::WriteHeld();
  void* frames[64];
  const int count = backtrace(frames, 64);
  backtrace_symbols_fd(frames, count, STDERR_FILENO);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

extern "C" void WriteLoggedAndDie(int signal) {
  ErrorCapture::WriteHeld();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void InstallHandlers() {
  // A stack of its own, because an overflow of the normal stack is a crash, too.
  static std::array<char, 64 * 1024> stack;
  stack_t alternate = {};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  sigaltstack(&alternate, nullptr);
  void* warm[1];
  backtrace(warm, 1);  // loads libgcc now, not in the handler
  for (const int signal : kCrashSignals) {
    struct sigaction action = {};
    action.sa_handler = WriteStackAndDie;
    action.sa_flags = SA_ONSTACK | SA_NODEFER | static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
  struct sigaction timeout = {};
  timeout.sa_handler = WriteLoggedAndDie;
  timeout.sa_flags = SA_ONSTACK | SA_NODEFER | static_cast<int>(SA_RESETHAND);
  sigaction(kTimeIsUp, &timeout, nullptr);
}

void LimitMemory(size_t bytes) {
  if (bytes == 0) return;
  const auto statm = ReadFile("/proc/self/statm", kTextFile);
  const unsigned long pages = statm.ok() ? std::strtoul(statm->c_str(), nullptr, 10) : 0;
  const rlim_t limit = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit both = {limit, limit};
  setrlimit(RLIMIT_AS, &both);
}

void WriteAll(int fd, const std::string& text) {
  for (size_t written = 0; written < text.size();) {
    const ssize_t count = write(fd, text.data() + written, text.size() - written);
    if (count < 0 && errno != EINTR) _exit(kNoAnswer);
    if (count > 0) written += static_cast<size_t>(count);
  }
}

[[noreturn]] void RunInChild(const std::function<std::string(size_t)>& work, size_t index, int answer, int output,
                             const IsolationOptions& options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  InstallHandlers();
  LimitMemory(options.memory_bytes);
  WriteAll(answer, work(index) + '\0');
  std::fflush(nullptr);
  _exit(0);
}

bool Start(Child& child, const std::function<std::string(size_t)>& work, const IsolationOptions& options) {
  int answer[2];
  int output[2];
  if (pipe2(answer, O_CLOEXEC) != 0) return false;
  if (pipe2(output, O_CLOEXEC) != 0) {
    close(answer[0]);
    close(answer[1]);
    return false;
  }
  std::fflush(nullptr);
  void* shared = mmap(nullptr, kActivityBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  child.activity = shared == MAP_FAILED ? nullptr : static_cast<char*>(shared);
  child.start = Clock::now();
  child.pid = fork();
  if (child.pid == 0) own_activity = child.activity;
  if (child.pid == 0) RunInChild(work, child.index, answer[1], output[1], options);
  close(answer[1]);
  close(output[1]);
  child.answer = answer[0];
  child.output = output[0];
  return child.pid > 0;
}

// Reads available text. Returns false if the other end is closed.
bool ReadSome(int fd, std::string& text) {
  std::array<char, 16 * 1024> buffer;
  const ssize_t count = read(fd, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  text.append(buffer.data(), static_cast<size_t>(std::max<ssize_t>(count, 0)));
  return count > 0;
}

void Finish(Child& child) {
  const int status = WaitFor(child.pid);
  // Processes that the work has started die with it.
  kill(-child.pid, SIGKILL);
  ChildReport& report = child.report;
  report.seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
  const bool answered = !report.answer.empty() && report.answer.back() == '\0';
  if (answered) report.answer.pop_back();
  if (child.timed_out) {
    report.end = ChildReport::End::kTimeout;
  } else if (WIFSIGNALED(status)) {
    report.end = ChildReport::End::kSignal;
    report.detail = WTERMSIG(status);
  } else if (!answered || WEXITSTATUS(status) != 0) {
    report.end = ChildReport::End::kExit;
    report.detail = WEXITSTATUS(status);
  }
  if (child.activity != nullptr) {
    report.activity.assign(child.activity, strnlen(child.activity, kActivityBytes));
    munmap(child.activity, kActivityBytes);
  }
  if (report.output.size() > kOutputKept) report.output.erase(0, report.output.size() - kOutputKept);
}

// Reads available output; moves children at their end to `ended`.
void Serve(std::vector<Child>& running, const IsolationOptions& options, std::vector<Child>& ended) {
  std::vector<pollfd> polled;
  for (const Child& child : running) {
    polled.push_back({child.answer, POLLIN, 0});
    polled.push_back({child.output, POLLIN, 0});
  }
  poll(polled.data(), polled.size(), 50);
  for (size_t i = 0; i < running.size(); ++i) {
    Child& child = running[i];
    const auto take = [&](int& fd, const pollfd& entry, std::string& text) {
      if (fd < 0 || entry.revents == 0 || ReadSome(fd, text)) return;
      close(fd);
      fd = -1;
    };
    take(child.answer, polled[2 * i], child.report.answer);
    take(child.output, polled[2 * i + 1], child.report.output);
    const double seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
    if (!child.timed_out && seconds > options.timeout_s) {
      child.timed_out = true;
      kill(child.pid, kTimeIsUp);
    }
    if (seconds > options.timeout_s + kGrace_s) {
      kill(-child.pid, SIGKILL);
      kill(child.pid, SIGKILL);
    }
  }
  for (size_t i = 0; i < running.size();) {
    if (running[i].answer >= 0 || (running[i].output >= 0 && !running[i].timed_out)) {
      ++i;
      continue;
    }
    if (running[i].output >= 0) close(running[i].output);
    Finish(running[i]);
    ended.push_back(std::move(running[i]));
    running.erase(running.begin() + static_cast<ptrdiff_t>(i));
  }
}

}  // namespace

void SetActivity(std::string_view activity) {
  if (own_activity == nullptr) return;
  const size_t count = std::min(activity.size(), kActivityBytes - 1);
  std::memcpy(own_activity, activity.data(), count);
  own_activity[count] = '\0';
}

std::string ChildReport::Describe(const IsolationOptions& options) const {
  const std::string during = activity.empty() ? "" : fmt::format(" during {}", activity);
  switch (end) {
    case End::kDone:
      return "";
    case End::kSignal:
      return fmt::format("crashed with SIG{} ({}){}", sigabbrev_np(detail), strsignal(detail), during);
    case End::kExit:
      return fmt::format("ended the process (exit code {}){}", detail, during);
    case End::kTimeout:
      return fmt::format("took longer than {:g} s{}", options.timeout_s, during);
  }
  return "";
}

void RunIsolated(size_t count, const std::function<std::string(size_t)>& work, const IsolationOptions& options,
                 const std::function<bool(size_t, ChildReport&&)>& done) {
  const size_t parallel = options.parallel > 0 ? static_cast<size_t>(options.parallel)
                                               : std::max<size_t>(1, std::thread::hardware_concurrency());
  std::vector<Child> running;
  size_t next = 0;
  bool go_on = true;
  while ((go_on && next < count) || !running.empty()) {
    while (go_on && next < count && running.size() < parallel) {
      Child child;
      child.index = next++;
      if (options.wanted && !options.wanted(child.index)) continue;
      if (Start(child, work, options)) {
        running.push_back(std::move(child));
        continue;
      }
      child.report.end = ChildReport::End::kExit;
      child.report.detail = kNoAnswer;
      child.report.output = fmt::format("no child process could be started: {}", std::strerror(errno));
      go_on = done(child.index, std::move(child.report));
    }
    std::vector<Child> ended;
    Serve(running, options, ended);
    go_on = go_on && (options.interrupted == nullptr || *options.interrupted == 0);
    for (Child& child : ended) {
      const bool wanted = go_on;
      if (wanted) go_on = done(child.index, std::move(child.report));
    }
    if (!go_on) {
      for (const Child& child : running) kill(-child.pid, SIGKILL);
    }
  }
}

void LimitTime(double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
  setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace opdk::verify
