// opdk completion: a shell's completion of commands, options and their values, made from the commands' declarations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sdk/tools/cli/commands.h"

namespace opdk::cli {
namespace {

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// Returns the values of an option that has a fixed list. CLI11 writes them into the option's type, "TEXT:{text,json}".
std::vector<std::string> ValuesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t open = type.find('{');
  const size_t close = type.rfind('}');
  std::vector<std::string> values;
  if (open == std::string::npos || close == std::string::npos) return values;
  for (size_t begin = open + 1; begin < close;) {
    const size_t end = std::min(type.find(',', begin), close);
    values.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return values;
}

// Adds the cases of one command: "run:--engine) words='ai_core ai_cpu' ;;".
void AddCases(const CLI::App& command, const std::string& path, std::string& values, std::string& words) {
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string> of_option = ValuesOf(*option);
    if (of_option.empty()) continue;
    for (const std::string& name : option->get_lnames()) {
      values += fmt::format("    '{}:--{}') words='{}'; files=0 ;;\n", path, name, fmt::join(of_option, " "));
    }
  }
  std::vector<std::string> all = OptionNames(command);
  for (const CLI::App* child : command.get_subcommands([](const CLI::App*) { return true; })) {
    all.push_back(child->get_name());
    AddCases(*child, path.empty() ? child->get_name() : path + " " + child->get_name(), values, words);
  }
  words += fmt::format("    '{}') words='{}' ;;\n", path, fmt::join(all, " "));
}

std::string CommandPattern(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* child : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(child->get_name());
    for (const CLI::App* deeper : child->get_subcommands([](const CLI::App*) { return true; })) {
      names.push_back(child->get_name() + " " + deeper->get_name());
    }
  }
  std::string pattern;
  for (const std::string& name : names) pattern += fmt::format("{}'{}'", pattern.empty() ? "" : "|", name);
  return pattern;
}

std::string BashScript(const CLI::App& app) {
  std::string values;
  std::string words;
  AddCases(app, "", values, words);
  return fmt::format(
      "# bash completion of opdk: source <(opdk completion bash)\n"
      "_opdk() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  local command='' words='' files=1 i\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    case \"${{command:+$command }}${{COMP_WORDS[i]}}\" in\n"
      "      {}) command=\"${{command:+$command }}${{COMP_WORDS[i]}}\" ;;\n"
      "    esac\n"
      "  done\n"
      "  case \"$command\" in\n{}  esac\n"
      "  case \"$command:$previous\" in\n{}  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "  if [[ $files == 1 && $current != -* && -n $command ]]; then\n"
      "    COMPREPLY+=($(compgen -f -- \"$current\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _opdk opdk\n",
      CommandPattern(app), words, values);
}

// Returns zsh's script. zsh's completion runs the script of bash.
std::string ZshScript(const CLI::App& app) {
  return "#compdef opdk\nautoload -Uz bashcompinit && bashcompinit\n" + BashScript(app);
}

// Quotes a text as one word of fish.
std::string FishWord(const std::string& text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') word += '\\';
    word += c == '\n' ? ' ' : c;
  }
  return word + "'";
}

// Adds a line for each option and subcommand of one command: "complete -c opdk -n '…' -l engine -xa 'ai_core ai_cpu' -d
// '…'".
void AddFishLines(const CLI::App& command, const std::vector<std::string>& above, std::string& lines) {
  std::string when = above.empty() ? "__fish_use_subcommand" : "";
  for (const std::string& name : above) {
    when += fmt::format("{}__fish_seen_subcommand_from {}", when.empty() ? "" : "; and ", name);
  }
  const std::string start = fmt::format("complete -c opdk -n {}", FishWord(when));
  for (const CLI::App* child : command.get_subcommands([](const CLI::App*) { return true; })) {
    lines += fmt::format("{} -fa {} -d {}\n", start, child->get_name(), FishWord(child->get_description()));
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty()) continue;
    const std::vector<std::string> values = ValuesOf(*option);
    lines += fmt::format("{} -l {}", start, option->get_lnames()[0]);
    for (const std::string& name : option->get_snames()) lines += " -s " + name;
    if (!values.empty()) {
      lines += fmt::format(" -xa {}", FishWord(fmt::format("{}", fmt::join(values, " "))));
    } else if (option->get_items_expected_max() > 0) {
      lines += " -r";
    }
    lines += fmt::format(" -d {}\n", FishWord(option->get_description()));
  }
  for (const CLI::App* child : command.get_subcommands([](const CLI::App*) { return true; })) {
    std::vector<std::string> deeper = above;
    deeper.push_back(child->get_name());
    AddFishLines(*child, deeper, lines);
  }
}

std::string FishScript(const CLI::App& app) {
  std::string lines = "# fish completion of opdk: opdk completion fish | source\n";
  AddFishLines(app, {}, lines);
  return lines;
}

}  // namespace

void AddCompletionCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("completion", "Print a script that completes opdk's command line in a shell");
  auto shell = std::make_shared<std::string>("bash");
  command->add_option("shell", *shell, "the shell")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  source <(opdk completion bash)\n"
      "  opdk completion bash > ~/.local/share/bash-completion/completions/opdk\n"
      "  opdk completion zsh > \"${fpath[1]}/_opdk\"\n"
      "  opdk completion fish > ~/.config/fish/completions/opdk.fish");
  command->callback([shell, &app, &outcome] {
    fmt::print("{}", *shell == "fish" ? FishScript(app) : *shell == "zsh" ? ZshScript(app) : BashScript(app));
    outcome = Status();
  });
}

}  // namespace opdk::cli
