// C309: values that a kernel keeps from one call to the next, found from the library's variables and their
// declarations.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/core/demangle.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "sdk/tools/author/check/code_words.h"
#include "sdk/tools/author/check/symbol_checks.h"

namespace opdk::author {
namespace {

// Returns the variable's own name: "aicpu::Mish::Compute(aicpu::CpuKernelContext&)::alpha" -> "alpha". Template
// arguments and ABI tags are dropped.
std::string VariableOf(std::string name) {
  while (name.ends_with(']')) name.resize(name.rfind('['));
  if (name.ends_with('>')) {
    int depth = 0;
    size_t at = name.size();
    while (at > 0) {
      --at;
      if (name[at] == '>') ++depth;
      if (name[at] == '<' && --depth == 0) break;
    }
    name.resize(at);
  }
  const size_t colons = name.rfind("::");
  name = name.substr(colons == std::string::npos ? 0 : colons + 2);
  return name.substr(0, name.find('.'));  // C's name of count.0
}

// A variable's declaration as the source has it.
struct Declaration {
  std::string place;
  std::string_view before;  // from the statement's begin: "static const float "
  std::string_view after;   // to its end: " = context.GetAttr(…)"
  int fits = 0;
};

std::string_view StatementEnd(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == '}' || text[i] == ']') --depth;
    if (depth < 0 || (depth == 0 && text[i] == ';')) return text.substr(0, i);
  }
  return text;
}

// Removes a name's qualification, which says nothing about its type: "int Counter::" -> "int ".
std::string_view WithoutScope(std::string_view before) {
  while (before.ends_with("::")) {
    before.remove_suffix(2);
    while (!before.empty() && IsWordChar(before.back())) before.remove_suffix(1);
  }
  return before;
}

// Returns the declaration of the word at this place, if it is one.
std::optional<Declaration> DeclarationAt(const SourceCode& source, const CodeWord& word, bool of_function) {
  const std::string_view code = source.code;
  const size_t end = word.offset + word.text.size();
  const size_t next = code.find_first_not_of(" \t\r\n", end);
  if (next == std::string_view::npos || std::string_view("=;{[(,").find(code[next]) == std::string_view::npos) {
    return std::nullopt;
  }
  const size_t break_before = word.offset == 0 ? std::string_view::npos : code.find_last_of(";{}", word.offset - 1);
  const size_t begin = break_before == std::string_view::npos ? 0 : break_before + 1;
  const std::string_view before = code.substr(begin, word.offset - begin);
  const bool lasting = HasWord(before, "static") || HasWord(before, "thread_local");
  if (of_function && !lasting) return std::nullopt;
  if (WordsOf(WithoutScope(before)).empty() || before.find_first_of("=()") != std::string_view::npos) {
    return std::nullopt;
  }
  for (const char* other : {"return", "using", "extern", "typedef", "case", "goto"}) {
    if (HasWord(before, other)) return std::nullopt;
  }
  return Declaration{source.Place(word.offset), before, StatementEnd(code.substr(end)), lasting ? 1 : 0};
}

// Returns the declaration that fits best: in the file that knows most of the names around the variable.
std::optional<Declaration> FindDeclaration(const std::vector<SourceCode>& sources, const std::string& name,
                                           const std::string& variable, bool of_function) {
  std::set<std::string_view> around;
  for (const CodeWord& word : WordsOf(name)) around.insert(word.text);
  std::optional<Declaration> best;
  for (const SourceCode& source : sources) {
    if (source.code.find(variable) == std::string::npos) continue;
    const std::vector<CodeWord> words = WordsOf(source.code);
    std::set<std::string_view> known;
    for (const CodeWord& word : words) known.insert(word.text);
    const auto shared = static_cast<int>(
        std::count_if(around.begin(), around.end(), [&known](std::string_view word) { return known.contains(word); }));
    for (const CodeWord& word : words) {
      if (word.text != variable) continue;
      auto found = DeclarationAt(source, word, of_function);
      if (!found) continue;
      found->fits += 2 * shared;
      if (!best || found->fits > best->fits) best = std::move(found);
    }
  }
  return best;
}

bool IsConstant(const Declaration& declaration) {
  const std::string_view before = declaration.before;
  const std::vector<CodeWord> words = WordsOf(before);
  const size_t last = before.find_last_not_of(" \t\r\n");
  if (words.back().text == "const") return true;  // int* const
  if (last != std::string_view::npos && before[last] == '*') return false;
  return HasWord(before, "const") || HasWord(before, "constexpr");
}

