// The data of a case's tensor: written out, drawn, or read from a file.
#pragma once

#include "sdk/tools/verify/cases/case_tensor.h"

namespace opdk::verify {

// Returns the shape of a list or a file, for a tensor without `shape`. Empty for other values.
Result<std::vector<int64_t>> ShapeOfData(const YamlReader& reader, const TensorValues& values,
                                         const DataSource& source);
// Returns the file's dtype, for a tensor that names none; `otherwise` if the file has none.
Result<ge::DataType> DtypeOfData(const YamlReader& reader, const TensorValues& values, ge::DataType otherwise,
                                 const DataSource& source);
// Reads or draws the tensor's data. `desc`: its dtype and shape, which are known. E2011, located; E1002, E1005: the
// file.
Result<CaseTensor> ReadData(const YamlReader& reader, const WrittenTensor& written, const ge::TensorDesc& desc,
                            DataSource& source);

}  // namespace opdk::verify
