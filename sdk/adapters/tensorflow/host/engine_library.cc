#include "sdk/adapters/tensorflow/host/engine_library.h"

#include <dlfcn.h>

namespace opdk_tensorflow {
namespace {

struct Opened {
  const OpdkTensorflow* engine = nullptr;
  std::string why;
};

Opened Open() {
  // Both sides export a protobuf: opdk's libraries look for symbols among themselves first.
  void* const library = dlopen(OPDK_ENGINE_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (library == nullptr) return {nullptr, std::string("opdk can't be loaded: ") + dlerror()};
  const auto entry = reinterpret_cast<const OpdkTensorflow* (*)()>(dlsym(library, OPDK_TENSORFLOW_ENTRY));
  const OpdkTensorflow* const engine = entry == nullptr ? nullptr : entry();
  if (engine == nullptr || engine->abi != OPDK_TENSORFLOW_ABI || engine->struct_size != sizeof(OpdkTensorflow)) {
    return {nullptr, "opdk was installed anew since the adapter was made; run 'opdk adapter tensorflow' again"};
  }
  return {engine, ""};
}

}  // namespace

const OpdkTensorflow* Engine(std::string* why) {
  static const Opened opened = Open();
  if (opened.engine == nullptr) *why = opened.why;
  return opened.engine;
}

std::string ListOf(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += text + '\0';
  return list;
}

}  // namespace opdk_tensorflow
