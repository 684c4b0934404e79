// C308: things that a kernel uses besides its inputs and attributes, found from the library's imports.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "sdk/tools/author/check/code_words.h"
#include "sdk/tools/author/check/symbol_checks.h"

namespace opdk::author {
namespace {

struct OutsideKind {
  const char* meaning;
  const char* mend;
};
constexpr OutsideKind kEnvironment = {
    "reads an environment variable: the same call gives something else on another machine",
    "make it an attribute of the operator"};
constexpr OutsideKind kSetsEnvironment = {"changes an environment variable of the whole process",
                                          "pass it on as an argument"};
constexpr OutsideKind kChance = {"gives random numbers that no call decides: a repetition gives other bits",
                                 "take the seed as an attribute, and an engine of <random> that starts from it"};
constexpr OutsideKind kClock = {"reads a clock: the same call gives something else at another time",
                                "leave it out; opdk bench measures a kernel"};
constexpr OutsideKind kLocale = {"changes the locale of the whole process",
                                 "read and write numbers with std::from_chars and std::to_chars, which know no locale"};
constexpr OutsideKind kFloats = {"changes how the process, or its thread, rounds and traps",
                                 "round with std::nearbyint, std::floor or std::trunc in place of another mode"};
constexpr OutsideKind kProcess = {"changes the state of the whole process", "leave that to the program"};

struct OutsideName {
  const char* symbol;  // mangled; a prefix if it ends with '*'
  const char* shown;
  const char* word;  // how a source mentions it
  const OutsideKind& kind;
};

constexpr std::array kOutside = {
    OutsideName{"getenv", "getenv", "getenv", kEnvironment},
    OutsideName{"secure_getenv", "secure_getenv", "secure_getenv", kEnvironment},
    OutsideName{"setenv", "setenv", "setenv", kSetsEnvironment},
    OutsideName{"unsetenv", "unsetenv", "unsetenv", kSetsEnvironment},
    OutsideName{"putenv", "putenv", "putenv", kSetsEnvironment},
    OutsideName{"rand", "rand", "rand", kChance},
    OutsideName{"srand", "srand", "srand", kChance},
    OutsideName{"random", "random", "random", kChance},
    OutsideName{"srandom", "srandom", "srandom", kChance},
    OutsideName{"drand48", "drand48", "drand48", kChance},
    OutsideName{"lrand48", "lrand48", "lrand48", kChance},
    OutsideName{"mrand48", "mrand48", "mrand48", kChance},
    OutsideName{"getrandom", "getrandom", "getrandom", kChance},
    OutsideName{"arc4random", "arc4random", "arc4random", kChance},
    OutsideName{"_ZNSt13random_device*", "std::random_device", "random_device", kChance},
    OutsideName{"time", "time", "time", kClock},
    OutsideName{"clock", "clock", "clock", kClock},
    OutsideName{"gettimeofday", "gettimeofday", "gettimeofday", kClock},
    OutsideName{"clock_gettime", "clock_gettime", "clock_gettime", kClock},
    OutsideName{"timespec_get", "timespec_get", "timespec_get", kClock},
    OutsideName{"_ZNSt6chrono3_V212system_clock3nowEv", "std::chrono::system_clock::now", "system_clock", kClock},
    OutsideName{"_ZNSt6chrono3_V212steady_clock3nowEv", "std::chrono::steady_clock::now", "steady_clock", kClock},
    OutsideName{"setlocale", "setlocale", "setlocale", kLocale},
    OutsideName{"uselocale", "uselocale", "uselocale", kLocale},
    OutsideName{"_ZNSt6locale6globalERKS_", "std::locale::global", "global", kLocale},
    OutsideName{"fesetround", "fesetround", "fesetround", kFloats},
    OutsideName{"fesetenv", "fesetenv", "fesetenv", kFloats},
    OutsideName{"feenableexcept", "feenableexcept", "feenableexcept", kFloats},
    OutsideName{"fedisableexcept", "fedisableexcept", "fedisableexcept", kFloats},
    OutsideName{"chdir", "chdir", "chdir", kProcess},
    OutsideName{"fchdir", "fchdir", "fchdir", kProcess},
    OutsideName{"umask", "umask", "umask", kProcess},
    OutsideName{"signal", "signal", "signal", kProcess},
    OutsideName{"sigaction", "sigaction", "sigaction", kProcess},
    OutsideName{"setrlimit", "setrlimit", "setrlimit", kProcess},
};

bool Imports(const std::string& import, std::string_view symbol) {
  if (symbol.ends_with('*')) return import.starts_with(symbol.substr(0, symbol.size() - 1));
  return import == symbol;
}

// Returns the place where a source first mentions the name; "" if none does. A member with that name doesn't count.
std::string Mention(const std::vector<SourceCode>& sources, std::string_view word) {
  for (const SourceCode& source : sources) {
    for (const CodeWord& one : WordsOf(source.code)) {
      const size_t at = one.offset;
      const bool member = at > 0 && (source.code[at - 1] == '.' || source.code[at - 1] == '>');
      if (one.text == word && !member) return source.Place(at);
    }
  }
  return "";
}

}  // namespace

std::vector<CheckFinding> CheckImports(const LibrarySymbols& symbols, const std::vector<SourceCode>& kernels,
                                       const std::vector<SourceCode>& plugins, const std::string& library) {
  std::vector<CheckFinding> findings;
  for (const OutsideName& name : kOutside) {
    if (std::none_of(symbols.imports.begin(), symbols.imports.end(),
                     [&name](const std::string& import) { return Imports(import, name.symbol); })) {
      continue;
    }
    std::string place = Mention(kernels, name.word);
    if (place.empty() && !Mention(plugins, name.word).empty()) continue;
    if (place.empty()) place = library;
    findings.push_back({"C308", place,
                        fmt::format("{} {}; what a kernel gives must follow from its inputs and attributes alone",
                                    name.shown, name.kind.meaning),
                        name.kind.mend});
  }
  return findings;
}

}  // namespace opdk::author
