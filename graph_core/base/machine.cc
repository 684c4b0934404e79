#include "graph_core/base/machine.h"

#include <fmt/format.h>

#include <sstream>
#include <string>

#include "graph_core/base/file.h"

namespace opdk {
namespace {

std::string TextOf(const std::string& path) {
  const auto text = ReadFile(path, kTextFile);
  return text.ok() ? *text : "";
}

// Reads a size such as "32K", "1024K", "32M" from a file. 0: there is no file.
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
