#include <fmt/format.h>
#include <sys/utsname.h>

#include <sstream>
#include <thread>

#include "graph_core/base/mapped_file.h"
#include "graph_core/base/sha256.h"
#include "opdk/package.h"
#include "sdk/verify/report/run_report.h"

namespace opdk::verify {

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

namespace {

std::string HashOf(const std::string& path) {
  const auto file = MappedFile::Open(path);
  return file.ok() ? Sha256(file->bytes()) : "";
}

}  // namespace

Environment DescribeEnvironment(const PackageRegistry& packages) {
  Environment environment;
  environment.opdk_version = OPDK_SDK_VERSION;
  environment.compiler = fmt::format("g++ {}", __VERSION__);
  environment.cpu = CpuModel();
  environment.cpu_features = CpuFeatures();
  environment.cpus = static_cast<int>(std::thread::hardware_concurrency());
  utsname names = {};
  if (uname(&names) == 0) environment.system = fmt::format("{} {} {}", names.sysname, names.release, names.machine);
  for (const auto& package : packages.packages()) {
    environment.packages.push_back(
        {package->name, package->vendor, package->version, package->path, HashOf(package->path), package->builtin});
  }
  return environment;
}

}  // namespace opdk::verify
