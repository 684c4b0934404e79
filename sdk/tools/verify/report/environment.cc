#include <fmt/format.h>
#include <sys/utsname.h>

#include <thread>

#include "graph_core/base/machine.h"
#include "graph_core/base/mapped_file.h"
#include "graph_core/base/sha256.h"
#include "opdk/package.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

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
