#include "opdk/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace opdk {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Output : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "opdk_output_XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string Path(const std::string& name) const { return (root_ / name).string(); }
  static std::string Content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  size_t Entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(root_), fs::directory_iterator()));
  }
  static mode_t Mode(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 0777;
  }
  // Returns the exit code of a process that ran `body`, 128 + N if signal N ended it.
  template <typename Body>
  static int InProcess(Body body) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(body());
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  fs::path root_;
};

TEST_F(Output, AReaderOfTheOlderFileKeepsItsBytes) {
  const std::string old(3 << 12, 'a');
  ASSERT_TRUE(WriteFile(Path("m"), old).ok());
  const int file = ::open(Path("m").c_str(), O_RDONLY);
  void* const mapped = ::mmap(nullptr, old.size(), PROT_READ, MAP_PRIVATE, file, 0);
  ASSERT_NE(mapped, MAP_FAILED);
  ASSERT_TRUE(WriteFile(Path("m"), "b").ok());
  EXPECT_EQ(Content(Path("m")), "b");
  EXPECT_EQ(std::string(static_cast<const char*>(mapped), old.size()), old);
  ::munmap(mapped, old.size());
  ::close(file);
  EXPECT_EQ(Entries(), 1U);
}

TEST_F(Output, AFileThatIsNotPublishedLeavesTheOlderOne) {
  ASSERT_TRUE(WriteFile(Path("m"), "old").ok());
  {
    auto file = OutputFile::Create(Path("m"));
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->Write("half").ok());
    EXPECT_EQ(Content(Path("m")), "old");
  }
  EXPECT_EQ(Content(Path("m")), "old");
  EXPECT_EQ(Entries(), 1U);
}

