// The data of a case's tensor: written out, drawn, or read from a file.
#pragma once

#include "sdk/tools/verify/cases/case_tensor.h"

namespace opdk::verify {

// The shape that the data has where no `shape` is given: of a list or a file. Empty otherwise.
Result<std::vector<int64_t>> ShapeOfData(const YamlReader& reader, const TensorValues& values,
                                         const DataSource& source);
// The dtype that the file has where the tensor names none.
Result<ge::DataType> DtypeOfData(const YamlReader& reader, const TensorValues& values, ge::DataType otherwise,
                                 const DataSource& source);
// The tensor of `desc` (dtype and shape are known). E2011, located; E1002, E1005: the file.
Result<CaseTensor> ReadData(const YamlReader& reader, const WrittenTensor& written, const ge::TensorDesc& desc,
                            DataSource& source);

}  // namespace opdk::verify
