// opdk_math_sweep: measures the generated mathematics against the C library and prints, for each function, the greatest
// error in units in the last place, where it occurs, and the time per element beside the C library's.
//
// usage: opdk_math_sweep [--isa avx512|avx2|baseline] [--stride N] [--part K N] [--double] [--objects DIR] [FUNCTION…]
// Float functions of one argument see every N-th bit pattern (default 1: all 2^32); others a random sample.
// --part 2 4 is the second quarter of them. DIR keeps functions.o, to look at the code.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <random>

#include "graph_core/base/machine.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "opdk/parallel.h"
#include "tests/graph_core/engines/ai_core/codegen/math_functions.h"

namespace opdk::tests {
namespace {

constexpr int32_t kBlock = 1 << 14;

template <typename Work>
double NanosecondsPerElement(int32_t count, Work work) {
  double best = 1e30;
  for (int repeat = 0; repeat < 7; ++repeat) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) work();
    std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - start;
    best = std::min(best, passed.count() / 20 / count);
  }
  return best;
}

template <typename T>
std::pair<double, double> Time(const MathFunction& function, const GeneratedFunction& generated) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(function.low, function.high);
  std::vector<T> x(4096), y(4096), result(4096);
  for (T& value : x) value = static_cast<T>(uniform(random));
  for (T& value : y) value = static_cast<T>(uniform(random));
  double ours = NanosecondsPerElement(4096, [&] { generated(x.data(), y.data(), result.data(), 4096); });
  double library = NanosecondsPerElement(4096, [&] {
    for (size_t i = 0; i < x.size(); ++i) {
      double second = function.spec.exponent.value_or(y[i]);
      if constexpr (sizeof(T) == 4) {
        result[i] = function.library(x[i], static_cast<float>(second));
      } else {
        result[i] = function.reference(x[i], second);
      }
    }
  });
  return {ours, library};
}

template <typename T, typename Bits>
T FromBits(Bits bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// The options of a sweep: the functions and numbers to look at.
struct Choice {
  std::string isa = Name(TargetIsa().value());
  uint64_t stride = 1;
  std::pair<int64_t, int64_t> part{1, 1};
  bool wide = false;
  std::string objects;
  std::vector<std::string> names;
};

Worst SweepAll(const MathFunction& function, const GeneratedFunction& generated, const Choice& choice) {
  Worst worst;
  std::mutex mutex;
  const auto blocks = static_cast<int64_t>(((uint64_t{1} << 32) / choice.stride + kBlock - 1) / kBlock);
  const auto [part, parts] = choice.part;
  const int64_t first = blocks * (part - 1) / parts, count = blocks * part / parts - first;
  const bool progress = isatty(2) != 0;
  int64_t done = 0;
  ParallelFor(count, 1, [&](int64_t begin, int64_t end) {
    std::vector<float> x(kBlock), got(kBlock);
    for (int64_t block = begin; block < end; ++block) {
      for (size_t i = 0; i < x.size(); ++i) {
        uint64_t bits = (static_cast<uint64_t>(first + block) * kBlock + i) * choice.stride;
        x[i] = FromBits<float>(static_cast<uint32_t>(bits));
      }
      generated(x.data(), x.data(), got.data(), kBlock);
      Worst here = Measure(function, x.data(), nullptr, got.data(), x.size());
      std::lock_guard lock(mutex);
      worst.Add(here);
      if (progress && ++done % (count / 100 + 1) == 0) {
        fmt::print(stderr, "\r{} {} %", function.spec.name, done * 100 / count);
      }
    }
  });
  if (progress) fmt::print(stderr, "\r");
  return worst;
}

// Arguments from everywhere, half of them of moderate size.
template <typename T, typename Bits>
Worst SweepRandom(const MathFunction& function, const GeneratedFunction& generated, int blocks) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(function.low, function.high);
  Worst worst;
  std::vector<T> x(kBlock), y(kBlock), got(kBlock);
  for (int block = 0; block < blocks; ++block) {
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = i % 2 != 0 ? static_cast<T>(uniform(random)) : FromBits<T>(static_cast<Bits>(random()));
      y[i] = i % 4 < 2 ? static_cast<T>(uniform(random)) : FromBits<T>(static_cast<Bits>(random()));
    }
    generated(x.data(), y.data(), got.data(), kBlock);
    worst.Add(Measure(function, x.data(), y.data(), got.data(), x.size()));
  }
  return worst;
}

int Main(const Choice& choice) {
  std::vector<MathFunction> chosen;
  const std::vector<std::string>& names = choice.names;
  for (const MathFunction& function : choice.wide ? DoubleFunctions() : FloatFunctions()) {
    bool listed = std::find(names.begin(), names.end(), function.spec.name) != names.end();
    if (names.empty() || listed) chosen.push_back(function);
  }
  std::vector<FunctionSpec> specs;
  for (const MathFunction& function : chosen) specs.push_back(function.spec);
  std::string directory = choice.objects;
  bool keep = !directory.empty();
  if (!keep) directory = std::filesystem::temp_directory_path() / fmt::format("opdk-math-sweep-{}", getpid());
  std::filesystem::create_directories(directory);
  auto generated = Generate(specs, choice.isa, directory);
  if (!keep) std::filesystem::remove_all(directory);
  if (!generated.ok()) {
    fmt::print(stderr, "{}\n", generated.status().ToString());
    return 1;
  }
  fmt::print("{:14} {:>8} {:>16} {:>16} {:>16} {:>8} {:>8}\n", "function", "max ulp", "x", "y", "got", "ns", "libm ns");
  for (size_t i = 0; i < chosen.size(); ++i) {
    const MathFunction& function = chosen[i];
    bool one_argument = function.spec.unary || function.spec.exponent;
    Worst worst = choice.wide    ? SweepRandom<double, uint64_t>(function, (*generated)[i], 200)
                  : one_argument ? SweepAll(function, (*generated)[i], choice)
                                 : SweepRandom<float, uint32_t>(function, (*generated)[i], 2000);
    auto [ours, library] =
        choice.wide ? Time<double>(function, (*generated)[i]) : Time<float>(function, (*generated)[i]);
    fmt::print("{:14} {:8.3f} {:16.9g} {:16.9g} {:16.9g} {:8.3f} {:8.3f}\n", function.spec.name, worst.ulp, worst.x,
               worst.y, worst.got, ours, library);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace opdk::tests

int main(int argc, char** argv) {
  opdk::tests::Choice choice;
  CLI::App app("Accuracy and speed of generated mathematics");
  app.add_option("--isa", choice.isa, "avx512, avx2 or baseline");
  app.add_option("--stride", choice.stride, "every N-th float");
  app.add_option("--part", choice.part, "K N: the K-th of N parts of the floats");
  app.add_flag("--double", choice.wide, "the double forms");
  app.add_option("--objects", choice.objects, "where to leave the generated code");
  app.add_option("functions", choice.names, "all when none is named");
  CLI11_PARSE(app, argc, argv);
  if (choice.part.first < 1 || choice.part.first > choice.part.second || choice.stride == 0) {
    fmt::print(stderr, "opdk_math_sweep: --part wants K from 1 to N, --stride a number from 1\n");
    return 2;
  }
  return opdk::tests::Main(choice);
}
