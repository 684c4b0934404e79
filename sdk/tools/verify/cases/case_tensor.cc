#include "sdk/tools/verify/cases/case_tensor.h"

#include <utility>

#include "sdk/tools/verify/cases/tensor_data.h"

namespace opdk::verify {

Result<CaseTensor> MakeTensor(const YamlReader& reader, const WrittenTensor& written, ge::DataType default_dtype,
                              DataSource& source) {
  ge::DataType dtype = default_dtype;
  if (written.dtype) {
    dtype = *written.dtype;
  } else {
    OPDK_TRY(dtype, DtypeOfData(reader, written.values, default_dtype, source));
  }
  std::vector<int64_t> dims;
  if (written.shape) {
    dims = *written.shape;
  } else {
    OPDK_TRY(dims, ShapeOfData(reader, written.values, source));
  }
  const TensorLayout& layout = written.layout;
  ge::TensorDesc desc(ge::Shape(dims), layout.format.value_or(ge::FORMAT_ND), dtype);
  if (layout.format) desc.SetOriginFormat(*layout.format);
  if (layout.origin_format) desc.SetOriginFormat(*layout.origin_format);
  if (layout.origin_shape) desc.SetOriginShape(ge::Shape(*layout.origin_shape));
  CaseTensor tensor;
  if (written.values.empty()) {
    tensor.value = ge::Tensor(desc);
  } else {
    OPDK_TRY(tensor, ReadData(reader, written, desc, source));
    tensor.has_data = true;
  }
  ++source.ordinal;
  return tensor;
}

}  // namespace opdk::verify
