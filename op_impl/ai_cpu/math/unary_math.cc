// More functions of one tensor, each a function of one value in the compute type of x.
#include <cmath>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kRsqrt = "Rsqrt";
const char* const kSquare = "Square";
const char* const kExpm1 = "Expm1";
const char* const kLog1p = "Log1p";
const char* const kRint = "Rint";
const char* const kInv = "Inv";
const char* const kTrunc = "Trunc";
const char* const kNanToNum = "NanToNum";
const char* const kIsFinite = "IsFinite";
const char* const kIsPosInf = "IsPosInf";
const char* const kIsNegInf = "IsNegInf";

struct RsqrtFunction {
  static constexpr int64_t kCost = 8;
  auto operator()(auto x) const { return 1 / std::sqrt(x); }
};
struct SquareFunction {
  static constexpr int64_t kCost = 1;
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>) return x * x;
    return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(x));
  }
};
struct Expm1Function {
  static constexpr int64_t kCost = 24;
  auto operator()(auto x) const { return std::expm1(x); }
};
struct Log1pFunction {
  static constexpr int64_t kCost = 24;
  auto operator()(auto x) const { return std::log1p(x); }
};
struct RintFunction {
  static constexpr int64_t kCost = 2;
  auto operator()(auto x) const { return std::nearbyint(x); }
};
struct InvFunction {
  static constexpr int64_t kCost = 4;
  auto operator()(auto x) const { return 1 / x; }
};
struct TruncFunction {
  static constexpr int64_t kCost = 2;
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_floating_point_v<T>) return std::trunc(x);
    return x;
  }
};

struct NanToNumFunction {
  static constexpr int64_t kCost = 2;
  explicit NanToNumFunction(const CpuKernelContext& ctx)
      : nan(opdk::FloatAttr(ctx, "nan", 0)),
        posinf(opdk::FloatAttr(ctx, "posinf", 0)),
        neginf(opdk::FloatAttr(ctx, "neginf", 0)) {}
  template <typename T>
  T operator()(T x) const {
    if (std::isnan(x)) return T(nan);
    if (std::isinf(x)) return T(x > 0 ? posinf : neginf);
    return x;
  }
  float nan;
  float posinf;
  float neginf;
};

// The kernel of a question about a value.
template <bool (*kTest)(double)>
class TestCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::MapElements<T, bool>(ctx, 1, [](auto x) { return kTest(static_cast<double>(x)); });
    });
  }
};
bool FiniteValue(double x) { return std::isfinite(x); }
bool PositiveInfinity(double x) { return std::isinf(x) && x > 0; }
bool NegativeInfinity(double x) { return std::isinf(x) && x < 0; }

using RsqrtCpuKernel = opdk::MapCpuKernel<RsqrtFunction, opdk::FloatTypes>;
using SquareCpuKernel = opdk::MapCpuKernel<SquareFunction, opdk::NumberTypes>;
using Expm1CpuKernel = opdk::MapCpuKernel<Expm1Function, opdk::FloatTypes>;
using Log1pCpuKernel = opdk::MapCpuKernel<Log1pFunction, opdk::FloatTypes>;
using RintCpuKernel = opdk::MapCpuKernel<RintFunction, opdk::FloatTypes>;
using InvCpuKernel = opdk::MapCpuKernel<InvFunction, opdk::FloatTypes>;
using TruncCpuKernel = opdk::MapCpuKernel<TruncFunction, opdk::NumberTypes>;
using NanToNumCpuKernel = opdk::MapCpuKernel<NanToNumFunction, opdk::FloatTypes>;
using IsFiniteCpuKernel = TestCpuKernel<FiniteValue>;
using IsPosInfCpuKernel = TestCpuKernel<PositiveInfinity>;
using IsNegInfCpuKernel = TestCpuKernel<NegativeInfinity>;

}  // namespace

REGISTER_CPU_KERNEL(kRsqrt, RsqrtCpuKernel);
REGISTER_CPU_KERNEL(kSquare, SquareCpuKernel);
REGISTER_CPU_KERNEL(kExpm1, Expm1CpuKernel);
REGISTER_CPU_KERNEL(kLog1p, Log1pCpuKernel);
REGISTER_CPU_KERNEL(kRint, RintCpuKernel);
REGISTER_CPU_KERNEL(kInv, InvCpuKernel);
REGISTER_CPU_KERNEL(kTrunc, TruncCpuKernel);
REGISTER_CPU_KERNEL(kNanToNum, NanToNumCpuKernel);
REGISTER_CPU_KERNEL(kIsFinite, IsFiniteCpuKernel);
REGISTER_CPU_KERNEL(kIsPosInf, IsPosInfCpuKernel);
REGISTER_CPU_KERNEL(kIsNegInf, IsNegInfCpuKernel);

}  // namespace aicpu
