// What the graph core gives to a package's pass and learns from it.
#pragma once

#include <string>
#include <vector>

#include "register/register_custom_pass.h"

namespace opdk {

struct PassAccess {
  static void SetOption(ge::CustomPassContext& context, const std::string& key, const std::string& value);
  // A node that the pass put in.
  static void NoteMade(ge::CustomPassContext& context, const std::string& node);
  static const std::vector<std::string>& Made(const ge::CustomPassContext& context);
  // What it looks for was found; something was put there.
  static void NoteMatched(ge::CustomPassContext& context);
  static void NoteEffective(ge::CustomPassContext& context);
  static int Matched(const ge::CustomPassContext& context);
  static int Effective(const ge::CustomPassContext& context);
};

}  // namespace opdk
