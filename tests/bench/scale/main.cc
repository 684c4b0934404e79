// opdk_scale: how the time of `opdk run` and `opdk explain` grows with a model's nodes. --help tells the options.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/bench/scale/models.h"

extern char** environ;

namespace opdk::bench {
namespace {

struct ScaleOptions {
  std::string opdk;
  std::string command = "run";
  std::string form;
  std::string directory = "scale_models";
  std::vector<int64_t> nodes = {1000, 2000, 4000, 8000, 16000, 32000, 100000};
  double limit = 0;
};

struct Cost {
  double seconds = 0;
  double cpu_seconds = 0;
  bool ok = false;
};

double SecondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Runs the program in a process of its own, with its output in `log`.
Cost CostOf(std::vector<std::string> arguments, const std::string& log) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return {};
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) return {};
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  return {passed.count(), SecondsOf(usage.ru_utime) + SecondsOf(usage.ru_stime),
          WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

// Returns whether all sizes of the form ran, within the limit.
bool Measure(const ScaleForm& form, const ScaleOptions& options) {
  bool ok = true;
  for (const int64_t nodes : options.nodes) {
    const std::string stem = fmt::format("{}/{}_{}", options.directory, form.name, nodes);
    const std::string file = fmt::format("{}.{}", stem, form.extension);
    std::ofstream(file, std::ios::binary) << form.make(nodes);
    std::vector<std::string> arguments = {options.opdk, options.command, file};
    if (options.command == "run") arguments.insert(arguments.end(), {"--seed", "1"});
    const Cost cost = CostOf(arguments, stem + ".log");
    const bool slow = options.limit > 0 && cost.seconds > options.limit;
    fmt::print("{:<16} {:>7} {:>9.2f} {:>9.2f} {:>9.1f}  {}\n", form.name, nodes, cost.seconds, cost.cpu_seconds,
               1e6 * cost.cpu_seconds / static_cast<double>(nodes),
               !cost.ok ? fmt::format("FAILED, see {}.log", stem)
               : slow   ? "over the limit"
                        : "");
    std::fflush(stdout);
    ok = ok && cost.ok && !slow;
    std::filesystem::remove(file);
  }
  return ok;
}

}  // namespace
}  // namespace opdk::bench

int main(int argc, char** argv) {
  using namespace opdk::bench;
  ScaleOptions options;
  CLI::App app("How the time of opdk grows with a model's nodes");
  app.add_option("--opdk", options.opdk, "The program")->required();
  app.add_option("--command", options.command, "What it does: run or explain")
      ->check(CLI::IsMember({"run", "explain"}));
  app.add_option("--form", options.form, "Models of this form only");
  app.add_option("--nodes", options.nodes, "Sizes of the models")->delimiter(',');
  app.add_option("--directory", options.directory, "Where models and outputs are written");
  app.add_option("--limit", options.limit, "Fail where a model takes more seconds");
  CLI11_PARSE(app, argc, argv);
  std::filesystem::create_directories(options.directory);
  fmt::print("{:<16} {:>7} {:>9} {:>9} {:>9}\n", "form", "nodes", "s", "CPU s", "CPU us/node");
  bool ok = true, any = false;
  for (const ScaleForm& form : ScaleForms()) {
    if (!options.form.empty() && options.form != form.name) continue;
    any = true;
    ok = Measure(form, options) && ok;
  }
  if (!any) fmt::print(stderr, "no form is called '{}'\n", options.form);
  return ok && any ? 0 : 1;
}
