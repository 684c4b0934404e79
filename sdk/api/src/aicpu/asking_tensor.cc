#include "sdk/api/src/aicpu/asking_tensor.h"

#include <algorithm>
#include <string>

#include "cpu_kernel_utils.h"

namespace opdk {

OutputSource::~OutputSource() = default;

}  // namespace opdk

namespace aicpu {

void AskingTensor::Open(opdk::OutputSource* source) {
  source_ = source;
  asks_ = true;
  data_ = nullptr;
  data_size_ = 0;
  given_ = nullptr;
  given_bytes_ = 0;
}

void* AskingTensor::Ask() {
  const std::lock_guard lock(mutex_);
  if (data_ != nullptr) return data_;
  const int64_t by_shape = CalcDataSizeByShape();
  if (by_shape < 0 && data_size_ == 0) {
    throw opdk::MemoryRefused(
        "output " + CpuKernelUtils::GetTensorName(this) +
        " is used before its size is known: nothing bounds it, so the kernel says how large it is");
  }
  const uint64_t bytes = std::max(data_size_, by_shape < 0 ? 0 : static_cast<uint64_t>(by_shape));
  given_ = static_cast<std::byte*>(source_->Take(output_, bytes));
  if (given_ == nullptr) {
    throw opdk::MemoryRefused("there is no memory for output " + CpuKernelUtils::GetTensorName(this));
  }
  data_ = given_;
  data_size_ = given_bytes_ = bytes;
  return data_;
}

}  // namespace aicpu
