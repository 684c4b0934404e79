// The entry points of libFuzzer. OPDK_FUZZ_TARGET names the target.
#include <fmt/format.h>
#include <google/protobuf/message.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "tests/fuzz/target.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

const opdk::fuzz::Target& Chosen() {
  static const opdk::fuzz::Target* const target = [] {
    const char* name = std::getenv("OPDK_FUZZ_TARGET");
    const auto* found = opdk::fuzz::FindTarget(name == nullptr ? "" : name);
    opdk::fuzz::Expect(found != nullptr,
                       fmt::format("OPDK_FUZZ_TARGET names no target: '{}'", name == nullptr ? "" : name));
    return found;
  }();
  return *target;
}

}  // namespace

// Runs the target once, so that no input's time counts things that are loaded once.
extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/) {
  Chosen().run("");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Chosen().run({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  if (Chosen().message != nullptr && seed % 4 != 0) {
    const auto* text_end = Chosen().behind_text ? static_cast<uint8_t*>(std::memchr(data, 0, size)) : nullptr;
    const size_t begin = text_end == nullptr ? 0 : static_cast<size_t>(text_end + 1 - data);
    if (!Chosen().behind_text || text_end != nullptr) {
      const std::unique_ptr<google::protobuf::Message> message(Chosen().message());
      const size_t changed = opdk::fuzz::MutateMessage(*message, data + begin, size - begin, most - begin, seed);
      if (changed > 0) return begin + changed;
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
