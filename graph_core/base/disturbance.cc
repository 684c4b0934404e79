#include "graph_core/base/disturbance.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace opdk {
namespace {

long InvoluntarySwitches() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

}  // namespace

Disturbance::Disturbance() {
  std::error_code ignored;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    const int file = open((thread.path() / "schedstat").c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0) files_.push_back(file);  // without schedstat only switches count
  }
}

Disturbance::~Disturbance() {
  for (const int file : files_) close(file);
}

// Sums the waiting times of the threads. A file holds "nanoseconds run, nanoseconds waited for a CPU, times run".
double Disturbance::WaitedSeconds() const {
  double waited = 0;
  for (const int file : files_) {
    char text[64] = {};
    if (pread(file, text, sizeof text - 1, 0) <= 0) continue;
    char* end = nullptr;
    std::strtoull(text, &end, 10);
    waited += 1e-9 * static_cast<double>(std::strtoull(end, nullptr, 10));
  }
  return waited;
}

void Disturbance::Start() {
  switches_ = InvoluntarySwitches();
  waited_ = WaitedSeconds();
}

bool Disturbance::Happened(double seconds) const {
  return (seconds < 0.01 && InvoluntarySwitches() != switches_) || WaitedSeconds() - waited_ > 0.05 * seconds;
}

}  // namespace opdk
