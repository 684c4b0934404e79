#include "sdk/tools/verify/golden/python_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "graph_core/base/file.h"
#include "graph_core/base/process.h"
#include "sdk/tools/verify/golden/python_driver.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSocket = "socket";
constexpr const char* kMessages = "stderr";

std::string MessagesIn(const fs::path& directory) {
  auto text = ReadFile((directory / kMessages).string(), kTextFile);
  std::string messages = text.ok() ? *std::move(text) : "";
  while (!messages.empty() && messages.back() == '\n') messages.pop_back();
  return messages;
}

// Starts the interpreter with the driver; its stderr goes to `directory`. `input`: its stdin; -1: none. Returns 0 or
// errno.
int StartDriver(const std::string& python, const std::string& argument, const fs::path& directory, int input,
                int listener, pid_t& child) {
  std::vector<ChildFile> files = {{.number = 0, .here = input, .flags = O_RDONLY},
                                  {.number = 1, .flags = O_WRONLY},
                                  {.number = 2, .path = directory / kMessages, .flags = O_WRONLY | O_CREAT | O_TRUNC}};
  if (listener >= 0) files.push_back({.number = 3, .here = listener});
  return Spawn({python, "-c", kPythonDriver, argument}, files, child);
}

// Returns what to install; "": nothing is missing, the golden is at fault. `code`: the driver's exit code, negative if
// the driver didn't start.
std::string InstallHint(int code, const std::string& python) {
  if (code < 0) return "apt-get install python3 python3-numpy, or set OPDK_PYTHON to an interpreter";
  if (code == kPythonWithoutNumpy) {
    return fmt::format("'{}' -m pip install numpy, or set OPDK_PYTHON to an interpreter that has it (opdk doctor)",
                       python);
  }
  if (code == kPythonWithoutOnnx) {
    return "pip install numpy onnx onnxruntime in a venv, and set OPDK_PYTHON to its python3";
  }
  return "";
}

sockaddr_un AddressOf(const fs::path& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  path.string().copy(address.sun_path, sizeof(address.sun_path) - 1);
  return address;
}

// Returns a socket that listens at the path; -1: none can.
int Listen(const fs::path& path) {
  if (path.string().size() >= sizeof(sockaddr_un::sun_path)) return -1;
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = AddressOf(path);
  if (listener >= 0 && bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      listen(listener, 64) == 0) {
    return listener;
  }
  if (listener >= 0) close(listener);
  return -1;
}

// Reads one byte of the socket; nullopt if the other end is closed.
std::optional<int> ReadByte(int connection) {
  unsigned char byte = 0;
  ssize_t count = 0;
  do {
    count = read(connection, &byte, 1);
  } while (count < 0 && errno == EINTR);
  return count == 1 ? std::optional<int>(byte) : std::nullopt;
}

std::optional<int> Ask(const fs::path& socket_path, const std::string& directory) {
  const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) return std::nullopt;
  const sockaddr_un address = AddressOf(socket_path);
  std::optional<int> code;
  const std::string line = directory + "\n";
  if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      send(connection, line.data(), line.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(line.size())) {
    code = ReadByte(connection);
  }
  close(connection);
  return code;
}

}  // namespace

std::string PythonInterpreter() {
  const char* chosen = std::getenv("OPDK_PYTHON");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  // An installation may have moved to a machine that has Python elsewhere.
  return access(OPDK_DEFAULT_PYTHON, X_OK) == 0 ? OPDK_DEFAULT_PYTHON : "python3";
}

Result<std::shared_ptr<const PythonServer>> PythonServer::Start() {
  const std::shared_ptr<PythonServer> server(new PythonServer);
  const std::string python = PythonInterpreter();
  const fs::path& directory = server->directory_.path();
  const int listener = directory.empty() ? -1 : Listen(directory / kSocket);
  int alive[2] = {-1, -1};
  if (listener < 0 || pipe2(alive, O_CLOEXEC) != 0) {
    if (listener >= 0) close(listener);
    return Status(ErrorCode::kWriteFailed, "no socket can be made for the Python interpreter").At(directory.string());
  }
  const int failed = StartDriver(python, "--serve", directory, alive[0], listener, server->pid_);
  close(alive[0]);
  close(listener);
  server->alive_ = alive[1];
  if (failed != 0) {
    server->pid_ = 0;
    return Status(ErrorCode::kCaseInvalid, fmt::format("{}: {}", python, std::strerror(failed)))
        .Hint(InstallHint(-1, python));
  }
  // The server answers once it has imported NumPy. A server that ends before has written why.
  if (Ask(directory / kSocket, "")) return std::shared_ptr<const PythonServer>(server);
  const int status = WaitFor(std::exchange(server->pid_, 0));
  return Status(ErrorCode::kCaseInvalid, MessagesIn(directory))
      .Hint(InstallHint(WIFEXITED(status) ? WEXITSTATUS(status) : 0, python));
}

PythonServer::~PythonServer() {
  if (alive_ >= 0) close(alive_);
  if (pid_ <= 0) return;
  kill(pid_, SIGTERM);
  WaitFor(pid_);
}

std::optional<int> PythonServer::Run(const fs::path& directory) const {
  return Ask(directory_.path() / kSocket, directory.string());
}

PythonRun RunPython(const fs::path& directory, const PythonServer* server) {
  const std::string python = PythonInterpreter();
  if (server != nullptr) {
    const std::optional<int> code = server->Run(directory);
    PythonRun run{code == 0, MessagesIn(directory), InstallHint(code.value_or(0), python), code == kPythonRefuses};
    if (!code) run.messages += "\nwhat it called ended Python's process, or the interpreter is gone";
    return run;
  }
  pid_t child = 0;
  const int failed = StartDriver(python, directory.string(), directory, -1, -1, child);
  if (failed != 0) return {false, std::strerror(failed), InstallHint(-1, python), false};
  const int status = WaitFor(child);
  if (WIFSIGNALED(status)) {
    return {false, MessagesIn(directory) + fmt::format("\n{} was ended by signal {}", python, WTERMSIG(status)), "",
            false};
  }
  const int code = WEXITSTATUS(status);
  return {code == 0, MessagesIn(directory), InstallHint(code, python), code == kPythonRefuses};
}

}  // namespace opdk::verify
