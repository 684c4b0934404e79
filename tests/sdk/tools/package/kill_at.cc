// Preloaded into opdk: ends it with SIGKILL just before the OPDK_TEST_KILL_AT'th call that changes a directory, syncs,
// or, with OPDK_TEST_KILL_WRITES, writes.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace {

void Count() {
  static std::atomic<int> calls{0};
  const char* at = std::getenv("OPDK_TEST_KILL_AT");
  if (at != nullptr && ++calls == std::atoi(at)) std::raise(SIGKILL);
}

template <typename Function>
Function* Real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int rename(const char* from, const char* to) noexcept {
  Count();
  return Real<int(const char*, const char*)>("rename")(from, to);
}
extern "C" __attribute__((visibility("default"))) int renameat2(int from_dir, const char* from, int to_dir,
                                                                const char* to, unsigned flags) noexcept {
  Count();
  return Real<int(int, const char*, int, const char*, unsigned)>("renameat2")(from_dir, from, to_dir, to, flags);
}
extern "C" __attribute__((visibility("default"))) int symlink(const char* to, const char* link) noexcept {
  Count();
  return Real<int(const char*, const char*)>("symlink")(to, link);
}
extern "C" __attribute__((visibility("default"))) int unlink(const char* path) noexcept {
  Count();
  return Real<int(const char*)>("unlink")(path);
}
extern "C" __attribute__((visibility("default"))) int mkdir(const char* path, mode_t mode) noexcept {
  Count();
  return Real<int(const char*, mode_t)>("mkdir")(path, mode);
}
extern "C" __attribute__((visibility("default"))) int linkat(int from_dir, const char* from, int to_dir, const char* to,
                                                             int flags) noexcept {
  Count();
  return Real<int(int, const char*, int, const char*, int)>("linkat")(from_dir, from, to_dir, to, flags);
}
extern "C" __attribute__((visibility("default"))) ssize_t write(int file, const void* bytes, size_t size) {
  if (std::getenv("OPDK_TEST_KILL_WRITES") != nullptr && file > 2) Count();
  return Real<ssize_t(int, const void*, size_t)>("write")(file, bytes, size);
}
extern "C" __attribute__((visibility("default"))) int fsync(int file) {
  Count();
  return Real<int(int)>("fsync")(file);
}
