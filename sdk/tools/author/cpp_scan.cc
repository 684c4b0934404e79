#include "sdk/tools/author/cpp_scan.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>

namespace opdk::cli {
namespace {

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string Squeeze(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space) result += c;
    if (space && !result.empty() && result.back() != ' ') result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

// The end of the literal that begins at `at` (a quote): the index behind it.
size_t SkipLiteral(std::string_view text, size_t at) {
  const char quote = text[at];
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

// A digit separator (1'000) is no literal.
bool BeginsLiteral(std::string_view text, size_t at) {
  return text[at] == '"' || (text[at] == '\'' && (at == 0 || !IsWord(text[at - 1])));
}

// Every NAME(…) of `text`, in order, also within another's arguments.
class MacroFinder {
 public:
  explicit MacroFinder(std::string_view text) : text_(text) {}

  std::optional<MacroUse> Next() {
    while (at_ < text_.size()) {
      if (BeginsLiteral(text_, at_)) {
        Advance(SkipLiteral(text_, at_));
      } else if (IsWord(text_[at_])) {
        size_t end = at_;
        while (end < text_.size() && IsWord(text_[end])) ++end;
        MacroUse use;
        use.name = std::string(text_.substr(at_, end - at_));
        use.line = line_;
        Advance(end);
        size_t open = end;
        while (open < text_.size() && std::isspace(static_cast<unsigned char>(text_[open])) != 0) ++open;
        if (open < text_.size() && text_[open] == '(') {
          use.arguments = Arguments(open);
          return use;
        }
      } else {
        Advance(at_ + 1);
      }
    }
    return std::nullopt;
  }

 private:
  void Advance(size_t to) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
  }

  std::vector<std::string> Arguments(size_t open) const {
    std::vector<std::string> arguments;
    int depth = 0;
    size_t begin = open + 1;
    for (size_t i = open; i < text_.size(); ++i) {
      const char c = text_[i];
      if (BeginsLiteral(text_, i)) {
        i = SkipLiteral(text_, i) - 1;
        continue;
      }
      if (c == '(' || c == '{' || c == '[') ++depth;
      if (c == ')' || c == '}' || c == ']') --depth;
      if (depth > 1 || (c != ',' && depth > 0)) continue;
      arguments.push_back(Squeeze(text_.substr(begin, i - begin)));
      begin = i + 1;
      if (depth == 0) break;
    }
    if (arguments.size() == 1 && arguments[0].empty()) arguments.clear();
    return arguments;
  }

  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
};

std::string Joined(const MacroUse& use, size_t first) {
  std::string text;
  for (size_t i = first; i < use.arguments.size(); ++i) text += (i == first ? "" : ", ") + use.arguments[i];
  return text;
}

std::vector<std::string> Literals(const std::string& text) {
  static const std::regex kLiteral("\"((?:[^\"\\\\]|\\\\.)*)\"");
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), kLiteral), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

// A link of the chain between REG_OP and OP_END_FACTORY_REG.
void AddToPrototype(const MacroUse& use, SourcePrototype& prototype) {
  using Kind = SourcePort::Kind;
  if (use.arguments.empty()) return;
  const auto port = [&](Kind kind) { return SourcePort{use.arguments[0], kind, Joined(use, 1)}; };
  if (use.name == "INPUT") prototype.inputs.push_back(port(Kind::kRequired));
  if (use.name == "OPTIONAL_INPUT") prototype.inputs.push_back(port(Kind::kOptional));
  if (use.name == "DYNAMIC_INPUT") prototype.inputs.push_back(port(Kind::kDynamic));
  if (use.name == "OUTPUT") prototype.outputs.push_back(port(Kind::kRequired));
  if (use.name == "DYNAMIC_OUTPUT") prototype.outputs.push_back(port(Kind::kDynamic));
  if (use.arguments.size() < 2) return;
  if (use.name == "ATTR") prototype.attrs.push_back({use.arguments[0], use.arguments[1], Joined(use, 2), false});
  if (use.name == "REQUIRED_ATTR") prototype.attrs.push_back({use.arguments[0], use.arguments[1], "", true});
}

constexpr std::array<std::string_view, 9> kWithoutMeaning = {"REGISTER_SCOPE_FUSION_PASS",
                                                             "REGISTER_CUSTOM_PASS",
                                                             "REGISTER_OP_TILING",
                                                             "INFER_DATA_SLICE_FUNC_REG",
                                                             "COMMON_INFER_DATA_SLICE_FUNC_REG",
                                                             "OP_ADD",
                                                             "IMPL_OP",
                                                             "IMPL_OP_INFERSHAPE",
                                                             "IMPL_OP_OPTILING"};

void AddKernel(const MacroUse& use, const std::string& text, SourceScan& scan) {
  const std::vector<std::string> literal = Literals(use.arguments[0]);
  if (!literal.empty()) return scan.cpu_kernels.push_back({literal[0], use.line});
  // const char *ADD = "Add"; or constexpr char kAdd[] = "Add"; or a macro.
  const std::regex definition("\\b" + use.arguments[0] + "\\b\\s*(?:\\[\\s*\\])?\\s*[={(]?\\s*\"([^\"]*)\"");
  if (std::smatch match; std::regex_search(text, match, definition)) {
    scan.cpu_kernels.push_back({match[1], use.line});
  } else {
    scan.unknown_kernel = true;
  }
}

}  // namespace