// Returns whether the variable is a lock or another thing that threads wait for. It holds no value on which a result
// could depend.
bool IsForWaiting(const Declaration& declaration) {
  constexpr std::array kTypes = {"mutex",     "shared_mutex",       "recursive_mutex", "timed_mutex",
                                 "once_flag", "condition_variable", "pthread_mutex_t"};
  return std::any_of(kTypes.begin(), kTypes.end(), [&](const char* type) { return HasWord(declaration.before, type); });
}

// Returns whether a name in an expression is a variable's, rather than a type's, a function's, a constant's or a
// member's.
bool NamesVariable(std::string_view code, const CodeWord& word) {
  constexpr std::array kKeywords = {"true",  "false",  "nullptr", "sizeof", "new",   "int",
                                    "float", "double", "bool",    "char",   "long",  "unsigned",
                                    "auto",  "signed", "short",   "void",   "const", "alignof"};
  const std::string_view text = word.text;
  if (text == "this") return true;
  if (std::isdigit(static_cast<unsigned char>(text[0])) != 0 ||
      std::isupper(static_cast<unsigned char>(text[0])) != 0 ||
      std::find(kKeywords.begin(), kKeywords.end(), text) != kKeywords.end() ||
      (text.size() > 1 && text[0] == 'k' && std::isupper(static_cast<unsigned char>(text[1])) != 0)) {
    return false;
  }
  const size_t before = word.offset == 0 ? std::string_view::npos : code.find_last_not_of(" \t\r\n", word.offset - 1);
  if (before != std::string_view::npos && (code[before] == ':' || code[before] == '.' || code[before] == '>')) {
    return false;
  }
  const size_t after = code.find_first_not_of(" \t\r\n", word.offset + text.size());
  return after == std::string_view::npos || std::string_view("(<:{").find(code[after]) == std::string_view::npos;
}

// Returns whether a constant's value depends on the call that happens to be the first.
bool DependsOnCall(std::string_view initializer) {
  const size_t begin = initializer.find_first_not_of("= \t\r\n");
  if (begin == std::string_view::npos) return false;
  initializer.remove_prefix(begin);
  if (initializer.starts_with("[]")) return false;  // a lambda without captures, which uses no variable of the function
  const std::vector<CodeWord> words = WordsOf(initializer);
  return initializer.starts_with('[') || std::any_of(words.begin(), words.end(), [&](const CodeWord& word) {
           return NamesVariable(initializer, word);
         });
}

CheckFinding StateFinding(const Declaration& declaration, const std::string& name, const std::string& variable,
                          bool of_thread, bool constant) {
  std::string message;
  std::string mend = "make it a variable of the call";
  if (constant) {
    message = "keeps for ever what the first call gave it, whatever later calls say";
  } else if (of_thread) {
    message = "keeps its state between the calls of a thread: see that nothing of an earlier or first call is used";
    mend = "set all of it in each call, or make it a variable of the call";
  } else {
    message = "keeps its state from an earlier call to the next, and all threads share it: calls at once race for it";
  }
  return {"C309", declaration.place, fmt::format("{} {} ({})", variable, message, name), mend};
}

}  // namespace

std::vector<CheckFinding> CheckState(const LibrarySymbols& symbols, const std::vector<SourceCode>& kernels) {
  std::vector<CheckFinding> findings;
  std::set<std::string> places;
  for (const WritableObject& object : symbols.objects) {
    const bool of_function = object.symbol.starts_with("_ZZ");
    const std::string name = boost::core::demangle(object.symbol.c_str());
    const std::string variable = VariableOf(name);
    if (variable.empty() || object.symbol.starts_with("_ZG") || object.symbol.starts_with("_ZT")) continue;
    const auto declaration = FindDeclaration(kernels, name, variable, of_function);
    if (!declaration || IsForWaiting(*declaration)) continue;
    const bool constant = IsConstant(*declaration);
    if (constant && (!of_function || !DependsOnCall(declaration->after))) continue;
    if (!places.insert(declaration->place).second) continue;
    findings.push_back(StateFinding(*declaration, name, variable, object.of_thread, constant));
  }
  return findings;
}

}  // namespace opdk::author
