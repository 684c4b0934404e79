#include "sdk/tools/cli/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "opdk/status.h"
#include "sdk/tools/author/docs/error_catalogue.h"

namespace opdk::cli {
namespace {

bool output_was_closed = false;

// Opens closed standard streams. Otherwise a file that is opened later would take the stream's number and get its text.
void OpenStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    output_was_closed = output_was_closed || stream == STDOUT_FILENO;
    // Writing to the standard output stays an error.
    static_cast<void>(open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) >= 0);
  }
}

// Returns the system's reason why the standard output didn't take everything; 0: it did. `known`: the reason of an
// earlier write.
int OutputError(int known) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (!flushed && known == 0) known = errno;
  if (flushed && std::ferror(stdout) == 0) return 0;
  if (known != 0) return known;
  // An earlier failure has left no error code, but poll() still reports a pipe without a reader.
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0 ? EPIPE : EIO;
}

std::string PlaceOfOutput() {
  if (output_was_closed) return "the standard output, which is closed";
  std::error_code error;
  const auto file = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", STDOUT_FILENO), error);
  return error ? "the standard output" : fmt::format("the standard output, {}", file.string());
}

// Ends the process like a program that writes to a closed pipe, even if the caller ignores the signal.
void EndByPipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

// Ends the output and returns the exit code. `code`: the command's own exit code; it stays if the user has seen the
// command's error.
int FinishOutput(int code, int known_error = 0) {
  const int error = OutputError(known_error);
  if (error == 0) return code;
  if (error == EPIPE) EndByPipe();
  const bool says_all = code != ExitCode(ErrorCode::kOk) && code != ExitCode(ErrorCode::kCheckFailed);
  if (says_all) return code;
  return ReportError(
      Status(ErrorCode::kWriteFailed, fmt::format("the output can't be written: {}", std::strerror(error)))
          .At(PlaceOfOutput())
          .Hint("send the output to a place with room"));
}

}  // namespace

int ReportError(const Status& status) {
  Status shown = status;
  const author::ErrorEntry* entry = author::FindError(static_cast<int>(status.code()));
  if (status.hint().empty() && entry != nullptr) shown = std::move(shown).Hint(entry->next_step);
  const std::string text = shown.ToString() + "\n";
  static_cast<void>(std::fputs(text.c_str(), stderr));
  return ExitCode(status.code());
}

int ShowHelp(const CLI::App& app, const CLI::ParseError& text) {
  std::ostringstream out;
  const int code = app.exit(text, out, out);
  fmt::print("{}", out.str());
  return code;
}

int RunCommand(int argc, char** argv, int (*command)(int, char**)) {
  OpenStandardStreams();
  // A write beyond the limit of a file's size is an error of the write, not a signal. Started programs inherit this.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return FinishOutput(command(argc, argv));
  } catch (const std::exception& error) {
    // Printing throws the system's reason if the standard output takes nothing.
    const auto* reason = dynamic_cast<const std::system_error*>(&error);
    if (reason != nullptr && std::ferror(stdout) != 0) {
      return FinishOutput(ExitCode(ErrorCode::kOk), reason->code().value());
    }
    // No stream is left for a message.
    if (reason != nullptr && std::ferror(stderr) != 0) return ExitCode(ErrorCode::kWriteFailed);
    return ReportError(Status(ErrorCode::kInternal, fmt::format("unexpected exception: {}", error.what())));
  }
}

}  // namespace opdk::cli
