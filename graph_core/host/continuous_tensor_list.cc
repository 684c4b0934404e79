#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ge/ge_continuous_tensor_list_api.h"
#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/host/ge_process.h"

namespace ge {

using opdk::ErrorCode;
using CoreStatus = opdk::Status;

class ContinuousTensorListImpl {
 public:
  explicit ContinuousTensorListImpl(std::vector<TensorDesc> descs) : descs_(std::move(descs)) {}

  CoreStatus Initialize() {
    if (buffer_ != nullptr) return CoreStatus(ErrorCode::kUsage, "the tensors have their memory already");
    std::vector<size_t> begins, sizes;
    size_t end = 0;
    for (size_t i = 0; i < descs_.size(); ++i) {
      auto bytes = BytesOf(descs_[i]);
      if (!bytes.ok()) return std::move(bytes).status().At(fmt::format("tensor {}", i));
      begins.push_back(end);
      sizes.push_back(*bytes);
      if (__builtin_add_overflow(end, opdk::AlignUp(*bytes), &end)) {
        return CoreStatus(ErrorCode::kShapeOverflow, "the tensors have more bytes than memory can hold");
      }
    }
    OPDK_TRY(Allocate(end));
    for (size_t i = 0; i < descs_.size(); ++i) {
      uint8_t* const data = reinterpret_cast<uint8_t*>(buffer_.get()) + begins[i];
      Tensor& tensor = tensors_.emplace_back(descs_[i]);
      tensor.SetData(data, sizes[i], [memory = buffer_](uint8_t*) {});
    }
    return CoreStatus();
  }

  void Finalize() {
    tensors_.clear();
    buffer_.reset();
    size_ = 0;
  }

  const std::vector<TensorDesc>& descs() const { return descs_; }
  std::vector<Tensor>& tensors() { return tensors_; }
  const void* buffer() const { return buffer_.get(); }
  size_t size() const { return size_; }

 private:
  static opdk::Result<size_t> BytesOf(const TensorDesc& desc) {
    const std::vector<int64_t> dims = desc.GetShape().GetDims();
    if (!opdk::IsUnknown(dims)) return opdk::TensorBytes(desc.GetDataType(), dims);
    return CoreStatus(ErrorCode::kUsage,
                      fmt::format("its shape is {}: memory needs one", opdk::DescribeTensor(desc.GetDataType(), dims)))
        .Hint("describe it without unknown dimensions");
  }

  CoreStatus Allocate(size_t bytes) {
    opdk::AlignedMemory memory = opdk::AllocateAligned(bytes);
    if (memory == nullptr) {
      return CoreStatus(ErrorCode::kShapeOverflow, fmt::format("there is no memory of {} bytes", bytes));
    }
    std::fill_n(static_cast<std::byte*>(memory.get()), bytes, std::byte{0});
    buffer_ = {static_cast<std::byte*>(memory.release()), opdk::FreeMemory()};
    size_ = bytes;
    return CoreStatus();
  }

  std::vector<TensorDesc> descs_;
  std::vector<Tensor> tensors_;
  std::shared_ptr<std::byte> buffer_;
  size_t size_ = 0;
};

ContinuousTensorList::ContinuousTensorList(const std::vector<TensorDesc>& tensor_desc_list)
    : impl_(std::make_shared<ContinuousTensorListImpl>(tensor_desc_list)) {}

ContinuousTensorList::~ContinuousTensorList() = default;

graphStatus ContinuousTensorList::Initialize() {
  const Status status = Call("ContinuousTensorList::Initialize", [this] {
    if (impl_ != nullptr) return impl_->Initialize();
    return CoreStatus(ErrorCode::kUsage, "the list was made without descriptions of tensors");
  });
  return status == SUCCESS ? GRAPH_SUCCESS : GRAPH_FAILED;
}

graphStatus ContinuousTensorList::Finalize() {
  if (impl_ != nullptr) impl_->Finalize();
  return GRAPH_SUCCESS;
}

const std::vector<TensorDesc>& ContinuousTensorList::GetTensorDescList() const {
  static const std::vector<TensorDesc> none;
  return impl_ == nullptr ? none : impl_->descs();
}

const std::vector<Tensor>& ContinuousTensorList::GetTensorList() const {
  static const std::vector<Tensor> none;
  return impl_ == nullptr ? none : impl_->tensors();
}

std::vector<uint8_t*> ContinuousTensorList::GetDataList() const {
  std::vector<uint8_t*> data;
  if (impl_ == nullptr) return data;
  for (Tensor& tensor : impl_->tensors()) data.push_back(tensor.GetData());
  return data;
}

std::vector<size_t> ContinuousTensorList::GetSizeList() const {
  std::vector<size_t> sizes;
  for (const Tensor& tensor : GetTensorList()) sizes.push_back(tensor.GetSize());
  return sizes;
}

size_t ContinuousTensorList::GetBufferSize() const { return impl_ == nullptr ? 0 : impl_->size(); }

const void* ContinuousTensorList::GetBuffer() const { return impl_ == nullptr ? nullptr : impl_->buffer(); }

}  // namespace ge
