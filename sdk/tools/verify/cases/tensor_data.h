// The data of a case's tensor: written out, drawn, or read from a file.
#pragma once

#include "sdk/tools/verify/cases/case_tensor.h"

namespace opdk::verify {

// The keys of a tensor that say something of its data.
std::vector<std::string> DataKeys();
// Whether one of them stands there.
bool HasData(const YAML::Node& node);
// The shape that the data has where no `shape` is given: of a list or a file. Empty otherwise.
Result<std::vector<int64_t>> ShapeOfData(const YamlReader& reader, const YAML::Node& node, const DataSource& source);
// The dtype that the file has where the tensor names none.
Result<ge::DataType> DtypeOfData(const YamlReader& reader, const YAML::Node& node, ge::DataType otherwise,
                                 const DataSource& source);
// The tensor of `desc` (dtype and shape are known). E2011, located; E1002, E1005: the file.
Result<CaseTensor> ReadData(const YamlReader& reader, const YAML::Node& node, const ge::TensorDesc& desc,
                            DataSource& source);

}  // namespace opdk::verify
