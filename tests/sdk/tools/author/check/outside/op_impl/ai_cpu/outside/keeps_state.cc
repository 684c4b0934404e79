// Every way to keep something between calls.
#include <vector>

#include "op_impl/ai_cpu/outside/parts.h"

namespace aicpu {
namespace {

std::vector<float> scratch;
const char* last_name = "none";

struct Counter {
  static int calls;
};
int Counter::calls = 0;

template <typename T>
float Sum(T x) {
  static T sum;
  sum += x;
  return static_cast<float>(sum);
}

inline float& Shared() {
  static float shared = 0;
  return shared;
}

}  // namespace

float KeepsState(const CpuKernelContext& context) {
  static const float alpha = context.GetAttr("alpha")->GetFloat();
  thread_local std::vector<float> buffer(static_cast<size_t>(context.Input(0)->NumElements()));
  scratch.push_back(alpha);
  if (++Counter::calls > 1) last_name = "again";
  buffer[0] += Shared() += 1;
  return alpha + buffer[0] + Sum(1.0F) + Sum(2.0) + scratch[0] + static_cast<float>(last_name[0]);
}

}  // namespace aicpu
