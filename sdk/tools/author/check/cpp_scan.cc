#include "sdk/tools/author/check/cpp_scan.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>

namespace opdk::cli {
namespace {

// The text with comments (and, where wanted, preprocessor lines) blanked: every character keeps its place.
struct Blanked {
  std::string code;                   // without comments and directives
  std::string directives;             // the directives alone
  std::vector<bool> commented_lines;  // by line: a comment ends on it and no code stands there
};

class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_(text) {
    result_.code.assign(text.begin(), text.end());
    result_.directives.assign(text.size(), ' ');
  }

  Blanked Run() {
    while (at_ < text_.size()) Step();
    MarkLines();
    return std::move(result_);
  }

 private:
  bool Here(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  void Step() {
    if (Here("//")) return Blank(text_.find('\n', at_));
    if (Here("/*")) {
      const size_t end = text_.find("*/", at_ + 2);
      return Blank(end == std::string_view::npos ? end : end + 2);
    }
    if (text_[at_] == '"' || text_[at_] == '\'') return Quoted(text_[at_]);
    if (text_[at_] == '#' && AtLineStart()) return Directive();
    ++at_;
  }

  void Blank(size_t end) {
    end = std::min(end, text_.size());
    for (; at_ < end; ++at_) {
      if (text_[at_] != '\n') result_.code[at_] = '\1';
    }
  }

  void Quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
  }

  bool AtLineStart() const {
    for (size_t i = at_; i > 0; --i) {
      if (text_[i - 1] == '\n') return true;
      if (std::isspace(static_cast<unsigned char>(text_[i - 1])) == 0) return false;
    }
    return true;
  }

  void Directive() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n' && (at_ == 0 || text_[at_ - 1] != '\\')) return;
      result_.directives[at_] = text_[at_];
      if (text_[at_] != '\n') result_.code[at_] = ' ';
    }
  }

  // '\1' marks what was a comment.
  void MarkLines() {
    bool comment = false;
    bool code = false;
    for (char& c : result_.code) {
      if (c == '\n') {
        result_.commented_lines.push_back(comment && !code);
        comment = code = false;
      } else if (c == '\1') {
        comment = true;
        c = ' ';
      } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
        code = true;
      }
    }
    result_.commented_lines.push_back(comment && !code);
  }

  std::string_view text_;
  size_t at_ = 0;
  Blanked result_;
};

std::string Alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "|") + name;
  return text;
}

// const char* const kMish = "Mish"; #define MISH "Mish"
std::map<std::string, std::string> Constants(const Blanked& blanked) {
  static const std::regex variable(R"re(\b(\w+)\s*(?:\[\s*\])?\s*[={]\s*"(\w+)"\s*\}?\s*;)re");
  static const std::regex define(R"re(#\s*define\s+(\w+)\s+"(\w+)")re");
  std::map<std::string, std::string> constants;
  for (const auto& [text, pattern] : {std::pair(&blanked.code, &variable), std::pair(&blanked.directives, &define)}) {
    for (std::sregex_iterator match(text->begin(), text->end(), *pattern), end; match != end; ++match) {
      constants[(*match)[1]] = (*match)[2];
    }
  }
  return constants;
}

}  // namespace

ScannedSource ScanSource(std::string_view text, const std::vector<std::string>& macros) {
  const Blanked blanked = Blanker(text).Run();
  const std::map<std::string, std::string> constants = Constants(blanked);
  const std::regex call(R"re(\b()re" + Alternatives(macros) + R"re()\s*\(\s*(?:"([^"]*)"|(\w+))?\s*([,)]?))re");
  ScannedSource source;
  source.hides_some = std::regex_search(blanked.directives, call);
  source.begins_with_comment = !blanked.commented_lines.empty() && blanked.commented_lines[0];
  size_t counted = 0;
  int line = 1;
  for (std::sregex_iterator match(blanked.code.begin(), blanked.code.end(), call), end; match != end; ++match) {
    const auto place = static_cast<size_t>(match->position());
    line += static_cast<int>(std::count(blanked.code.begin() + static_cast<std::ptrdiff_t>(counted),
                                        blanked.code.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
    counted = place;
    MacroCall found;
    found.macro = (*match)[1];
    found.argument = (*match)[2].matched ? (*match)[2] : (*match)[3];
    found.line = line;
    const size_t line_start = blanked.code.rfind('\n', place);
    found.column = static_cast<int>(place - (line_start == std::string::npos ? 0 : line_start + 1)) + 1;
    found.commented = line >= 2 && blanked.commented_lines[static_cast<size_t>(line) - 2];
    const bool is_word = (*match)[3].matched && !(*match)[2].matched;
    if (is_word && found.macro == "REGISTER_CPU_KERNEL") {
      const auto constant = constants.find(found.argument);
      found.argument = constant == constants.end() ? "" : constant->second;
    }
    if (found.argument.empty() || (*match)[4].length() == 0) {
      source.hides_some = true;
      continue;
    }
    source.calls.push_back(std::move(found));
  }
  return source;
}

}  // namespace opdk::cli
