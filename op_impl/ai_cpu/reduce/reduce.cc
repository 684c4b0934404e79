// ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceProd, ReduceLogSum, ReduceLogSumExp, and the D forms.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/reduce/reduce_plan.h"

namespace aicpu {
namespace {

const char* const kReduceSum = "ReduceSum";
const char* const kReduceMean = "ReduceMean";
const char* const kReduceMax = "ReduceMax";
const char* const kReduceMin = "ReduceMin";
const char* const kReduceProd = "ReduceProd";
const char* const kReduceLogSum = "ReduceLogSum";
const char* const kReduceLogSumExp = "ReduceLogSumExp";
const char* const kReduceSumD = "ReduceSumD";
const char* const kReduceMeanD = "ReduceMeanD";
const char* const kReduceMaxD = "ReduceMaxD";
const char* const kReduceMinD = "ReduceMinD";
const char* const kReduceProdD = "ReduceProdD";
const char* const kReduceAll = "ReduceAll";
const char* const kReduceAllD = "ReduceAllD";
const char* const kReduceAny = "ReduceAny";
const char* const kReduceAnyD = "ReduceAnyD";

template <typename T>
using Wide = opdk::WideType<T>;
template <typename T>
Wide<T> Widen(T x) {
  return static_cast<Wide<T>>(x);
}
// Converts the accumulated number to double. The sign that Wide lost comes back.
template <typename T>
double Real(Wide<T> sum) {
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) return static_cast<double>(static_cast<int64_t>(sum));
  return static_cast<double>(sum);
}

// A reducer over elements T: `State` accumulates; Start(), Add(state, x), Merge(state, other), Finish(state, count).
template <typename T>
struct SumReducer {
  using State = Wide<T>;
  static State Start() { return 0; }
  static void Add(State& state, T x) { state += Widen(x); }
  static void Merge(State& state, const State& other) { state += other; }
  static T Finish(const State& state, int64_t /*count*/) { return static_cast<T>(state); }
};

template <typename T>
struct MeanReducer : SumReducer<T> {
  static T Finish(const Wide<T>& state, int64_t count) {
    if constexpr (!std::is_integral_v<T>) {
      return static_cast<T>(state / static_cast<double>(count));
    } else {
      if (count == 0) return T(0);
      if constexpr (std::is_signed_v<T>) return static_cast<T>(static_cast<int64_t>(state) / count);
      return static_cast<T>(state / static_cast<uint64_t>(count));
    }
  }
};

template <typename T>
struct ProdReducer {
  using State = Wide<T>;
  static State Start() { return 1; }
  static void Add(State& state, T x) { Merge(state, Widen(x)); }
  static void Merge(State& state, const State& other) { state = opdk::Joined(state, other); }
  static T Finish(const State& state, int64_t /*count*/) { return static_cast<T>(state); }
};

template <typename T>
struct LogSumReducer : SumReducer<T> {
  static T Finish(const Wide<T>& state, int64_t /*count*/) {
    if constexpr (opdk::kIsComplex<T>) {
      return static_cast<T>(std::log(state));
    } else {
      return opdk::SafeCast<T>(std::log(Real<T>(state)));
    }
  }
};

// Sum of exp(x - greatest) with the greatest x so far, of complex numbers the greatest real part: no exponential is
// above 1.
template <typename T>
struct LogSumExpReducer {
  using Sum = std::conditional_t<opdk::kIsComplex<T>, std::complex<double>, double>;
  struct State {
    double greatest = -std::numeric_limits<double>::infinity();
    Sum sum = 0;
  };
  static State Start() { return {}; }
  static void Add(State& state, T x) {
    if constexpr (opdk::kIsComplex<T>) {
      const double real = x.real(), angle = x.imag();
      // exp(-infinity) is 0 at whatever angle.
      if (real == -std::numeric_limits<double>::infinity()) return;
      Merge(state, {real, std::isnan(real) ? Sum(real, real) : Sum(std::cos(angle), std::sin(angle))});
    } else {
      Merge(state, {static_cast<double>(x), 1});
    }
  }
  static void Merge(State& state, const State& other) {
    if (other.sum == Sum(0)) return;
    if (other.greatest == state.greatest) {
      state.sum += other.sum;
    } else if (other.greatest < state.greatest) {
      state.sum += other.sum * std::exp(other.greatest - state.greatest);
    } else {
      // NaN comes here, too, and is carried on in the sum.
      state.sum = other.sum + (state.sum == Sum(0) ? Sum(0) : state.sum * std::exp(state.greatest - other.greatest));
      state.greatest = other.greatest;
    }
  }
  static T Finish(const State& state, int64_t /*count*/) {
    return opdk::SafeCast<T>(state.greatest + std::log(state.sum));
  }
};

// Max and Min: `kSign` 1 or -1 says which. NaN, once met, stays.
template <typename T, int kSign>
struct ExtremeReducer {
  using State = opdk::ComputeType<T>;
  static State Start() {
    using Limits = std::numeric_limits<State>;
    if constexpr (Limits::has_infinity) return kSign > 0 ? -Limits::infinity() : Limits::infinity();
    return kSign > 0 ? Limits::lowest() : Limits::max();
  }
  static void Add(State& state, T x) { Merge(state, static_cast<State>(x)); }
  static void Merge(State& state, const State& other) {
    const bool better = kSign > 0 ? other > state : other < state;
    if (better || other != other) state = other;
  }
  static T Finish(const State& state, int64_t /*count*/) { return static_cast<T>(state); }
};
template <typename T>
using MaxReducer = ExtremeReducer<T, 1>;
template <typename T>
using MinReducer = ExtremeReducer<T, -1>;

// Reduces contiguous elements into one state. Four states run side by side, which hides the latency of the additions.
template <typename Reducer, typename T>
void AddRun(typename Reducer::State& state, const T* x, int64_t count) {
  // A product of complex numbers depends on their order, where it isn't finite.
  constexpr int64_t kLanes = opdk::kIsComplex<T> ? 1 : 4;
  std::array<typename Reducer::State, kLanes> lanes;
  lanes.fill(Reducer::Start());
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane) Reducer::Add(lanes[static_cast<size_t>(lane)], x[i + lane]);
  }
  for (; i < count; ++i) Reducer::Add(lanes[0], x[i]);
  for (const auto& lane : lanes) Reducer::Merge(state, lane);
}

