// One call of each kind that a kernel shouldn't make. A comment may say getenv, rand() and std::chrono::system_clock.
#include <cfenv>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <random>

#include "op_impl/ai_cpu/outside/parts.h"

namespace aicpu {

float LooksOutside() {
  float sum = std::getenv("OUTSIDE") != nullptr ? 1.0F : 2.0F;
  sum += static_cast<float>(std::rand());
  sum += static_cast<float>(std::random_device()());
  sum += static_cast<float>(std::time(nullptr));
  sum += static_cast<float>(std::chrono::system_clock::now().time_since_epoch().count());
  sum += static_cast<float>(std::chrono::steady_clock::now().time_since_epoch().count());
  std::setlocale(LC_ALL, "C");
  std::fesetround(FE_TONEAREST);
  std::signal(SIGUSR1, SIG_IGN);
  return sum;
}

}  // namespace aicpu
