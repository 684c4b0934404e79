// What a prototype declares, asked for by callers that make an instance of it by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// The declared attribute of that name. E2009 naming those there are, with "did you mean".
Result<const IrAttr*> FindAttr(const OpDesc& prototype, std::string_view name);

// CANN declares many attributes that hold a dtype as Int ("dst_type", "dtype", "out_type"): the number for which a
// dtype's name stands in one. Nothing for other attributes and other texts.
std::optional<int64_t> DtypeAsInt(const IrAttr& attr, std::string_view text);

// The output ports of an instance, undescribed; `dynamic` gives the entries of each dynamic port. E2005: a number is
// missing, negative, or of a port that isn't a dynamic output.
Result<std::vector<Port>> OutputPorts(const OpDesc& prototype, const std::map<std::string, int>& dynamic);

}  // namespace opdk
