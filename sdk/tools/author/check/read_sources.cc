// The parts of a package that its source files show.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/base/text.h"
#include "graph_core/package/engine_info.h"
#include "sdk/tools/author/check/package_parts.h"
#include "sdk/tools/author/check/registration_calls.h"
#include "sdk/tools/author/macro_scan.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

// Files of one deliverable.
struct SourceFile {
  std::string path;      // as it is opened
  std::string relative;  // to the root, for messages
  std::string stem;      // "activation/mish": below the deliverable's folder, without extension
};

std::vector<SourceFile> FilesBelow(const std::string& root, const std::string& folder,
                                   const std::vector<std::string>& extensions) {
  std::vector<SourceFile> files;
  std::error_code error;
  const fs::path top = fs::path(root) / folder;
  for (fs::recursive_directory_iterator entry(top, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& path = entry->path();
    if (!entry->is_regular_file(error) ||
        std::find(extensions.begin(), extensions.end(), path.extension()) == extensions.end()) {
      continue;
    }
    fs::path stem = path.lexically_relative(top);
    files.push_back({path.string(), path.lexically_relative(root).string(), stem.replace_extension().string()});
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.relative < b.relative; });
  return files;
}

std::string ReadText(const std::string& path) {
  auto text = ReadFile(path, kTextFile);
  return text.ok() ? *std::move(text) : "";
}

void NoteComments(const SourceFile& file, const ScannedSource& source, const MacroCall& call,
                  std::vector<CheckFinding>& findings) {
  // A comment at the top of a file is about its operators.
  if (call.commented || source.begins_with_comment) return;
  findings.push_back({"C501", fmt::format("{}:{}:{}", file.relative, call.line, call.column),
                      fmt::format("nothing says what {} computes", call.argument), ""});
}

void ReadPrototypes(PackageParts& parts, std::vector<CheckFinding>& findings) {
  for (const SourceFile& file : FilesBelow(parts.root, "op_proto", {".h", ".hpp", ".cc", ".cpp"})) {
    const ScannedSource source =
        FindRegistrations(ReadText(file.path), {"REG_OP", "INFER_FUNC_REG", "COMMON_INFER_FUNC_REG"});
    parts.sources_show_all = parts.sources_show_all && !source.hides_some;
    for (const MacroCall& call : source.calls) {
      OperatorParts& op = parts.operators[call.argument];
      const Part part{fmt::format("{}:{}:{}", file.relative, call.line, call.column), file.stem};
      SetFirst(call.macro == "REG_OP" ? op.prototype : op.inference, part);
      if (call.macro == "REG_OP") NoteComments(file, source, call, findings);
    }
  }
}

void ReadKernels(PackageParts& parts) {
  for (const EngineInfo& engine : Engines()) {
    std::vector<std::string> macros = SplitNames(engine.registration, " ");
    std::erase(macros, "or");
    for (const SourceFile& file :
         FilesBelow(parts.root, fmt::format("op_impl/{}", engine.name), {".cc", ".cpp", ".h"})) {
      const ScannedSource source = FindRegistrations(ReadText(file.path), macros);
      parts.sources_show_all = parts.sources_show_all && !source.hides_some;
      for (const MacroCall& call : source.calls) {
        parts.operators[call.argument].kernels.try_emplace(
            std::string(engine.name), Part{fmt::format("{}:{}:{}", file.relative, call.line, call.column), file.stem});
      }
    }
  }
}

void ReadMappings(PackageParts& parts) {
  for (const SourceFile& file : FilesBelow(parts.root, "plugins", {".cc", ".cpp"})) {
    const ScannedSource source = FindRegistrations(ReadText(file.path), {"REGISTER_CUSTOM_OP"});
    for (const MacroCall& call : source.calls) {
      SetFirst(parts.operators[call.argument].mapping,
               {fmt::format("{}:{}:{}", file.relative, call.line, call.column), file.stem});
    }
  }
}

void ReadInformation(PackageParts& parts, std::vector<CheckFinding>& findings) {
  for (const SourceFile& file : FilesBelow(parts.root, "op_info", {".yaml"})) {
    auto operators = ParseOpInfo(ReadText(file.path), file.relative);
    if (!operators.ok()) {
      findings.push_back(FindingOf("C101", operators.status(), file.relative));
      parts.unreadable.insert("op_info/" + file.stem);
      continue;
    }
    for (OpInfo& info : *operators) {
      SetFirst(parts.operators[info.type].info, {info.place, file.stem});
      const auto [known, added] = parts.op_info.try_emplace(info.type, info);
      if (added) continue;
      findings.push_back(
          {"C102", info.place, fmt::format("{} is described here and at {}", info.type, known->second.place), ""});
    }
  }
}

void ReadOperatorCases(PackageParts& parts, std::vector<CheckFinding>& findings) {
  parts.references = verify::References({parts.root + "/tests/op"});
  for (const SourceFile& file : FilesBelow(parts.root, "tests/op", {".yaml"})) {
    auto cases = verify::ReadCases(ReadText(file.path), file.relative);
    if (!cases.ok()) {
      findings.push_back(FindingOf("C403", cases.status(), file.relative));
      parts.unreadable.insert("tests/op/" + file.stem);
      continue;
    }
    for (verify::OpCase& one : *cases) {
      const YAML::Mark& mark = one.origin.place.mark;
      SetFirst(parts.operators[one.op].cases,
               {fmt::format("{}:{}:{}", file.relative, mark.line + 1, mark.column + 1), file.stem});
      parts.cases.push_back(std::move(one));
    }
  }
}

}  // namespace

std::string SourceCode::Place(size_t offset) const {
  const std::string_view before = std::string_view(code).substr(0, offset);
  const size_t line = before.rfind('\n');
  return fmt::format("{}:{}:{}", path, std::count(before.begin(), before.end(), '\n') + 1,
                     offset - (line == std::string_view::npos ? 0 : line + 1) + 1);
}

std::vector<SourceCode> ReadCode(const std::string& root, const std::vector<std::string>& folders) {
  std::vector<SourceCode> sources;
  for (const std::string& folder : folders) {
    for (const SourceFile& file : FilesBelow(root, folder, {".cc", ".cpp", ".cxx", ".h", ".hpp"})) {
      sources.push_back({file.relative, CodeOf(ReadText(file.path))});
    }
  }
  return sources;
}

PackageParts ReadSources(const std::string& root, std::vector<CheckFinding>& findings) {
  PackageParts parts;
  parts.root = root;
  ReadPrototypes(parts, findings);
  ReadKernels(parts);
  ReadMappings(parts);
  ReadInformation(parts, findings);
  ReadOperatorCases(parts, findings);
  std::error_code error;
  if (!fs::exists(fs::path(root) / "README.md", error)) {
    findings.push_back({"C502", "README.md", "the package has no README.md", ""});
  }
  return parts;
}

}  // namespace opdk::author
