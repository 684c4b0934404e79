#include "sdk/tools/cli/test/waiting.h"

#include <cstdlib>

#include "sdk/tools/package/restart.h"

namespace opdk::cli {

void WaitWithoutSpinning() {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  static_cast<void>(Restart());
}

}  // namespace opdk::cli
