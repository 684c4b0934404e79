#include "tests/bench/creation.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>

#include "sdk/tools/model/open_model.h"
#include "tests/bench/opdk_contestant.h"
#include "tests/bench/ort_contestant.h"

namespace opdk::bench {
namespace {

std::vector<std::string> Arguments(const Creation& creation) {
  std::vector<std::string> arguments = {"opdk_bench",
                                        "--create",
                                        creation.model,
                                        "--threads",
                                        std::to_string(creation.threads),
                                        "--cache",
                                        creation.kernel_cache_directory};
  for (const std::string& directory : creation.plugins) arguments.insert(arguments.end(), {"--plugins", directory});
  if (!creation.ort.empty()) arguments.insert(arguments.end(), {"--ort", creation.ort});
  for (const std::string& pass : creation.disabled_passes) {
    arguments.insert(arguments.end(), {"--disable-pass", pass});
  }
  if (creation.cold) arguments.emplace_back("--cold");
  return arguments;
}

// Runs this program with other options and returns its output.
Result<std::string> OutputOfSelf(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) return Status(ErrorCode::kInternal, "pipe failed");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string output;
  char buffer[256];
  for (ssize_t got = 0; failed == 0 && (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    output.append(buffer, static_cast<size_t>(got));
  close(ends[0]);
  int exit_status = -1;
  if (failed == 0) waitpid(child, &exit_status, 0);
  if (exit_status != 0)
    return Status(ErrorCode::kKernelFailed, fmt::format("the process that creates the session failed ({}): {}",
                                                        exit_status, fmt::join(arguments, " ")));
  return output;
}

std::set<std::string> FilesIn(const std::string& directory) {
  std::set<std::string> files;
  std::error_code ignored;
  for (const auto& file : std::filesystem::recursive_directory_iterator(directory, ignored)) files.insert(file.path());
  return files;
}

class CreationContestant : public Contestant {
 public:
  explicit CreationContestant(Creation creation) : creation_(std::move(creation)) {}

  Status Run() override {
    OPDK_TRY(Time(1));
    return Status();
  }

  Result<double> Time(int calls) override {
    const bool warm = filled_ && !creation_.cold;
    const auto before = FilesIn(creation_.kernel_cache_directory);
    double seconds = 0;
    for (int i = 0; i < calls; ++i) {
      OPDK_TRY(const std::string output, OutputOfSelf(Arguments(creation_)));
      seconds += std::stod(output);
    }
    filled_ = true;
    if (warm && FilesIn(creation_.kernel_cache_directory) != before)
      return Status(ErrorCode::kCompile, fmt::format("a second start compiled kernels again: '{}' changed",
                                                     creation_.kernel_cache_directory));
    return seconds;
  }

 private:
  Creation creation_;
  bool filled_ = false;
};

}  // namespace

Status CreateAndPrint(const Creation& creation) {
  Row first;
  first.graph = "(float[1] x) => (float[1] y) { y = Identity(x) }";
  first.opsets = {{"", 17}};
  const std::string first_path = creation.kernel_cache_directory + "_first.onnx";
  OPDK_TRY(const onnx::ModelProto first_model, BuildModel(first, first.graph));
  OPDK_TRY(WriteModel(first_model, first_path));

  std::function<Status(const std::string& path)> open;
  std::unique_ptr<OrtRuntime> ort;
  if (creation.ort.empty()) {
    OPDK_TRY(const auto packages, LoadPackages(creation.plugins));
    if (creation.cold) std::filesystem::remove_all(creation.kernel_cache_directory);
    open = [&, packages](const std::string& path) {
      OPDK_TRY(
          OpenModel({packages, "", creation.kernel_cache_directory, creation.disabled_passes}, path, creation.threads));
      return Status();
    };
  } else {
    OPDK_TRY(ort, OrtRuntime::Load(creation.ort));
    open = [&](const std::string& path) { return ort->OpenModel(path, creation.threads); };
  }
  OPDK_TRY(open(first_path));
  const auto start = std::chrono::steady_clock::now();
  OPDK_TRY(open(creation.model));
  fmt::print("{}\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return Status();
}

std::unique_ptr<Contestant> MakeCreationContestant(Creation creation) {
  return std::make_unique<CreationContestant>(std::move(creation));
}

}  // namespace opdk::bench
