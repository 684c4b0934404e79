#include "sdk/tools/verify/compare/msopst_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "graph_core/base/element_type.h"

namespace opdk::verify {
namespace {

// Converts like numpy's astype(float32), which drops the imaginary part of complex numbers.
bool ToFloat32(const ge::Tensor& tensor, std::vector<float>& values) {
  ge::DataType dtype = tensor.GetTensorDesc().GetDataType();
  size_t parts = 1;
  if (dtype == ge::DT_COMPLEX64 || dtype == ge::DT_COMPLEX128) {
    dtype = dtype == ge::DT_COMPLEX64 ? ge::DT_FLOAT : ge::DT_DOUBLE;
    parts = 2;
  }
  return VisitElementType(dtype, [&]<typename T>(T) {
    const size_t count = tensor.GetSize() / sizeof(T) / parts;
    values.resize(count);
    for (size_t i = 0; i < count; ++i) {
      T value;
      std::memcpy(&value, tensor.GetData() + i * parts * sizeof(T), sizeof(T));
      values[i] = static_cast<float>(value);
    }
  });
}

}  // namespace

std::string MsopstVerdict::Describe() const {
  return fmt::format("{}, {:.2f} % within {:g}{}", pass ? "Pass" : "Failed", fulfilled, kMsopstElementLimit,
                     largest > 0 ? fmt::format(", largest error {:.3g}", largest) : "");
}

bool JudgeAsMsopst(const ge::Tensor& actual, const ge::Tensor& expected, MsopstVerdict& verdict) {
  verdict = MsopstVerdict();
  std::vector<float> real;
  std::vector<float> wanted;
  if (!ToFloat32(actual, real) || !ToFloat32(expected, wanted)) return false;
  if (real.size() != wanted.size()) return true;
  if (real.empty()) {
    verdict.pass = true;
    return true;
  }
  constexpr float kFloor = static_cast<float>(1.0 / (1 << 14) / 0.01);
  size_t beyond = 0;
  for (size_t i = 0; i < real.size(); ++i) {
    const float difference = std::abs(real[i] - wanted[i]);
    if (!(difference > 0)) continue;
    const float scale = std::max(std::max(std::abs(real[i]), std::abs(wanted[i])), kFloor) + 1e-9F;
    const float error = difference < kMsopstElementLimit ? difference : difference / scale;
    if (!(error > kMsopstElementLimit)) continue;
    ++beyond;
    verdict.largest = std::max(verdict.largest, static_cast<double>(error));
  }
  const double share = static_cast<double>(real.size() - beyond) / static_cast<double>(real.size());
  verdict.fulfilled = share * 100;
  verdict.pass = share >= 1 - kMsopstBadShare && verdict.largest < kMsopstLargest;
  return true;
}

}  // namespace opdk::verify
