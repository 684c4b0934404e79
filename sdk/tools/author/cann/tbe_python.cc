#include "sdk/tools/author/cann/tbe_python.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "sdk/tools/author/text_cursor.h"

namespace opdk::author {
namespace {

// The functions of sdk/api/include/tbe, read from its headers when opdk was configured.
const std::set<std::string> kDslFunctions = {
#include "tbe_function_names.inc"
};
const std::set<std::string> kDoneByTheEngine = {
    "auto_schedule", "build", "cce_build_code", "classify",      "compute",
    "schedule",      "var",   "var_attr",       "add_build_arg", "add_exclude_bound_var"};

// Removes Python's comments and texts in triple quotes.
std::string WithoutComments(std::string_view text) {
  std::string code;
  for (size_t at = 0; at < text.size();) {
    const std::string_view quotes = text.substr(at, 3);
    const bool triple = quotes == "\"\"\"" || quotes == "'''";
    const size_t end = triple ? text.find(quotes, at + 3) : std::string_view::npos;
    if (end != std::string_view::npos) {
      at = end + 3;
    } else {
      code += text[at++];
    }
  }
  return WithoutLineComments(code);
}

// Takes one of the texts if it stands here.
bool TakeEither(TextCursor& cursor, std::string_view one, std::string_view other) {
  return cursor.Take(one) || cursor.Take(other);
}

// Takes the name of  as NAME ; "": no name stands there.
std::string_view TakeOtherName(TextCursor& cursor) {
  TextCursor behind = cursor;
  if (!behind.TakeSpaces() || !behind.Take("as") || !behind.TakeSpaces()) return "";
  const std::string_view name = behind.TakeWord();
  if (!name.empty()) cursor = behind;
  return name;
}

// Returns the names under which the file knows the compute interface: "tbe", "tbe.dsl", "te.lang.cce", "cce", …
std::set<std::string> DslNames(std::string_view text) {
  std::set<std::string> names = {"te.lang.cce", "tbe.dsl"};
  ForEachPlace(text, "import", false, [&](TextCursor& cursor) {
    if (!cursor.TakeSpaces() || !TakeEither(cursor, "te.lang.cce", "tbe.dsl")) return false;
    const std::string_view name = TakeOtherName(cursor);
    if (!name.empty()) names.emplace(name);
    return !name.empty();
  });
  ForEachPlace(text, "from", false, [&](TextCursor& cursor) {
    if (!cursor.TakeSpaces() || !TakeEither(cursor, "te.lang", "tbe") || !cursor.TakeSpaces()) return false;
    if (!cursor.Take("import") || !cursor.TakeSpaces()) return false;
    const std::string_view module = cursor.Take("cce") ? "cce" : cursor.Take("dsl") ? "dsl" : "";
    if (module.empty()) return false;
    const std::string_view name = TakeOtherName(cursor);
    names.emplace(name.empty() ? module : name);
    return true;
  });
  return names;
}

bool UsesTik(std::string_view text) {
  const auto opens = [](TextCursor& cursor) {
    cursor.TakeSpaces();
    return cursor.Take("(");
  };
  return AnyPlace(text, "Tik", true, opens) || AnyPlace(text, "import", true, [](TextCursor& cursor) {
           return cursor.TakeSpaces() && cursor.TakeWord() == "tik";
         });
}

// Adds the functions that are called as  NAME.FUNCTION(  to `called`.
void FindCalls(std::string_view text, const std::string& name, std::set<std::string>& called) {
  ForEachPlace(text, name + ".", true, [&](TextCursor& cursor) {
    const size_t begin = cursor.at() - name.size() - 1;
    if (begin > 0 && text[begin - 1] == '.') return false;
    const std::string_view function = cursor.TakeWord();
    cursor.TakeSpaces();
    if (function.empty() || !cursor.Take("(")) return false;
    called.emplace(function);
    return true;
  });
}

}  // namespace

TbePython ScanTbePython(const std::string& source) {
  const std::string text = WithoutComments(source);
  TbePython python;
  python.tik = UsesTik(text);
  std::set<std::string> called;
  for (const std::string& name : DslNames(text)) FindCalls(text, name, called);
  for (const std::string& function : called) {
    if (kDoneByTheEngine.count(function) > 0) continue;
    (kDslFunctions.count(function) > 0 ? python.available : python.missing).push_back(function);
  }
  return python;
}

std::string AdviceFor(const TbePython& python, const std::string& stem) {
  std::string text = fmt::format("write op_impl/ai_core/{}.cc with tbe.dsl", stem);
  if (python.tik) text = "it is written in TIK, which drives the AI Core's buffers by hand; " + text;
  if (!python.available.empty()) {
    text += fmt::format("; its functions {} are available under the same names", fmt::join(python.available, ", "));
  }
  if (!python.missing.empty()) text += fmt::format("; {} must be written otherwise", fmt::join(python.missing, ", "));
  return text;
}

}  // namespace opdk::author
