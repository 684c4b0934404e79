#include "sdk/tools/author/docs/operator_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "graph_core/base/file.h"
#include "opdk/neutral_text.h"
#include "sdk/tools/author/check/registration_calls.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

std::string ReadText(const fs::path& path) {
  auto text = ReadFile(path, kTextFile);
  return text.ok() ? *std::move(text) : "";
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Finds the text of a comment's line, without its marks. Returns false for a line that is no comment.
bool CommentText(const std::string& line, std::string& text) {
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos) return false;
  std::string rest = line.substr(begin);
  const bool block = rest.starts_with("/*") || rest.starts_with("*");
  if (!rest.starts_with("//") && !block) return false;
  rest.erase(0, rest.find_first_not_of("/*"));
  if (rest.find("*/") != std::string::npos) rest.resize(rest.find("*/"));
  const size_t first = rest.find_first_not_of(" \t");
  const size_t last = rest.find_last_not_of(" \t\r");
  text = first == std::string::npos ? "" : rest.substr(first, last - first + 1);
  return true;
}

// Returns the comment that ends on the line before `line` (counted from 1), or begins on the first line.
std::string CommentAbove(const std::vector<std::string>& lines, int line) {
  std::vector<std::string> texts;
  for (int i = line - 2; i >= 0; --i) {
    std::string text;
    if (!CommentText(lines[static_cast<size_t>(i)], text)) break;
    texts.insert(texts.begin(), text);
  }
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : " ") + text;
  return joined;
}

std::string CommentAtTop(const std::vector<std::string>& lines) {
  size_t end = 0;
  for (std::string text; end < lines.size() && CommentText(lines[end], text);) ++end;
  return CommentAbove(lines, static_cast<int>(end) + 1);
}

// Splits "…/op_proto/activation/mish.h" into the source tree and "op_proto/activation/mish.h".
fs::path BelowRoot(const std::string& file, fs::path& root) {
  const size_t folder = file.rfind("op_proto/");
  if (folder == std::string::npos) return {};
  root = file.substr(0, folder);
  return file.substr(folder);
}

}  // namespace

OperatorSources FindSources(const PrototypeEntry& prototype, const std::vector<std::string>& roots) {
  OperatorSources sources;
  fs::path compiled_in;
  const fs::path relative = BelowRoot(prototype.place.file, compiled_in);
  if (relative.empty()) return sources;
  sources.prototype_place = fmt::format("{}:{}", relative.string(), prototype.place.line);
  std::vector<fs::path> candidates(roots.begin(), roots.end());
  if (compiled_in.is_absolute()) candidates.push_back(compiled_in);
  std::error_code error;
  const auto root = std::find_if(candidates.begin(), candidates.end(),
                                 [&](const fs::path& candidate) { return fs::exists(candidate / relative, error); });
  if (root == candidates.end()) return sources;

  const std::string text = ReadText(*root / relative);
  const std::vector<std::string> lines = Lines(text);
  const ScannedSource scanned = FindRegistrations(text, {"REG_OP"});
  for (const MacroCall& call : scanned.calls) {
    if (call.argument != ToText(prototype.type)) continue;
    sources.description = CommentAbove(lines, call.line);
    sources.prototype_place = fmt::format("{}:{}", relative.string(), call.line);
    // The head of a file with one operator describes the operator; the comment above it may only give the shapes.
    const std::string head = scanned.calls.size() == 1 ? CommentAtTop(lines) : "";
    if (!head.empty() && head != sources.description) {
      sources.description = sources.description.empty() ? head : head + " " + sources.description;
    }
  }
  for (const char* extension : {".cc", ".cpp", ".h"}) {
    const fs::path file = fs::path(relative).replace_extension(extension);
    const ScannedSource inference =
        FindRegistrations(ReadText(*root / file), {"INFER_FUNC_REG", "COMMON_INFER_FUNC_REG"});
    for (const MacroCall& call : inference.calls) {
      if (call.argument != ToText(prototype.type) || !sources.inference_place.empty()) continue;
      sources.inference_place = fmt::format("{}:{}", file.string(), call.line);
    }
  }
  const fs::path below = relative.lexically_relative("op_proto");
  const fs::path cases = *root / "tests" / "op" / fs::path(below).replace_extension(".yaml");
  if (auto read = verify::ReadCaseFile(cases.string()); read.ok()) {
    for (verify::OpCase& one : *read) {
      if (one.op == ToText(prototype.type)) sources.cases.push_back(std::move(one));
    }
  }
  return sources;
}

}  // namespace opdk::author
