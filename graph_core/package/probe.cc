#include "graph_core/package/probe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <vector>

#include "graph_core/base/own_directory.h"
#include "graph_core/base/process.h"
#include "graph_core/package/loader.h"
#include "graph_core/package/probe/protocol.h"

extern "C" char** environ;

namespace opdk {
namespace {

using Clock = std::chrono::steady_clock;

Status CantTry(const std::string& why) {
  return Status(ErrorCode::kLoad, fmt::format("packages can't be tried before they are loaded: {}", why))
      .Hint(
          "a constructor that crashes would end this process; reinstall opdk, or set OPDK_LIBEXEC_DIR to the "
          "directory of opdk_probe");
}

// Returns a copy of a descriptor with a number that no dup2() of Start() closes.
int MovedUp(int file) { return fcntl(file, F_DUPFD_CLOEXEC, kProbeLibrary + 1); }

// Starts the child. Its verdict goes to the descriptor kProbeVerdict; its other output is discarded.
Result<pid_t> Start(const std::string& program, const std::string& path, int verdict_end, const InputFile& file) {
  OPDK_TRY(const ElfFile elf, ReadElfFile(file));
  const int verdict = MovedUp(verdict_end), library = MovedUp(file.descriptor());
  const std::string loaded = LoadsByDescriptor(elf) ? fmt::format("/proc/self/fd/{}", kProbeLibrary) : path;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, verdict, kProbeVerdict);
  posix_spawn_file_actions_adddup2(&actions, library, kProbeLibrary);
  // The child must still be ended by signals that this process blocks or ignores.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> arguments = {const_cast<char*>(program.c_str()), const_cast<char*>(path.c_str()),
                                  const_cast<char*>(loaded.c_str()), nullptr};
  pid_t child = 0;
  const int error = verdict < 0 || library < 0
                        ? EMFILE
                        : posix_spawn(&child, program.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (const int file_number : {verdict, library}) {
    if (file_number >= 0) close(file_number);
  }
  if (error != 0) return CantTry(fmt::format("{}: {}", program, std::strerror(error)));
  return child;
}

// Appends bytes until the other end closes. False: that takes longer than `timeout`.
bool ReadAll(int file, std::chrono::milliseconds timeout, std::string& text) {
  constexpr size_t kMost = 1 << 20;  // a library may write to any descriptor
  const Clock::time_point end = Clock::now() + timeout;
  std::array<char, 4096> room;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waited{file, POLLIN, 0};
    const int ready = left <= 0 ? 0 : poll(&waited, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t got = read(file, room.data(), room.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    if (text.size() < kMost) text.append(room.data(), static_cast<size_t>(got));
  }
}

std::string SignalName(int number) {
  const char* name = sigabbrev_np(number);
  return name == nullptr ? fmt::format("signal {}", number)
                         : fmt::format("SIG{} ({})", name, sigdescr_np(number) == nullptr ? "" : sigdescr_np(number));
}

std::string TakeField(std::string& line) {
  const size_t tab = line.find('\t');
  std::string field = line.substr(0, tab);
  line.erase(0, tab == std::string::npos ? tab : tab + 1);
  return field;
}

// Returns what the library was doing at the last report.
std::string Doing(const std::string& word) {
  if (word == kProbeLoaded) return "opdk_package(), or reading what it says,";
  if (word == kProbeWalked) return "a destructor, when it is unloaded,";
  if (word == kProbeUnloaded) return "a destructor at the end of the process";
  return "a constructor of the library";
}

std::string LastLine(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);  // npos + 1 is 0
}

// Judges the child's output. The line in front of a fault tells what the library was doing. `status`: the child's exit
// status; nullopt: unknown.
Result<ProbeVerdict> Judge(const std::string& text, std::optional<int> status, const std::string& library) {
  std::string line = LastLine(text);
  const std::string word = TakeField(line);
  std::string where = TakeField(line);
  // Without any report the dynamic linker has ended the program before it started.
  if (word.empty()) return CantTry("opdk_probe can't be started");
  if (word == kProbeRefused) return ProbeVerdict{true, ""};
  const bool fault = word == kProbeThrew || word == kProbeSignal || word == kProbeExit;
  const size_t end = text.size() > 1 ? text.rfind('\n', text.size() - 2) : std::string::npos;
  std::string before = fault && end != std::string::npos ? LastLine(text.substr(0, end)) : word;
  std::string doing = Doing(fault ? TakeField(before) : word);
  if (fault && doing == Doing(kProbeStarted) && !where.empty() && where != library) doing = "a constructor of " + where;
  if (word == kProbeThrew) return ProbeVerdict{false, fmt::format("{} threw {}", doing, line)};
  if (word == kProbeSignal) {
    return ProbeVerdict{false, fmt::format("{} crashed with {}", doing, SignalName(std::atoi(line.c_str())))};
  }
  if (word == kProbeExit) return ProbeVerdict{false, fmt::format("{} called exit()", doing)};
  // If the caller ignores SIGCHLD there is no status, and only the reports count.
  const int ended = status.value_or(0);
  if (WIFSIGNALED(ended)) {
    return ProbeVerdict{false, fmt::format("{} ended the process with {}", doing, SignalName(WTERMSIG(ended)))};
  }
  if (word == kProbeUnloaded && WEXITSTATUS(ended) == 0) return ProbeVerdict{true, ""};
  return ProbeVerdict{false, fmt::format("{} ended the process with exit code {}", doing, WEXITSTATUS(ended))};
}

}  // namespace

std::string ProbeProgram() {
  const char* directory = std::getenv("OPDK_LIBEXEC_DIR");
  if (directory != nullptr && *directory != '\0') return std::string(directory) + "/opdk_probe";
  return (OwnDirectory() / OPDK_LIB_TO_LIBEXEC / "opdk_probe").lexically_normal().string();
}

Result<ProbeVerdict> Probe(const InputFile& library, std::chrono::milliseconds timeout) {
  const std::string program = ProbeProgram();
  if (access(program.c_str(), X_OK) != 0) {
    return CantTry(fmt::format("{}: {}", program, std::strerror(errno)));
  }
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return CantTry(std::strerror(errno));
  std::error_code error;
  const std::string path = std::filesystem::absolute(library.path(), error).string();
  auto child = Start(program, path, ends[1], library);
  close(ends[1]);
  if (!child.ok()) {
    close(ends[0]);
    return std::move(child).status();
  }
  std::string text;
  const bool ended = ReadAll(ends[0], timeout, text);
  close(ends[0]);
  if (!ended) kill(*child, SIGKILL);
  const int status = WaitFor(*child);
  if (ended) return Judge(text, status < 0 ? std::nullopt : std::optional(status), path);
  std::string line = LastLine(text);
  return ProbeVerdict{false, fmt::format("{} had not returned after {:.1f} s", Doing(TakeField(line)),
                                         static_cast<double>(timeout.count()) / 1000)};
}

}  // namespace opdk
