#include "sdk/tools/cli/usage_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opdk::cli {
namespace {

// Names of commands in other tools, and the commands here that do the same.
constexpr std::pair<const char*, const char*> kOtherWords[] = {
    {"version", "opdk --version"},
    {"compare", "opdk om diff of two offline models, or opdk bench --against of two builds"},
    {"diff", "opdk om diff"},
    {"convert", "opdk atc"},
    {"compile", "opdk atc of a model, or opdk build of a package"},
    {"create", "opdk new"},
    {"init", "opdk new"},
    {"gen", "opdk new"},
    {"validate", "opdk check of a package, or opdk explain of a model"},
    {"show", "opdk list, opdk info or opdk dump"},
    {"remove", "opdk uninstall"},
    {"delete", "opdk uninstall"},
    {"profile", "opdk run --profile"},
    {"infer", "opdk run"},
    {"exec", "opdk run"},
};

std::vector<std::string> Subcommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands({})) names.push_back(subcommand->get_name());
  return names;
}

std::vector<std::string> OptionsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Returns the command that an unknown word probably means, "" if none is near. `next` is the word behind it.
std::string Meant(const std::string& word, const std::string& next, const std::vector<std::string>& known) {
  if (word == "help") {
    const bool of_one = std::find(known.begin(), known.end(), next) != known.end();
    return of_one ? fmt::format("opdk {} --help", next) : "opdk --help";
  }
  const auto elsewhere = [&](const std::string& name) {
    const auto other = std::find_if(std::begin(kOtherWords), std::end(kOtherWords),
                                    [&](const auto& pair) { return pair.first == name; });
    return other == std::end(kOtherWords) ? std::string() : std::string(other->second);
  };
  if (std::string here = elsewhere(word); !here.empty()) return here;
  std::string near = Nearest(word, known);
  // "verison" is no command, and near to "version", which is none either.
  return near.empty() ? elsewhere(Nearest(word, {"version"})) : near;
}

std::string Unknown(std::string_view what, std::string_view word, const std::string& near) {
  return fmt::format("unknown {} '{}'{}", what, word, near.empty() ? "" : fmt::format("; did you mean {}?", near));
}

}  // namespace

Status UsageError(const CLI::App& app, const CLI::ParseError& error, std::span<char* const> words) {
  const CLI::App* part = &app;
  std::string command = app.get_name();
  size_t behind = 0;
  const auto fail = [&](std::string message) {
    return Status(ErrorCode::kUsage, std::move(message)).Hint(command + " --help");
  };
  for (; behind < words.size(); ++behind) {
    const std::vector<std::string> known = Subcommands(*part);
    const std::string word = words[behind];
    if (std::find(known.begin(), known.end(), word) != known.end()) {
      part = part->get_subcommand(word);
      command += " " + word;
    } else if (!known.empty() && !word.starts_with('-')) {
      const std::string next = behind + 1 < words.size() ? words[behind + 1] : "";
      return fail(Unknown("command", word, part == &app ? Meant(word, next, known) : Nearest(word, known)));
    } else {
      break;
    }
  }
  for (; behind < words.size(); ++behind) {
    const std::string_view word = words[behind];
    if (word == "--") break;
    if (!word.starts_with("--")) continue;
    const std::string name(word.substr(0, word.find('=')));
    if (part->get_option_no_throw(name) == nullptr)
      return fail(Unknown("option", name, Nearest(name, OptionsOf(*part))));
  }
  return fail(error.what());
}

}  // namespace opdk::cli
