#include "opdk/declaration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "opdk/dtype_name.h"

namespace opdk {

Result<const IrAttr*> FindAttr(const OpDesc& prototype, std::string_view name) {
  std::vector<std::string> names;
  std::vector<std::string> described;
  for (const IrAttr& attr : prototype.ir_attrs) {
    if (attr.name == name) return &attr;
    names.push_back(attr.name);
    described.push_back(fmt::format("{} ({})", attr.name, attr.type));
  }
  Status status(ErrorCode::kAttrInvalid,
                fmt::format("{} has no attribute '{}'; it has: {}", prototype.type, name,
                            names.empty() ? std::string("none") : fmt::format("{}", fmt::join(described, ", "))));
  const std::string near = Nearest(name, names);
  return near.empty() ? status : std::move(status).Hint(fmt::format("did you mean {}?", near));
}

const IrSymbol* SymbolOfPort(const OpDesc& prototype, const IrPort& port) {
  const auto& symbols = prototype.ir_symbols;
  const auto found =
      std::find_if(symbols.begin(), symbols.end(), [&port](const IrSymbol& one) { return one.name == port.types; });
  return found == symbols.end() ? nullptr : &*found;
}

const std::string& TypesText(const OpDesc& prototype, const IrPort& port) {
  const IrSymbol* symbol = SymbolOfPort(prototype, port);
  return symbol == nullptr ? port.types : symbol->types;
}

const DtypeSet& AdmittedTypes(const OpDesc& prototype, const IrPort& port) {
  const IrSymbol* symbol = SymbolOfPort(prototype, port);
  return symbol == nullptr ? port.admitted : symbol->admitted;
}

std::optional<int64_t> DtypeAsInt(const IrAttr& attr, std::string_view text) {
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (attr.type != "Int" || !attr.name.ends_with("type") || !ParseDtypeName(text, dtype)) return std::nullopt;
  return static_cast<int64_t>(dtype);
}

Result<std::vector<Port>> OutputPorts(const OpDesc& prototype, const std::map<std::string, int>& dynamic) {
  std::vector<Port> ports;
  std::map<std::string, int> unused = dynamic;
  for (const IrPort& declared : prototype.ir_outputs) {
    if (declared.kind != PortKind::kDynamic) {
      ports.push_back({declared.name, -1, ge::TensorDesc()});
      continue;
    }
    const auto count = unused.extract(declared.name);
    if (count.empty() || count.mapped() < 0) {
      return Status(ErrorCode::kGraphInvalid,
                    fmt::format("how many entries has output {} of {}?", declared.name, prototype.type))
          .Hint(fmt::format("give the number for the dynamic output {}", declared.name));
    }
    for (int i = 0; i < count.mapped(); ++i) {
      ports.push_back({fmt::format("{}{}", declared.name, i), -1, ge::TensorDesc()});
    }
  }
  if (unused.empty()) return ports;
  return Status(ErrorCode::kGraphInvalid,
                fmt::format("{} has no dynamic output '{}'", prototype.type, unused.begin()->first));
}

}  // namespace opdk