TEST_F(Output, BeyondTheLimitOfAFilesSizeIsAnErrorThatLeavesTheOlderFile) {
  ASSERT_TRUE(WriteFile(Path("m"), "old").ok());
  const int code = InProcess([&] {
    const rlimit limit = {4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Status status = WriteFile(Path("m"), std::string(8192, 'x'));
    if (status.ok() || status.code() != ErrorCode::kWriteFailed) return 1;
    if (status.message().find("File too large") == std::string::npos) return 2;
    sigset_t pending;
    ::sigpending(&pending);
    return sigismember(&pending, SIGXFSZ) == 0 ? 0 : 3;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(Content(Path("m")), "old");
  EXPECT_EQ(Entries(), 1U);
}

TEST_F(Output, ADeviceIsWrittenToAndStays) {
  const Status full = WriteFile("/dev/full", "x");
  EXPECT_THAT(full.message(), HasSubstr("can't write /dev/full: No space left on device"));
  EXPECT_EQ(full.code(), ErrorCode::kWriteFailed);
  EXPECT_THAT(full.hint(), HasSubstr("free some space"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  EXPECT_TRUE(WriteFile("/dev/null", "x").ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Output, APipeIsWrittenTo) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(WriteFile(Path("pipe"), "x").message(), HasSubstr("No such device or address")) << "nobody reads";
  const std::string text(1 << 18, 'p');  // more than a pipe holds
  std::string read;
  const int file = ::open(Path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ::fcntl(file, F_SETFL, 0);
  std::thread writer([&] { EXPECT_TRUE(WriteFile(Path("pipe"), text).ok()); });
  while (read.size() < text.size()) {
    char part[4096];
    const ssize_t got = ::read(file, part, sizeof part);
    if (got > 0) read.append(part, static_cast<size_t>(got));
  }
  writer.join();
  ::close(file);
  EXPECT_EQ(read, text);
  EXPECT_TRUE(fs::is_fifo(Path("pipe")));
}

TEST_F(Output, APipeThatIsClosedIsAnErrorAndNoSignal) {
  const int code = InProcess([] {
    int ends[2];
    if (::pipe(ends) != 0) return 1;
    ::close(ends[0]);
    return WriteFile("/proc/self/fd/" + std::to_string(ends[1]), "x").ok() ? 2 : 0;
  });
  EXPECT_EQ(code, 0);
}

TEST_F(Output, AnOpenStandardOutputIsAppendedTo) {
  const int code = InProcess([&] {
    const int file = ::open(Path("out").c_str(), O_WRONLY | O_CREAT, 0644);
    if (::dup2(file, STDOUT_FILENO) < 0 || ::write(STDOUT_FILENO, "first ", 6) != 6) return 1;
    if (!WriteFile("/dev/stdout", "second ").ok()) return 2;
    return ::write(STDOUT_FILENO, "third", 5) == 5 ? 0 : 3;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(Content(Path("out")), "first second third");
}

TEST_F(Output, ALinksTargetIsReplaced) {
  fs::create_directory(root_ / "d");
  ASSERT_TRUE(WriteFile(Path("d/file"), "old").ok());
  fs::create_symlink("d/file", root_ / "link");
  fs::create_symlink("d/new", root_ / "dangling");
  ASSERT_TRUE(WriteFile(Path("link"), "new").ok());
  ASSERT_TRUE(WriteFile(Path("dangling"), "new").ok());
  EXPECT_TRUE(fs::is_symlink(root_ / "link"));
  EXPECT_EQ(Content(Path("d/file")), "new");
  EXPECT_EQ(Content(Path("d/new")), "new");
  ASSERT_TRUE(WriteFile(Path("link"), "cached", kCacheFile).ok());
  EXPECT_FALSE(fs::is_symlink(root_ / "link"));
  EXPECT_EQ(Content(Path("d/file")), "new") << "a cache's file is never behind a link";
}

TEST_F(Output, TheOlderFilesPermissionsStayUnlessOthersAreAskedFor) {
  const mode_t mask = ::umask(027);
  ASSERT_TRUE(WriteFile(Path("new"), "x").ok());
  EXPECT_EQ(Mode(Path("new")), 0640U);
  ASSERT_TRUE(WriteFile(Path("open"), "x", {.mode = 0666}).ok());
  EXPECT_EQ(Mode(Path("open")), 0666U);
  ::chmod(Path("new").c_str(), 0755);
  ASSERT_TRUE(WriteFile(Path("new"), "y").ok());
  EXPECT_EQ(Mode(Path("new")), 0755U);
  ASSERT_TRUE(WriteFile(Path("new"), "y", kCacheFile).ok());
  EXPECT_EQ(Mode(Path("new")), 0600U);
  ::umask(mask);
}

TEST_F(Output, ANewFileReplacesNoExistingFile) {
  ASSERT_TRUE(WriteFile(Path("key"), "one", {.replaces = false}).ok());
  EXPECT_THAT(WriteFile(Path("key"), "two", {.replaces = false}).message(), HasSubstr("File exists"));
  EXPECT_EQ(Content(Path("key")), "one");
  fs::create_symlink("elsewhere", root_ / "link");
  EXPECT_FALSE(WriteFile(Path("link"), "two", {.replaces = false}).ok());
  EXPECT_FALSE(fs::exists(root_ / "elsewhere"));
}

TEST_F(Output, PlacesThatTakeNoFileAreErrors) {
  EXPECT_THAT(WriteFile(root_, "x").message(), HasSubstr("Is a directory"));
  EXPECT_THAT(WriteFile(Path("missing/m"), "x").message(), HasSubstr("No such file or directory"));
  EXPECT_THAT(WriteFile("/proc/m", "x").message(), HasSubstr("can't write /proc/m: "));
  if (::geteuid() == 0) return;
  ASSERT_TRUE(WriteFile(Path("locked"), "old", {.mode = 0400}).ok());
  EXPECT_THAT(WriteFile(Path("locked"), "x").message(), HasSubstr("Permission denied"));
  EXPECT_EQ(Content(Path("locked")), "old");
}

TEST_F(Output, AFileThatGrowsKeepsItsContent) {
  ASSERT_TRUE(WriteFile(Path("log"), "one[]").ok());
  auto log = OutputFile::Append(Path("log"));
  ASSERT_TRUE(log.ok());
  EXPECT_TRUE(log->DropEnd(2).ok());
  EXPECT_TRUE(log->Write(" two").ok());
  EXPECT_EQ(Content(Path("log")), "one two");
  EXPECT_FALSE(OutputFile::Append(Path("missing/log")).ok());
}

}  // namespace
}  // namespace opdk
