#include "opdk/host.h"

#include <mutex>

namespace opdk {

namespace {

struct Installed {
  std::mutex mutex;
  std::shared_ptr<const Host> host;
};

Installed& Place() {
  static Installed installed;
  return installed;
}

}  // namespace

void SetHost(std::shared_ptr<const Host> host) {
  Installed& installed = Place();
  {
    std::lock_guard<std::mutex> lock(installed.mutex);
    std::swap(installed.host, host);
  }
  // The former host, if this was its last owner, is destroyed here, outside the lock.
}

std::shared_ptr<const Host> CurrentHost() {
  Installed& installed = Place();
  std::lock_guard<std::mutex> lock(installed.mutex);
  return installed.host;
}

}  // namespace opdk
