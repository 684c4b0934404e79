// The object of a TensorArray: a list of tensors, each written once and read, as in TensorFlow.
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

// A tensor that outlives the step that made it. Readers share its bytes.
struct KeptTensor {
  std::shared_ptr<const AlignedBuffer> buffer;
  size_t bytes = 0;
  std::vector<int64_t> shape;
};

// Copies a tensor. E2007: no memory.
Result<KeptTensor> Keep(const RunInput& tensor);

// Not thread-safe; belongs to one run.
class TensorArray {
 public:
  struct Spec {
    std::string name;
    ge::DataType dtype = ge::DT_FLOAT;
    std::vector<int64_t> element_shape;  // -1: an unknown extent; {-2}: an unknown rank
    bool dynamic_size = false;           // a write behind the end makes the array longer
    bool clear_after_read = true;        // an element can be read only once
    bool identical_element_shapes = false;
    bool replaces = false;  // a second write replaces the element (TensorFlow 2's lists)
    bool adds = false;      // a second write is added to the element, as for gradients
  };
  // Makes an array of `size` elements. E2007: no memory for them.
  static Result<TensorArray> Make(Spec spec, size_t size);

  // Makes an array for gradients of the elements: of the same length, with `prepended` in front of the elements'
  // shapes, zero where nothing is written. From then on neither array gets longer. E6001: closed.
  Result<TensorArray> MakeGradient(const std::string& source, const std::vector<int64_t>& prepended);

  // Writes an element. E6001, with the array's name: it is closed, the index is out of range, the tensor's dtype or
  // shape doesn't fit the elements, or the element was written or read before.
  Status Write(int64_t index, const RunInput& value);
  // Reads an element. Gives zeros if nothing was written and the elements' shape is known. E6001: it is closed, the
  // index is out of range, the element's shape isn't known, or the element was read before and is cleared.
  Result<KeptTensor> Read(int64_t index);
  // Returns the number of elements. E6001: closed.
  Result<size_t> size() const;
  // Frees the memory. Afterwards only Close is possible.
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
