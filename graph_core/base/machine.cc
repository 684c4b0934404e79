#include "graph_core/base/machine.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "graph_core/base/file.h"

namespace opdk {
namespace {

Isa BestIsa() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma")) {
    return Isa::kAvx512;
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? Isa::kAvx2 : Isa::kBaseline;
}

Result<Isa> ChooseIsa() {
  const Isa best = BestIsa();
  const char* wanted = std::getenv("OPDK_ISA");
  if (wanted == nullptr || *wanted == '\0') return best;
  for (Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    if (std::string(wanted) != Name(isa)) continue;
    if (isa <= best) return isa;
    Status status(ErrorCode::kUsage, fmt::format("OPDK_ISA={}, but this processor has {} at most", wanted, Name(best)));
    return std::move(status).Hint("unset OPDK_ISA, or set it to baseline, avx2 or avx512");
  }
  Status status(ErrorCode::kUsage, fmt::format("OPDK_ISA={} names no instruction set", wanted));
  return std::move(status).Hint("unset OPDK_ISA, or set it to baseline, avx2 or avx512");
}

std::string TextOf(const std::string& path) {
  const auto text = ReadFile(path, kTextFile);
  return text.ok() ? *text : "";
}

// "32K", "1024K", "32M"; 0 when the file isn't there.
size_t ReadSize(const std::string& path) {
  std::istringstream file(TextOf(path));
  size_t number = 0;
  char unit = 0;
  if (!(file >> number)) return 0;
  file >> unit;
  return unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : number;
}

Caches ReadCaches() {
  Caches caches;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index);
    std::string type;
    int level = 0;
    std::istringstream(TextOf(folder + "type")) >> type;
    std::istringstream(TextOf(folder + "level")) >> level;
    const size_t size = ReadSize(folder + "size");
    if (size == 0 || type == "Instruction") continue;
    if (level == 1) caches.l1 = size;
    if (level == 2) caches.l2 = size;
    if (level == 3) caches.l3 = size;
  }
  return caches;
}

}  // namespace

const char* Name(Isa isa) { return isa == Isa::kAvx512 ? "avx512" : isa == Isa::kAvx2 ? "avx2" : "baseline"; }

Result<Isa> TargetIsa() {
  static const Result<Isa> isa = ChooseIsa();
  return isa;
}

const Caches& MachineCaches() {
  static const Caches caches = ReadCaches();
  return caches;
}

std::string CpuModel() {
  const auto text = ReadFile("/proc/cpuinfo", kTextFile);
  std::istringstream info(text.ok() ? *text : "");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::vector<std::string> CpuFeatures() {
  std::vector<std::string> features;
#if defined(__x86_64__)
  const auto add = [&](const char* name, int supported) {
    if (supported != 0) features.emplace_back(name);
  };
  add("avx", __builtin_cpu_supports("avx"));
  add("avx2", __builtin_cpu_supports("avx2"));
  add("fma", __builtin_cpu_supports("fma"));
  add("avx512f", __builtin_cpu_supports("avx512f"));
  add("avx512bw", __builtin_cpu_supports("avx512bw"));
  add("avx512vl", __builtin_cpu_supports("avx512vl"));
  add("avx512vnni", __builtin_cpu_supports("avx512vnni"));
  add("avx512bf16", __builtin_cpu_supports("avx512bf16"));
#endif
  return features;
}

}  // namespace opdk
