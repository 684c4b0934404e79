#include "graph_core/package/probe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/dll/runtime_symbol_info.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

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

// The child, its verdict on the descriptor kProbeVerdict, everything else that it says thrown away.
Result<pid_t> Start(const std::string& program, const std::string& library, int verdict) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, verdict, kProbeVerdict);
  // Signals that this process blocks or ignores must still end the child.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> arguments = {const_cast<char*>(program.c_str()), const_cast<char*>(library.c_str()), nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return CantTry(fmt::format("{}: {}", program, std::strerror(error)));
  return child;
}

// What arrives until the other end closes; nothing when that takes longer than `timeout`.
std::optional<std::string> ReadAll(int file, std::chrono::milliseconds timeout) {
  std::string text;
  const Clock::time_point end = Clock::now() + timeout;
  std::array<char, 4096> room;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waited{file, POLLIN, 0};
    const int ready = left <= 0 ? 0 : poll(&waited, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return std::nullopt;
    const ssize_t got = read(file, room.data(), room.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(room.data(), static_cast<size_t>(got));
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

Result<ProbeVerdict> Judge(std::string line, int status, const std::string& library) {
  const std::string word = TakeField(line);
  std::string where = TakeField(line);
  if (word == kProbeOk) return ProbeVerdict{true, ""};
  where = where.empty() || where == library ? "a constructor of the library" : "a constructor of " + where;
  if (word == kProbeThrew) return ProbeVerdict{false, fmt::format("{} threw {}", where, line)};
  if (word == kProbeSignal) {
    return ProbeVerdict{false, fmt::format("{} crashed with {}", where, SignalName(std::atoi(line.c_str())))};
  }
  if (word == kProbeExit) return ProbeVerdict{false, fmt::format("{} called exit()", where)};
  if (WIFSIGNALED(status)) {
    return ProbeVerdict{false, fmt::format("loading it ended the process with {}", SignalName(WTERMSIG(status)))};
  }
  // The dynamic linker ends a program that it can't start like this, before anything of ours runs.
  if (WEXITSTATUS(status) == 127) return CantTry("opdk_probe can't be started");
  return ProbeVerdict{false, fmt::format("loading it ended the process with exit code {}", WEXITSTATUS(status))};
}

}  // namespace

std::string ProbeProgram() {
  const char* directory = std::getenv("OPDK_LIBEXEC_DIR");
  if (directory != nullptr && *directory != '\0') return std::string(directory) + "/opdk_probe";
  const auto here = boost::dll::this_line_location().parent_path();
  return std::filesystem::path((here / OPDK_LIB_TO_LIBEXEC / "opdk_probe").string()).lexically_normal().string();
}

Result<ProbeVerdict> Probe(const std::string& library, std::chrono::milliseconds timeout) {
  const std::string program = ProbeProgram();
  if (access(program.c_str(), X_OK) != 0) {
    return CantTry(fmt::format("{}: {}", program, std::strerror(errno)));
  }
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return CantTry(std::strerror(errno));
  if (ends[1] == kProbeVerdict) {
    // dup2 onto itself would leave the descriptor to be closed.
    ends[1] = fcntl(kProbeVerdict, F_DUPFD_CLOEXEC, kProbeVerdict + 1);
    close(kProbeVerdict);
  }
  // dlopen looks a name without a slash up in the system's directories.
  std::error_code error;
  const std::string path = std::filesystem::absolute(library, error).string();
  auto child = Start(program, error ? library : path, ends[1]);
  close(ends[1]);
  if (!child.ok()) {
    close(ends[0]);
    return std::move(child).status();
  }
  const std::optional<std::string> line = ReadAll(ends[0], timeout);
  close(ends[0]);
  if (!line) kill(*child, SIGKILL);
  int status = 0;
  // A process that ignores SIGCHLD learns no status; the verdict is there all the same.
  while (waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!line) {
    return ProbeVerdict{false, fmt::format("a constructor of the library had not returned after {:.1f} s",
                                           static_cast<double>(timeout.count()) / 1000)};
  }
  return Judge(*line, status, error ? library : path);
}

}  // namespace opdk