std::string WithoutComments(std::string_view text) {
  std::string result(text);
  for (size_t i = 0; i < text.size();) {
    if (BeginsLiteral(text, i)) {
      i = SkipLiteral(text, i);
      continue;
    }
    size_t end = i;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      end = text.find("*/", i + 2);
      end = end == std::string_view::npos ? text.size() : end + 2;
    } else if (text.substr(i, 2) == "\\\n") {
      result[i] = ' ';
    } else if (text.substr(i, 3) == "\\\r\n") {
      result[i] = ' ';
    }
    for (size_t k = i; k < end; ++k) {
      if (text[k] != '\n') result[k] = ' ';
    }
    i = std::max(end, i + 1);
  }
  return result;
}

SourceScan ScanSource(std::string_view source) {
  const std::string text = WithoutComments(source);
  SourceScan scan;
  MacroFinder finder(text);
  bool in_prototype = false;
  bool in_mapping = false;
  while (const auto use = finder.Next()) {
    const std::string& name = use->name;
    const bool has_argument = !use->arguments.empty() && !use->arguments[0].empty();
    if (name == "OP_END_FACTORY_REG") in_prototype = false;
    if (in_prototype) AddToPrototype(*use, scan.prototypes.back());
    if (!has_argument) continue;
    if (name == "REG_OP") {
      scan.prototypes.push_back({use->arguments[0], use->line, {}, {}, {}});
      in_prototype = true;
    } else if (name == "REGISTER_CPU_KERNEL") {
      AddKernel(*use, text, scan);
    } else if (name == "REGISTER_OP_COMPUTE") {
      const auto literal = Literals(use->arguments[0]);
      scan.op_computes.push_back({literal.empty() ? use->arguments[0] : literal[0], use->line});
    } else if (name == "INFER_FUNC_REG" || name == "COMMON_INFER_FUNC_REG") {
      scan.infer_shapes.push_back({use->arguments[0], use->line});
    } else if (name == "REGISTER_CUSTOM_OP") {
      const auto literal = Literals(use->arguments[0]);
      scan.mappings.push_back({literal.empty() ? use->arguments[0] : literal[0], "", {}, use->line});
      in_mapping = true;
    } else if (in_mapping && name == "FrameworkType") {
      const std::string& framework = use->arguments[0];
      scan.mappings.back().framework = framework.substr(framework.find_last_of(':') + 1);
    } else if (in_mapping && name == "OriginOpType") {
      const auto origins = Literals(Joined(*use, 0));
      scan.mappings.back().origins.insert(scan.mappings.back().origins.end(), origins.begin(), origins.end());
    } else if (std::find(kWithoutMeaning.begin(), kWithoutMeaning.end(), name) != kWithoutMeaning.end()) {
      scan.others.push_back(*use);
    }
  }
  return scan;
}

}  // namespace opdk::cli
