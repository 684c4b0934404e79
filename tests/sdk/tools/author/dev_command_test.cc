// `opdk dev`: once, as plain lines, and at a terminal where sources are saved and keys are pressed.
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kDevCases =
    "Mish:\n  - name: of zero\n    inputs: {x: {data: [0]}}\n    expect: {y: {data: [0]}}\n";
constexpr const char* kWrongCases =
    "Mish:\n  - name: of zero\n    inputs: {x: {data: [0]}}\n    expect: {y: {data: [1]}}\n";

// opdk dev at a terminal of 24 lines.
class AtTerminal {
 public:
  explicit AtTerminal(const std::string& root) {
    const winsize size = {24, 100, 0, 0};
    pid_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (pid_ == 0) {
      const std::string opdk = OPDK_BINARY_DIR "/bin/opdk";
      execl(opdk.c_str(), "opdk", "dev", root.c_str(), nullptr);
      _exit(127);
    }
  }
  ~AtTerminal() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close(terminal_);
  }
  AtTerminal(const AtTerminal&) = delete;
  AtTerminal& operator=(const AtTerminal&) = delete;

  // Returns the text drawn since the last call until `text` came; all of it if `text` didn't come in time.
  std::string WaitFor(const std::string& text) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(240);
    while (std::chrono::steady_clock::now() < until) {
      if (const size_t at = seen_.find(text); at != std::string::npos) {
        const std::string part = seen_.substr(0, at + text.size());
        seen_.erase(0, at + text.size());
        return part;
      }
      pollfd readable = {terminal_, POLLIN, 0};
      char buffer[4096];
      if (poll(&readable, 1, 1000) <= 0) continue;
      const ssize_t count = read(terminal_, buffer, sizeof(buffer));
      if (count <= 0) break;
      seen_.append(buffer, static_cast<size_t>(count));
    }
    ADD_FAILURE() << "'" << text << "' didn't come, but\n" << seen_;
    return seen_;
  }
  void Press(char key) const { ASSERT_EQ(write(terminal_, &key, 1), 1); }
  int Exit() {
    int status = -1;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  int terminal_ = -1;
  pid_t pid_ = -1;
  std::string seen_;
};

class Dev : public Command {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = (fs::temp_directory_path() / "opdk_dev_XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    for (const char* folder : {"op_proto", "op_info", "op_impl"}) {
      fs::copy(fs::path(OPDK_SOURCE_DIR "/samples/digits") / folder, root_ / folder, fs::copy_options::recursive);
    }
    std::ofstream(root_ / "CMakeLists.txt") << "cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX)\n"
                                               "find_package(opdk REQUIRED)\n"
                                               "opdk_add_operator_package(mine VENDOR tests VERSION 1.2.3)\n";
    fs::create_directories(root_ / "tests/op/activation");
  }
  static void TearDownTestSuite() { fs::remove_all(root_); }
  void SetUp() override {
    Command::SetUp();
    Save("tests/op/activation/mish.yaml", kDevCases);
  }
  // Saves like most editors: a new file takes the old file's place.
  static void Save(const std::string& file, const std::string& text) {
    std::ofstream(root_ / (file + "~")) << text;
    fs::rename(root_ / (file + "~"), root_ / file);
  }

  static fs::path root_;
};
fs::path Dev::root_;

TEST_F(Dev, OnceIsOneRoundWithPlainLinesAndItsResult) {
  const Outcome good = Run("dev --once " + root_.string());
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_THAT(good.out, HasSubstr("built in "));
  EXPECT_THAT(good.out, HasSubstr("ok: 2 passed, 0 failed, "));
  EXPECT_THAT(good.out, Not(HasSubstr("\033")));

  Save("tests/op/activation/mish.yaml", kWrongCases);
  const Outcome bad = Run("dev --once --test-option=--engine=ai_cpu " + root_.string());
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.out, HasSubstr("FAILED Mish/of zero/float/ai_cpu"));
  EXPECT_THAT(bad.out, HasSubstr("FAILED: 0 passed, 1 failed, "));
}

TEST_F(Dev, OnceEndsWithFiveWhenThePackageDoesNotBuild) {
  Save("op_proto/activation/broken.cc", "int f() { return no_such_name; }\n");
  const Outcome built = Run("dev --once " + root_.string());
  fs::remove(root_ / "op_proto/activation/broken.cc");
  EXPECT_EQ(built.code, 5);
  EXPECT_THAT(built.out, HasSubstr("broken.cc:1:18: error: "));
  EXPECT_THAT(built.out, HasSubstr("FAILED: build failed, "));
}

TEST_F(Dev, SavedSourcesAreBuiltAndTestedOnOneScreen) {
  AtTerminal dev(root_.string());
  std::string screen = dev.WaitFor("ok: 2 passed, 0 failed");
  EXPECT_THAT(screen, HasSubstr("opdk dev  " + root_.string()));

  Save("tests/op/activation/mish.yaml", kWrongCases);
  screen = dev.WaitFor("FAILED: 0 passed, 2 failed");
  EXPECT_THAT(screen, HasSubstr("\033[2J"));
  EXPECT_THAT(screen, HasSubstr("changed: tests/op/activation/mish.yaml"));
  EXPECT_THAT(screen, HasSubstr("Mish: 0 passed, 2 failed"));
  EXPECT_THAT(screen, HasSubstr("FAILED Mish/of zero/float/ai_core"));

  const std::string kernel = ReadFile(root_ / "op_impl/ai_cpu/activation/mish.cc");
  Save("tests/op/activation/mish.yaml", kDevCases);
  dev.WaitFor("ok: 2 passed, 0 failed");
  Save("op_impl/ai_cpu/activation/mish.cc", kernel + "int f() { return no_such_name; }\n");
  screen = dev.WaitFor("FAILED: build failed");
  EXPECT_THAT(screen, HasSubstr("changed: op_impl/ai_cpu/activation/mish.cc"));
  EXPECT_THAT(screen, HasSubstr("no_such_name"));

  Save("op_impl/ai_cpu/activation/mish.cc", kernel);
  dev.WaitFor("ok: 2 passed, 0 failed");
  dev.Press('r');
  dev.WaitFor("ok: 2 passed, 0 failed");
  dev.Press('q');
  EXPECT_EQ(dev.Exit(), 0);
}

TEST_F(Dev, InterruptEndsItAndFilesOfEditorsDoNotCount) {
  AtTerminal dev(root_.string());
  dev.WaitFor("ok: 2 passed, 0 failed");
  std::ofstream(root_ / "op_proto/activation/.mish.cc.swp") << "x";
  std::ofstream(root_ / "op_proto/activation/mish.cc~") << "x";
  fs::create_directories(root_ / "op_impl/ai_cpu/other");
  const std::string screen = dev.WaitFor("ok: 2 passed, 0 failed");
  EXPECT_THAT(screen, HasSubstr("changed: op_impl/ai_cpu/other/\r\n"));
  fs::remove(root_ / "op_proto/activation/.mish.cc.swp");
  fs::remove(root_ / "op_proto/activation/mish.cc~");
  dev.Press('\003');
  EXPECT_EQ(dev.Exit(), 0);
}

}  // namespace
}  // namespace opdk::cli
