// Tensors of AI CPU kernels seen through Eigen: maps of the same memory, row-major.
#pragma once

#include <cstdint>
#include <unsupported/Eigen/CXX11/Tensor>
#include <vector>

#include "cpu_tensor.h"

namespace aicpu {

// Types of Eigen's maps over tensors of element type T and rank NDIMS, row-major.
template <typename T, int NDIMS = 1, typename IndexType = Eigen::DenseIndex>
struct TTypes {
  using Tensor = Eigen::TensorMap<Eigen::Tensor<T, NDIMS, Eigen::RowMajor, IndexType>>;
  using ConstTensor = Eigen::TensorMap<Eigen::Tensor<const T, NDIMS, Eigen::RowMajor, IndexType>>;
  using UnalignedTensor = Tensor;
  using UnalignedConstTensor = ConstTensor;
  using Scalar = Eigen::TensorMap<Eigen::TensorFixedSize<T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>>;
  using ConstScalar = Eigen::TensorMap<Eigen::TensorFixedSize<const T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>>;
  using Flat = Eigen::TensorMap<Eigen::Tensor<T, 1, Eigen::RowMajor, IndexType>>;
  using ConstFlat = Eigen::TensorMap<Eigen::Tensor<const T, 1, Eigen::RowMajor, IndexType>>;
  using Vec = Flat;
  using ConstVec = ConstFlat;
  using Matrix = Eigen::TensorMap<Eigen::Tensor<T, 2, Eigen::RowMajor, IndexType>>;
  using ConstMatrix = Eigen::TensorMap<Eigen::Tensor<const T, 2, Eigen::RowMajor, IndexType>>;
};

// A tensor seen through Eigen; owns nothing. `tensor` gives the shape, `data` the elements. The caller must ask for the
// elements' true type and for the tensor's rank; missing leading dimensions are 1.
class EigenTensor {
 public:
  EigenTensor(Tensor* tensor, void* data) : tensor_(tensor), data_(data) {}

  template <typename T, size_t NDIMS>
  typename TTypes<T, static_cast<int>(NDIMS)>::Tensor tensor() {
    return typename TTypes<T, static_cast<int>(NDIMS)>::Tensor(static_cast<T*>(data_), AsEigenDSizes<NDIMS>());
  }
  template <typename T>
  typename TTypes<T>::Vec vec() {
    return tensor<T, 1>();
  }
  template <typename T>
  typename TTypes<T>::Matrix matrix() {
    return tensor<T, 2>();
  }
  template <typename T>
  typename TTypes<T>::Flat flat() {
    return typename TTypes<T>::Flat(static_cast<T*>(data_), tensor_->NumElements());
  }
  template <typename T>
  typename TTypes<T>::Scalar scalar() {
    return typename TTypes<T>::Scalar(static_cast<T*>(data_));
  }

  template <size_t NDIMS, typename IndexType = Eigen::DenseIndex>
  Eigen::DSizes<IndexType, static_cast<int>(NDIMS)> AsEigenDSizes() const {
    Eigen::DSizes<IndexType, static_cast<int>(NDIMS)> sizes;
    const std::vector<int64_t> dims = tensor_->GetTensorShape()->GetDimSizes();
    for (size_t i = 0; i < NDIMS; ++i) {
      sizes[static_cast<int>(i)] = i + dims.size() < NDIMS ? 1 : static_cast<IndexType>(dims[i + dims.size() - NDIMS]);
    }
    return sizes;
  }

 private:
  Tensor* tensor_;
  void* data_;
};

}  // namespace aicpu
