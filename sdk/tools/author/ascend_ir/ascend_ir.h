// CANN's operator vocabulary, op_proto/ascend_ir.txt, and the differences of a prototype from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opdk/op_desc.h"

namespace opdk::author {

struct AscendPort {
  std::string name;
  PortKind kind = PortKind::kRequired;
  std::string types;  // as the table spells them: "f16|f32", "ALL"
};

struct AscendAttr {
  std::string name;
  std::string type;  // CANN's token: "ListInt"
  bool required = false;
  std::string default_text;  // "{1,1}", "true", "\"NHWC\"", "DT_INT32"
};

struct AscendOperator {
  std::string type;
  std::string group;  // CANN's header, without "_ops"
  std::vector<AscendPort> inputs;
  std::vector<AscendPort> outputs;
  std::vector<AscendAttr> attrs;
};

// Returns all operators, by group, in the table's order.
const std::vector<AscendOperator>& AscendIr();
// Returns the operator; nullptr: Ascend IR has none of that name.
const AscendOperator* FindAscendOperator(std::string_view type);

// Returns the differences of the prototype from Ascend IR: names, kinds and order of ports, names, kinds, order and
// defaults of attributes. One line each: "input 1 is perm, in Ascend IR axes". The prototype may have more dtypes.
std::vector<std::string> DifferencesFromAscendIr(const OpDesc& prototype, const AscendOperator& table);

}  // namespace opdk::author
