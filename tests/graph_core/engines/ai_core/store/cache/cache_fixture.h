// A kernel cache of its own for each test, and processes that use it.
#pragma once

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "graph_core/engines/ai_core/vector/vector_step.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/canonical_of.h"

namespace opdk::tests {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Returns the n-th of a family of different kernels: ((x + y) * y) + y …, n products.
inline tbe::Tensor Expression(int n) {
  tbe::Tensor x = tbe::Placeholder(0, {8}, ge::DT_FLOAT), y = tbe::Placeholder(1, {8}, ge::DT_FLOAT);
  tbe::Tensor result = x + y;
  for (int i = 0; i < n; ++i) result = result * y + y;
  return result;
}

inline KernelIr Kernel(int n) { return CanonicalOf(Expression(n)).value().ir; }

// Loads the n-th kernel and compares its results with numbers.
inline ::testing::AssertionResult Computes(KernelStore& store, int n) {
  StepSpec spec;
  spec.expressions = {Expression(n)};
  spec.kernel = CanonicalOf(spec.expressions).value();
  spec.outputs = {2};
  auto step = MakeVectorStep(spec, store);
  if (!step.ok()) return ::testing::AssertionFailure() << step.status().ToString();
  float x[8], y[8], z[8] = {}, expected[8];
  for (int i = 0; i < 8; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 2;
    expected[i] = x[i] + y[i];
    for (int k = 0; k < n; ++k) expected[i] = expected[i] * y[i] + y[i];
  }
  void* values[] = {x, y, z};
  if (Status status = (*step)->Run(values, nullptr, (*step)->NewState().get()); !status.ok()) {
    return ::testing::AssertionFailure() << status.ToString();
  }
  for (int i = 0; i < 8; ++i) {
    if (z[i] != expected[i]) return ::testing::AssertionFailure() << "element " << i << " is " << z[i];
  }
  return ::testing::AssertionSuccess();
}

// Runs `work` in a process of its own, so that nothing is loaded yet; its exit code.
inline int InProcess(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class CacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "opdk-store-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
    unsetenv("OPDK_CACHE_SIZE");
  }
  void TearDown() override {
    unsetenv("OPDK_CACHE_SIZE");
    fs::remove_all(root_);
  }

  std::vector<fs::path> Files(const std::string& extension) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      if (entry.is_regular_file() && entry.path().extension() == extension) files.push_back(entry.path());
    }
    return files;
  }
  // Returns the number of kernels that another process must compile to compute right results; -1: its results are
  // wrong.
  int CompiledElsewhere(const std::vector<int>& kernels) const {
    const int code = InProcess([&] {
      KernelStore store(root_.string());
      for (int n : kernels) {
        if (auto right = Computes(store, n); !right) {
          std::fprintf(stderr, "kernel %d: %s\n", n, right.message());
          return 100;
        }
      }
      return store.compiled();
    });
    return code < 100 ? code : -1;
  }
  static void Write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
  static void SetAge(const fs::path& path, std::chrono::hours age) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - age);
  }

  fs::path root_;
};

}  // namespace opdk::tests
