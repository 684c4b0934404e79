#include "sdk/tools/author/dev/dev_session.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "sdk/tools/author/check/package_parts.h"
#include "sdk/tools/author/dev/source_watch.h"
#include "sdk/tools/author/dev/terminal.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::author {
namespace {

namespace bp = boost::process;
using Clock = std::chrono::steady_clock;

// Time without events after which files count as saved. Editors save in several steps, and a formatter may follow.
constexpr int kQuietMs = 150;
constexpr int kExitNothingSelected = 4;

enum class Event : unsigned char { kNone, kChanged, kRerun, kQuit };

struct Ended {
  int code = 0;
  std::string output;
  double seconds = 0;
};

// Makes signals readable, so that Ctrl-C ends the session between steps.
class Signals {
 public:
  Signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
    fd_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~Signals() {
    // A signal that is still pending would end the process when signals are unblocked.
    signalfd_siginfo taken;
    while (read(fd_, &taken, sizeof(taken)) > 0) {
    }
    close(fd_);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  int fd() const { return fd_; }
  const sigset_t& before() const { return before_; }

 private:
  int fd_ = -1;
  sigset_t before_ = {};
};

class DevSession {
 public:
  DevSession(DevOptions options, SourceWatch watch) : options_(std::move(options)), watch_(std::move(watch)) {}

  Status Run() {
    for (;;) {
      Event event = Round();
      if (options_.once) return verdict_;
      while (event == Event::kNone) event = Wait(-1, -1);
      if (event == Event::kQuit) break;
    }
    if (terminal_.interactive()) fmt::print("\n");
    return Status();
  }

 private:
  // Waits for an event. `output`: a descriptor; the wait also ends when it is readable (kNone). `timeout_ms` < 0: for
  // ever.
  Event Wait(int output, int timeout_ms) {
    std::array<pollfd, 4> polled = {{{signals_.fd(), POLLIN, 0},
                                     {terminal_.interactive() ? STDIN_FILENO : -1, POLLIN, 0},
                                     {options_.once ? -1 : watch_.fd(), POLLIN, 0},
                                     {output, POLLIN, 0}}};
    if (poll(polled.data(), polled.size(), timeout_ms) <= 0) return Event::kNone;
    if (polled[0].revents != 0) return Event::kQuit;
    if (polled[1].revents != 0) {
      const char key = terminal_.ReadKey();
      if (key == 'q' || key == 'Q') return Event::kQuit;
      if (key == 'r' || key == 'R') {
        changed_.clear();
        return Event::kRerun;
      }
    }
    if (polled[2].revents != 0 && Gather()) return Event::kChanged;
    return Event::kNone;
  }

  // Gathers the saved files once no more are saved. Returns false if none matters.
  bool Gather() {
    bool any = false;
    for (pollfd quiet = {watch_.fd(), POLLIN, 0};;) {
      for (std::string& path : watch_.Take()) {
        changed_.insert(std::move(path));
        any = true;
      }
      if (poll(&quiet, 1, kQuietMs) <= 0) return any;
    }
  }

