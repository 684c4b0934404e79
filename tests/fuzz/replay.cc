// Runs a target over files, without a fuzzer: the corpus is a test of every build. `X_run` runs with `X`.
//   opdk_fuzz_replay TARGET FILE|DIRECTORY…
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace fs = std::filesystem;

int main(int argc, char** argv) {
  const auto* target = argc > 2 ? opdk::fuzz::FindTarget(argv[1]) : nullptr;
  if (target == nullptr) {
    fmt::print(stderr, "usage: opdk_fuzz_replay TARGET FILE|DIRECTORY…; targets:");
    for (const auto& known : opdk::fuzz::Targets()) fmt::print(stderr, " {}", known.name);
    fmt::print(stderr, "\n");
    return 2;
  }
  const auto* runs = opdk::fuzz::FindTarget(std::string(argv[1]) + "_run");
  std::vector<fs::path> files;
  for (int i = 2; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    // The name is printed before the input runs, so the last name is that of the crash.
    fmt::print(stderr, "{}\n", file.string());
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    target->run(bytes);
    if (runs != nullptr) runs->run(bytes);
  }
  fmt::print("{} inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