// States of this many neighbouring results are kept at a time.
constexpr int64_t kStateColumns = 256;

// Computes the results [begin, end) of a run that is kept element by element. Takes neighbouring columns together, row
// after row.
template <typename Reducer, typename T>
void ReduceColumns(const opdk::ReducePlan& plan, const T* x, T* y, int64_t begin, int64_t end) {
  const int64_t rows = plan.dropped.Count();
  std::array<typename Reducer::State, kStateColumns> states;
  while (begin < end) {
    const int64_t column = begin % plan.run;
    const int64_t count = std::min({kStateColumns, end - begin, plan.run - column});
    const int64_t base = plan.kept.Offset(begin / plan.run) + column;
    std::fill_n(states.begin(), count, Reducer::Start());
    for (int64_t row = 0; row < rows; ++row) {
      const T* from = x + base + plan.dropped.Offset(row);
      for (int64_t i = 0; i < count; ++i) Reducer::Add(states[static_cast<size_t>(i)], from[i]);
    }
    for (int64_t i = 0; i < count; ++i) y[begin + i] = Reducer::Finish(states[static_cast<size_t>(i)], rows);
    begin += count;
  }
}

template <typename Reducer, typename T>
uint32_t Reduce(const CpuKernelContext& ctx) {
  const T* x = opdk::Values<const T>(ctx.Input(0)).data();
  T* y = opdk::Values<T>(ctx.Output(0)).data();
  const int64_t results = ctx.Output(0)->NumElements();
  const auto reduced = opdk::ReadReducedAxes(ctx);
  if (!reduced) return opdk::kKernelFailed;
  const opdk::ReducePlan plan(opdk::DimsOf(ctx.Input(0)), *reduced);
  const int64_t steps = plan.dropped.Count();
  if (!plan.run_is_reduced) {
    return opdk::ParallelRange(ctx, results, steps,
                               [&](int64_t begin, int64_t end) { ReduceColumns<Reducer>(plan, x, y, begin, end); });
  }
  return opdk::ParallelRange(ctx, results, steps * plan.run, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t base = plan.kept.Offset(i);
      auto state = Reducer::Start();
      for (int64_t step = 0; step < steps; ++step) {
        AddRun<Reducer>(state, x + base + plan.dropped.Offset(step), plan.run);
      }
      y[i] = Reducer::Finish(state, steps * plan.run);
    }
  });
}

