// Tensors whose bytes lie one after the other in one block of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "opdk/visibility.h"

namespace ge {

class ContinuousTensorListImpl;

// A list of such tensors. Copies share the memory.
class OPDK_API ContinuousTensorList {
 public:
  ContinuousTensorList() = default;
  ~ContinuousTensorList();
  ContinuousTensorList(const ContinuousTensorList&) = default;
  ContinuousTensorList& operator=(const ContinuousTensorList&) = default;
  explicit ContinuousTensorList(const std::vector<TensorDesc>& tensor_desc_list);

  // Allocates the block, filled with zeros, and makes the tensors in it, each at a multiple of 64 bytes. Fails when a
  // shape isn't known, when memory is too small, and on the second call.
  graphStatus Initialize();
  // Frees the block and the tensors; copies of the tensors keep their bytes.
  graphStatus Finalize();

  const std::vector<TensorDesc>& GetTensorDescList() const;
  // Returns the tensors; none before Initialize.
  const std::vector<Tensor>& GetTensorList() const;

  // Returns the address of each tensor's bytes; GetSizeList their sizes.
  std::vector<uint8_t*> GetDataList() const;
  std::vector<size_t> GetSizeList() const;
  // Returns the bytes of the whole block, with the gaps between the tensors.
  size_t GetBufferSize() const;
  const void* GetBuffer() const;

 private:
  std::shared_ptr<ContinuousTensorListImpl> impl_;
};

}  // namespace ge
