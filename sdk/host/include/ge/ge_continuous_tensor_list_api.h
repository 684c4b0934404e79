// Tensors whose bytes lie in one piece of memory, one after the other.
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

// Copies share the memory.
class OPDK_API ContinuousTensorList {
 public:
  ContinuousTensorList() = default;
  ~ContinuousTensorList();
  ContinuousTensorList(const ContinuousTensorList&) = default;
  ContinuousTensorList& operator=(const ContinuousTensorList&) = default;
  explicit ContinuousTensorList(const std::vector<TensorDesc>& tensor_desc_list);

  // Makes the memory, zeros at first, and the tensors in it, each at a multiple of 64 bytes. Fails where a shape isn't
  // known, where memory can't hold it, and the second time.
  graphStatus Initialize();
  // Lets go of both; the tensors that others have keep their bytes.
  graphStatus Finalize();

  const std::vector<TensorDesc>& GetTensorDescList() const;
  // None before Initialize.
  const std::vector<Tensor>& GetTensorList() const;

  // Of each tensor.
  std::vector<uint8_t*> GetDataList() const;
  std::vector<size_t> GetSizeList() const;
  // Of all of them, with what lies between.
  size_t GetBufferSize() const;
  const void* GetBuffer() const;

 private:
  std::shared_ptr<ContinuousTensorListImpl> impl_;
};

}  // namespace ge
