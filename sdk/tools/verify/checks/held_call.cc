#include "sdk/tools/verify/checks/held_call.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "opdk/parallel.h"

namespace opdk::verify {
namespace {

// Longest time of a hold. A kernel that is held with a lock must go on before the other call can end.
constexpr std::chrono::milliseconds kLongest{20};

std::string PlaceOf(const KernelMemory& memory, size_t buffer, const OpDesc& op) {
  const size_t index = memory.port_index(buffer);
  switch (memory.port(buffer)) {
    case PortBreach::Port::kInput:
      return "input " + op.inputs[index].name;
    case PortBreach::Port::kOutput:
      return "output " + op.outputs[index].name;
    case PortBreach::Port::kWorkspace:
      return "its workspace";
  }
  return "";
}

// Calls the kernel and holds it at the buffer. Returns false if the kernel never touched the buffer.
bool CallHeldAt(const CheckContext& context, KernelCall& held, KernelMemory& memory, size_t buffer, KernelCall& other,
                KernelMemory& other_memory) {
  const FaultWatch watch;
  std::atomic<bool> ended = false;
  bool was_held = false;
  std::thread caller;
  {
    const HeldAccess access(memory.buffer(buffer), memory.port(buffer) != PortBreach::Port::kInput, kLongest);
    caller = std::thread([&] {
      const ThreadScope threads(1);
      static_cast<void>(context.kernel.Call(held, memory));
      ended = true;
    });
    while (!access.holding() && !ended) std::this_thread::yield();
    was_held = access.holding();
    if (was_held) {
      const ThreadScope threads(1);
      // The other call may fail, because the kernel may refuse its elements in that order.
      static_cast<void>(context.kernel.Call(other, other_memory));
    }
  }
  caller.join();
  return was_held;
}

}  // namespace

std::string HeldCallDifference(const CheckContext& context, KernelCall& held, KernelCall& other) {
  size_t buffers = 1;
  for (size_t i = 0; i < buffers; ++i) {
    const auto memory = context.kernel.MakeMemory({});
    const auto other_memory = context.kernel.MakeMemory({.reversed = true});
    if (!memory.ok() || !other_memory.ok()) return "";
    buffers = (*memory)->buffer_count();
    if (i >= buffers || !CallHeldAt(context, held, **memory, i, other, **other_memory)) continue;
    const auto outputs = context.kernel.Outputs(**memory);
    const std::string difference = outputs.ok()
                                       ? DescribeDifference(context.base.outputs, *outputs, context.instance.op)
                                       : outputs.status().message();
    if (difference.empty()) continue;
    return fmt::format("{} (one was held where it first touches {} while the other ran to its end)", difference,
                       PlaceOf(**memory, i, context.instance.op));
  }
  return "";
}

}  // namespace opdk::verify
