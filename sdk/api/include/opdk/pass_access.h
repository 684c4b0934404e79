// Access of the graph core to the context of a package's pass.
#pragma once

#include <string>
#include <vector>

#include "register/register_custom_pass.h"

namespace opdk {

struct PassAccess {
  static void SetOption(ge::CustomPassContext& context, const std::string& key, const std::string& value);
  // Notes a node that the pass added.
  static void NoteMade(ge::CustomPassContext& context, const std::string& node);
  static const std::vector<std::string>& Made(const ge::CustomPassContext& context);
  // Counts a match of the pass's pattern; NoteEffective counts a replacement.
  static void NoteMatched(ge::CustomPassContext& context);
  static void NoteEffective(ge::CustomPassContext& context);
  static int Matched(const ge::CustomPassContext& context);
  static int Effective(const ge::CustomPassContext& context);
};

}  // namespace opdk
