// Look-ups in a prototype's declaration, for callers that make an instance by name.
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

// Returns the declared attribute of that name. E2009 names the declared attributes, with "did you mean".
Result<const IrAttr*> FindAttr(const OpDesc& prototype, std::string_view name);

// Returns the DATATYPE symbol that gives a port of `prototype` its type. nullptr: it has none.
const IrSymbol* SymbolOfPort(const OpDesc& prototype, const IrPort& port);
// Returns the text of the port's types, or its symbol's: "TensorType({DT_FLOAT})".
const std::string& TypesText(const OpDesc& prototype, const IrPort& port);
// Returns the types that the port admits, or its symbol. Empty: the prototype lists none, so any type may be right.
const DtypeSet& AdmittedTypes(const OpDesc& prototype, const IrPort& port);

// Returns the number for a dtype's name as the value of an Int attribute. CANN declares many attributes that hold a
// dtype as Int ("dst_type", "dtype", "out_type"). Nothing for other attributes and other texts.
std::optional<int64_t> DtypeAsInt(const IrAttr& attr, std::string_view text);

// Returns the output ports of an instance, without shapes and dtypes; `dynamic` gives the entries of each dynamic port.
// E2005: a number is missing, negative, or of a port that isn't a dynamic output.
Result<std::vector<Port>> OutputPorts(const OpDesc& prototype, const std::map<std::string, int>& dynamic);

}  // namespace opdk
