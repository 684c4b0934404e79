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
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/reduce/reduce_plan.h"

namespace aicpu {
namespace {

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

// A reducer over elements T, an arithmetic type (converted.h): `State` accumulates; Start(), Add(state, x),
// Merge(state, other), Finish(state, count, dtype) with the dtype of the elements.
template <typename T>
struct SumReducer {
  using State = Wide<T>;
  static State Start() { return 0; }
  static void Add(State& state, T x) { state += Widen(x); }
  static void Merge(State& state, const State& other) { state += other; }
  static T Finish(const State& state, int64_t /*count*/, DataType) { return static_cast<T>(state); }
};

template <typename T>
struct MeanReducer : SumReducer<T> {
  static T Finish(const Wide<T>& state, int64_t count, DataType) {
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
  static void Merge(State& state, const State& other) { state = opdk::NextProduct(state, other); }
  static T Finish(const State& state, int64_t /*count*/, DataType) { return static_cast<T>(state); }
};

template <typename T>
struct LogSumReducer : SumReducer<T> {
  static T Finish(const Wide<T>& state, int64_t /*count*/, DataType dtype) {
    if constexpr (opdk::kIsComplex<T>) {
      return static_cast<T>(std::log(state));
    } else {
      return opdk::Saturated<T>(dtype, std::log(Real<T>(state)));
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
  static T Finish(const State& state, int64_t /*count*/, DataType dtype) {
    return opdk::Saturated<T>(dtype, state.greatest + std::log(state.sum));
  }
};

// Max and Min: `kSign` 1 or -1 says which. NaN, once met, stays.
template <typename T, int kSign>
struct ExtremeReducer {
  using State = T;
  static State Start() {
    using Limits = std::numeric_limits<State>;
    if constexpr (Limits::has_infinity) return kSign > 0 ? -Limits::infinity() : Limits::infinity();
    return kSign > 0 ? Limits::lowest() : Limits::max();
  }
  static void Add(State& state, T x) { Merge(state, x); }
  static void Merge(State& state, const State& other) {
    const bool better = kSign > 0 ? other > state : other < state;
    if (better || other != other) state = other;
  }
  // Brings the start, which is no element of a smaller dtype, into the dtype's range.
  static T Finish(const State& state, int64_t /*count*/, DataType dtype) { return opdk::Saturated<T>(dtype, state); }
};
template <typename T>
using MaxReducer = ExtremeReducer<T, 1>;
template <typename T>
using MinReducer = ExtremeReducer<T, -1>;

// Reduces the `count` contiguous elements from `first` on into one state. Four states run side by side, which hides the
// latency of the additions.
template <typename Reducer, typename T>
void AddRun(typename Reducer::State& state, const opdk::ConvertedInput<T>& input, int64_t first, int64_t count,
            opdk::ConvertedBlock<T>& block) {
  // A product of complex numbers depends on their order, where it isn't finite.
  constexpr int64_t kLanes = opdk::kIsComplex<T> ? 1 : 4;
  std::array<typename Reducer::State, kLanes> lanes;
  lanes.fill(Reducer::Start());
  static_assert(opdk::kConvertedBlock % kLanes == 0);  // a lane takes the same elements whatever the dtype
  for (int64_t done = 0; done < count;) {
    const int64_t next = input.ReadAtOnce(count - done);
    const T* x = input.Read(first + done, next, block);
    int64_t i = 0;
    for (; i + kLanes <= next; i += kLanes) {
      for (int64_t lane = 0; lane < kLanes; ++lane) Reducer::Add(lanes[static_cast<size_t>(lane)], x[i + lane]);
    }
    for (; i < next; ++i) Reducer::Add(lanes[0], x[i]);
    done += next;
  }
  for (const auto& lane : lanes) Reducer::Merge(state, lane);
}

// States of this many neighbouring results are kept at a time.
constexpr int64_t kStateColumns = 256;
static_assert(kStateColumns <= opdk::kConvertedBlock);

// Computes the results [begin, end) of a run that is kept element by element. Takes neighbouring columns together, row
// after row.
template <typename Reducer, typename T>
void ReduceColumns(const opdk::ReducePlan& plan, const opdk::ConvertedInput<T>& x, const opdk::ConvertedOutput<T>& y,
                   DataType dtype, int64_t begin, int64_t end) {
  opdk::ConvertedBlock<T> from_block, to_block;
  const int64_t rows = plan.dropped.Count();
  std::array<typename Reducer::State, kStateColumns> states;
  while (begin < end) {
    const int64_t column = begin % plan.run;
    const int64_t count = std::min({kStateColumns, end - begin, plan.run - column});
    const int64_t base = plan.kept.Offset(begin / plan.run) + column;
    std::fill_n(states.begin(), count, Reducer::Start());
    for (int64_t row = 0; row < rows; ++row) {
      const T* from = x.Read(base + plan.dropped.Offset(row), count, from_block);
      for (int64_t i = 0; i < count; ++i) Reducer::Add(states[static_cast<size_t>(i)], from[i]);
    }
    T* to = y.Place(begin, to_block);
    for (int64_t i = 0; i < count; ++i) to[i] = Reducer::Finish(states[static_cast<size_t>(i)], rows, dtype);
    y.Write(begin, count, to);
    begin += count;
  }
}

template <typename Reducer, typename T>
uint32_t Reduce(const CpuKernelContext& ctx) {
  const DataType dtype = ctx.Input(0)->GetDataType();
  const opdk::ConvertedInput<T> x(ctx.Input(0));
  const opdk::ConvertedOutput<T> y(ctx.Output(0));
  const int64_t results = ctx.Output(0)->NumElements();
  const auto reduced = opdk::ReadReducedAxes(ctx);
  if (!reduced) return opdk::kKernelFailed;
  const opdk::ReducePlan plan(opdk::DimsOf(ctx.Input(0)), *reduced);
  const int64_t steps = plan.dropped.Count();
  if (!plan.run_is_reduced) {
    return opdk::ParallelRange(ctx, results, steps, [&](int64_t begin, int64_t end) {
      ReduceColumns<Reducer>(plan, x, y, dtype, begin, end);
    });
  }
  return opdk::ParallelRange(ctx, results, steps * plan.run, [&](int64_t begin, int64_t end) {
    opdk::ConvertedBlock<T> from_block, to_block;
    for (int64_t first = begin; first < end; first += opdk::kConvertedBlock) {
      const int64_t count = std::min(opdk::kConvertedBlock, end - first);
      T* to = y.Place(first, to_block);
      for (int64_t i = 0; i < count; ++i) {
        const int64_t base = plan.kept.Offset(first + i);
        auto state = Reducer::Start();
        for (int64_t step = 0; step < steps; ++step) {
          AddRun<Reducer>(state, x, base + plan.dropped.Offset(step), plan.run, from_block);
        }
        to[i] = Reducer::Finish(state, steps * plan.run, dtype);
      }
      y.Write(first, count, to);
    }
  });
}

template <template <typename> typename Reducer, typename AllTypes>
class ReduceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(AllTypes(), ctx.Input(0)->GetDataType(),
                                    [&]<typename T>() { return Reduce<Reducer<T>, T>(ctx); });
  }
};

using WideTypes = opdk::Join<opdk::FloatTypes, opdk::Types<int32_t, int64_t, uint32_t, uint64_t>>;
using OrderedTypes = opdk::Join<opdk::NumberTypes, opdk::Types<bool>>;
using SummedTypes = opdk::Join<WideTypes, opdk::ComplexTypes>;
using ReduceSumCpuKernel = ReduceCpuKernel<SumReducer, SummedTypes>;
OPDK_CPU_KERNEL(ReduceSum, ReduceSumCpuKernel);
OPDK_CPU_KERNEL(ReduceSumD, ReduceSumCpuKernel);
using ReduceMeanCpuKernel = ReduceCpuKernel<MeanReducer, SummedTypes>;
OPDK_CPU_KERNEL(ReduceMean, ReduceMeanCpuKernel);
OPDK_CPU_KERNEL(ReduceMeanD, ReduceMeanCpuKernel);
using ReduceMaxCpuKernel = ReduceCpuKernel<MaxReducer, OrderedTypes>;
OPDK_CPU_KERNEL(ReduceMax, ReduceMaxCpuKernel);
OPDK_CPU_KERNEL(ReduceMaxD, ReduceMaxCpuKernel);
OPDK_CPU_KERNEL(ReduceAny, ReduceMaxCpuKernel);
OPDK_CPU_KERNEL(ReduceAnyD, ReduceMaxCpuKernel);
using ReduceMinCpuKernel = ReduceCpuKernel<MinReducer, OrderedTypes>;
OPDK_CPU_KERNEL(ReduceMin, ReduceMinCpuKernel);
OPDK_CPU_KERNEL(ReduceMinD, ReduceMinCpuKernel);
OPDK_CPU_KERNEL(ReduceAll, ReduceMinCpuKernel);
OPDK_CPU_KERNEL(ReduceAllD, ReduceMinCpuKernel);
using ReduceProdCpuKernel = ReduceCpuKernel<ProdReducer, SummedTypes>;
OPDK_CPU_KERNEL(ReduceProd, ReduceProdCpuKernel);
OPDK_CPU_KERNEL(ReduceLogSum, ReduceCpuKernel<LogSumReducer, SummedTypes>);
OPDK_CPU_KERNEL(ReduceLogSumExp, ReduceCpuKernel<LogSumExpReducer, SummedTypes>);
OPDK_CPU_KERNEL(ReduceProdD, ReduceProdCpuKernel);

}  // namespace

}  // namespace aicpu