template <template <typename> typename Reducer, typename AllTypes>
class ReduceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Reduce<Reducer<T>, T>(ctx); });
  }
};

using WideTypes = opdk::Join<opdk::FloatTypes, opdk::Types<int32_t, int64_t, uint32_t, uint64_t>>;
using OrderedTypes = opdk::Join<opdk::NumberTypes, opdk::Types<bool>>;
using SummedTypes = opdk::Join<WideTypes, opdk::ComplexTypes>;
using ReduceSumCpuKernel = ReduceCpuKernel<SumReducer, SummedTypes>;
using ReduceMeanCpuKernel = ReduceCpuKernel<MeanReducer, SummedTypes>;
using ReduceMaxCpuKernel = ReduceCpuKernel<MaxReducer, OrderedTypes>;
using ReduceMinCpuKernel = ReduceCpuKernel<MinReducer, OrderedTypes>;
using ReduceProdCpuKernel = ReduceCpuKernel<ProdReducer, SummedTypes>;
using ReduceLogSumCpuKernel = ReduceCpuKernel<LogSumReducer, SummedTypes>;
using ReduceLogSumExpCpuKernel = ReduceCpuKernel<LogSumExpReducer, SummedTypes>;

}  // namespace

REGISTER_CPU_KERNEL(kReduceSum, ReduceSumCpuKernel);
REGISTER_CPU_KERNEL(kReduceMean, ReduceMeanCpuKernel);
REGISTER_CPU_KERNEL(kReduceMax, ReduceMaxCpuKernel);
REGISTER_CPU_KERNEL(kReduceMin, ReduceMinCpuKernel);
REGISTER_CPU_KERNEL(kReduceProd, ReduceProdCpuKernel);
REGISTER_CPU_KERNEL(kReduceLogSum, ReduceLogSumCpuKernel);
REGISTER_CPU_KERNEL(kReduceLogSumExp, ReduceLogSumExpCpuKernel);
REGISTER_CPU_KERNEL(kReduceSumD, ReduceSumCpuKernel);
REGISTER_CPU_KERNEL(kReduceMeanD, ReduceMeanCpuKernel);
REGISTER_CPU_KERNEL(kReduceMaxD, ReduceMaxCpuKernel);
REGISTER_CPU_KERNEL(kReduceMinD, ReduceMinCpuKernel);
REGISTER_CPU_KERNEL(kReduceProdD, ReduceProdCpuKernel);
REGISTER_CPU_KERNEL(kReduceAll, ReduceMinCpuKernel);
REGISTER_CPU_KERNEL(kReduceAllD, ReduceMinCpuKernel);
REGISTER_CPU_KERNEL(kReduceAny, ReduceMaxCpuKernel);
REGISTER_CPU_KERNEL(kReduceAnyD, ReduceMaxCpuKernel);

}  // namespace aicpu
