// What TensorArray makes: a list of tensors, each written once and read, as TensorFlow's is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/types.h"
#include "graph_core/execution/memory.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

// A tensor that outlives the step that made it; who reads it keeps its bytes.
struct KeptTensor {
  std::shared_ptr<const AlignedBuffer> buffer;
  size_t bytes = 0;
  std::vector<int64_t> shape;
};

// E2007: no memory.
Result<KeptTensor> Keep(const RunInput& tensor);

// Not thread-safe: of one run.
class TensorArray {
 public:
  struct Spec {
    std::string name;
    ge::DataType dtype = ge::DT_FLOAT;
    std::vector<int64_t> element_shape;  // -1, {-2}: what isn't known of it
    bool dynamic_size = false;           // whether a write behind the end makes it longer
    bool clear_after_read = true;        // whether an element can be read once only
    bool identical_element_shapes = false;
    bool replaces = false;  // whether an element may be written again, and then is the new one (TensorFlow 2's lists)
    bool adds = false;      // whether what is written to an element again is added to it, as gradients are
  };
  // E2007: no memory for so many.
  static Result<TensorArray> Make(Spec spec, size_t size);

  // One for gradients of the elements: as long, with their shapes behind `prepended`, zero where nothing is written.
  // Neither gets longer from then on. E6001: closed.
  Result<TensorArray> MakeGradient(const std::string& source, const std::vector<int64_t>& prepended);

  // E6001, all with the array's name: it is closed, the index is outside of it, the tensor has another dtype or shape
  // than its elements, or the element was written or read before.
  Status Write(int64_t index, const RunInput& value);
  // Zeros where nothing was written and the elements' shape is known. E6001: it is closed, the index is outside of it,
  // the element's shape isn't known, or it was read before and is cleared.
  Result<KeptTensor> Read(int64_t index);
  // E6001: closed.
  Result<size_t> size() const;
  // Gives the memory back; nothing but closing it again is possible then.
  void Close();

  const Spec& spec() const { return spec_; }

 private:
  struct Element {
    KeptTensor value;  // without a buffer: zeros
    bool written = false;
    bool read = false;
    bool cleared = false;
  };

  explicit TensorArray(Spec spec) : spec_(std::move(spec)) {}
  Status Resize(size_t size);
  Status CheckOpen() const;
  Status CheckWrite(int64_t index, const RunInput& value);
  Status Add(Element& element, const RunInput& value) const;
  Status MakeZeros(Element& element, int64_t index) const;

  Spec spec_;
  std::vector<Element> elements_;
  bool closed_ = false;
};

}  // namespace opdk
