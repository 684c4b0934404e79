#include "sdk/tools/verify/isolation/waiting.h"

#include <cstdlib>

#include "sdk/tools/package/restart.h"

namespace opdk::verify {

void WaitWithoutSpinning() {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  static_cast<void>(Restart());
}

}  // namespace opdk::verify