  // Runs this very opdk in a new process. nullopt: `event` came in between and the process was ended.
  std::optional<Ended> RunSelf(const std::vector<std::string>& arguments, Event& event) {
    const Clock::time_point start = Clock::now();
    Ended ended;
    bp::pipe output;
    bp::group group;
    const auto unblock =
        bp::extend::on_exec_setup = [this](auto&) { pthread_sigmask(SIG_SETMASK, &signals_.before(), nullptr); };
    bp::child child("/proc/self/exe", arguments, (bp::std_out & bp::std_err) > output, bp::std_in < bp::null, group,
                    unblock);
    close(output.native_sink());
    output.assign_sink(-1);
    for (;;) {
      event = Wait(output.native_source(), -1);
      if (event != Event::kNone) {
        std::error_code ignored;
        group.terminate(ignored);
        child.wait(ignored);
        return std::nullopt;
      }
      pollfd readable = {output.native_source(), POLLIN, 0};
      if (poll(&readable, 1, 0) <= 0) continue;
      std::array<char, 4096> buffer;
      const ssize_t count = read(output.native_source(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      ended.output.append(buffer.data(), static_cast<size_t>(count));
    }
    child.wait();
    ended.code = child.exit_code();
    ended.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return ended;
  }

  // Runs one build and its tests. Returns the event that ended it early, or kNone.
  Event Round() {
    const std::set<std::string> changed = std::exchange(changed_, {});
    verdict_ = Status();
    body_.clear();
    std::vector<std::string> names(changed.begin(), changed.end());
    if (!names.empty()) Line(fmt::format("changed: {}", fmt::join(names, ", ")));
    Show("building …");
    Event event = Event::kNone;
    std::vector<std::string> build = {"build", options_.root};
    AddBuildDirectory(build);
    if (!options_.build_type.empty()) build.insert(build.end(), {"--build-type", options_.build_type});
    const auto built = RunSelf(build, event);
    if (!built) return event;
    if (built->code != 0) {
      Text(built->output);
      verdict_ = Status(ErrorCode::kBuildFailed, "the package doesn't build").At(options_.root);
      Finish(false, fmt::format("build failed, {:.1f} s", built->seconds));
      return Event::kNone;
    }
    Line(fmt::format("built in {:.1f} s", built->seconds));
    return Test(OperatorsOf(changed));
  }

  // Tests the touched operators first, then all.
  Event Test(const std::vector<std::string>& touched) {
    Event event = Event::kNone;
    if (!touched.empty()) {
      Show(fmt::format("testing {} …", fmt::join(touched, ", ")));
      const auto first = RunSelf(TestArguments(touched), event);
      if (!first) return event;
      // The touched operators have no cases; the others still count.
      if (first->code != kExitNothingSelected) {
        Line(fmt::format("{}: {}, {:.1f} s", fmt::join(touched, ", "), SummaryOf(first->output), first->seconds));
        if (first->code != 0) Show(first->output + "testing all …");
      }
    }
    if (touched.empty() || verdict_.ok()) Show("testing all …");
    const auto all = RunSelf(TestArguments({}), event);
    if (!all) return event;
    if (all->code != 0) {
      Text(all->output);
      verdict_ = Status(ErrorCode::kCaseFailed, "cases failed").At(options_.root);
    }
    Finish(all->code == 0, fmt::format("{}, {:.1f} s", SummaryOf(all->output), all->seconds));
    return Event::kNone;
  }

  void AddBuildDirectory(std::vector<std::string>& arguments) const {
    if (!options_.build_dir.empty()) arguments.insert(arguments.end(), {"--build-dir", options_.build_dir});
  }

  std::vector<std::string> TestArguments(const std::vector<std::string>& operators) const {
    std::vector<std::string> arguments = {"test"};
    arguments.insert(arguments.end(), operators.begin(), operators.end());
    arguments.insert(arguments.end(), {"--no-build", "--no-derive", "--package", options_.root});
    AddBuildDirectory(arguments);
    arguments.insert(arguments.end(), options_.test_options.begin(), options_.test_options.end());
    return arguments;
  }

  // Returns the summary line of the tests' output: "12 passed, 0 failed".
  static std::string SummaryOf(const std::string& output) {
    const size_t passed = output.rfind(" passed, ");
    if (passed == std::string::npos) return "the tests didn't run";
    const size_t begin = output.rfind('\n', passed);
    const size_t from = begin == std::string::npos ? 0 : begin + 1;
    return output.substr(from, output.find('\n', passed) - from);
  }

  // Returns the operators that have a part in one of these files: "op_impl/ai_core/activation/mish.cc" has the stem
  // activation/mish.
  std::vector<std::string> OperatorsOf(const std::set<std::string>& changed) const {
    std::set<std::string> stems;
    for (const std::string& path : changed) {
      std::filesystem::path below = path;
      below.replace_extension();
      const std::string top = path.substr(0, path.find('/'));
      const int folders = top == "op_impl" || top == "plugins" || top == "tests" ? 2 : 1;
      std::filesystem::path stem;
      int skipped = 0;
      for (const auto& part : below) {
        if (skipped++ >= folders) stem /= part;
      }
      stems.insert(stem.string());
    }
    std::vector<CheckFinding> ignored;
    std::vector<std::string> operators;
    for (const auto& [type, parts] : ReadSources(options_.root, ignored).operators) {
      const auto touched = [&](const std::optional<Part>& part) { return part && stems.contains(part->stem); };
      if (touched(parts.prototype) || touched(parts.inference) || touched(parts.info) || touched(parts.mapping) ||
          touched(parts.cases) ||
          std::any_of(parts.kernels.begin(), parts.kernels.end(), [&](const auto& k) { return touched(k.second); })) {
        operators.push_back(type);
      }
    }
    return operators;
  }

  std::string Title() const {
    const std::time_t now = std::time(nullptr);
    return terminal_.Coloured(fmt::format("opdk dev  {}  {:%H:%M:%S}", options_.root, fmt::localtime(now)), "1") +
           "  (q quits, r runs again)\n";
  }

  // Draws the screen of a terminal anew with the results and the current work. Without a terminal, Text prints lines
  // one after the other.
  void Show(const std::string& going_on) const {
    if (terminal_.interactive()) terminal_.Draw(Title() + body_ + going_on + "\n");
  }
  void Text(const std::string& text) {
    const std::string whole = text.empty() || text.back() == '\n' ? text : text + "\n";
    body_ += whole;
    if (!terminal_.interactive()) Print(whole);
  }
  void Line(const std::string& line) { Text(line + "\n"); }
  void Finish(bool good, const std::string& summary) const {
    const std::string line = fmt::format("{}: {}", good ? "ok" : "FAILED", summary);
    if (terminal_.interactive()) {
      terminal_.Draw(Title() + body_ + terminal_.Coloured(line, good ? "32" : "31") + "\n");
    } else {
      Print(line + "\n");
    }
  }
  static void Print(const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  DevOptions options_;
  SourceWatch watch_;
  Signals signals_;
  Terminal terminal_;
  std::set<std::string> changed_;
  std::string body_;
  Status verdict_;
};

}  // namespace

Status RunDev(DevOptions options) {
  OPDK_TRY(options.root, FindPackageRoot(options.root));
  OPDK_TRY(SourceWatch watch, SourceWatch::Open(options.root));
  return DevSession(std::move(options), std::move(watch)).Run();
}

}  // namespace opdk::author
