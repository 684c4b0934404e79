#include "sdk/tools/author/cann/cann_project.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "graph_core/package/package_registry.h"
#include "opdk/safe_text.h"
#include "sdk/tools/author/cann/ascend_c.h"
#include "sdk/tools/author/cann/cann_files.h"
#include "sdk/tools/author/cann/header_prototypes.h"
#include "sdk/tools/author/cann/ini_file.h"
#include "sdk/tools/author/cann/tbe_python.h"
#include "sdk/tools/author/operator_name.h"
#include "sdk/tools/author/text_cursor.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> IncludesOf(std::string_view text) {
  const auto in_line = [](char c) { return c == ' ' || c == '\t'; };
  std::vector<std::string> includes;
  ForEachPlace(text, "#", false, [&](TextCursor& cursor) {
    cursor.TakeWhile(in_line);
    if (!cursor.Take("include")) return false;
    cursor.TakeWhile(in_line);
    if (!cursor.TakeOne("\"<")) return false;
    const std::string_view file = cursor.TakeWhile([](char c) { return c != '"' && c != '>' && c != '\n'; });
    if (file.empty() || !cursor.TakeOne("\">")) return false;
    includes.emplace_back(file);
    return true;
  });
  return includes;
}

// Reads the folders of one project, one after the other.
class Reader {
 public:
  Reader(CannProject& project, const CannOptions& options) : project_(project), options_(options) {}

  Status Read() {
    OPDK_TRY(ReadSources());
    OPDK_TRY(ReadBuildFiles());
    OPDK_TRY(ReadAiCpu());
    OPDK_TRY(ReadAiCore());
    OPDK_TRY(ReadPython());
    OPDK_TRY(CheckPrototypes());
    project_.added = SourcesForHeaders(project_);
    NoteOperators();
    NoteOthers();
    return Status();
  }

 private:
  Status ReadSources();
  Status ReadPart(const std::string& directory);
  void Register(const CannSource& source);
  Status ReadBuildFiles();
  Status ReadAiCpu();
  Status ReadAiCore();
  Status Add(const IniSection& section, const char* engine);
  Status ReadPython();
  Status CheckPrototypes();
  void NoteOperators();
  void NoteOthers();

  CannOperator& Operator(const std::string& type) {
    CannOperator& op = project_.operators[type];
    op.type = type;
    if (op.stem.empty()) op.stem = StemOf(type);
    return op;
  }

  CannProject& project_;
  const CannOptions& options_;
  bool unknown_kernel_ = false;
  std::shared_ptr<const PackageRegistry> packages_;
};

void Reader::Register(const CannSource& source) {
  for (const SourcePrototype& prototype : source.scan.prototypes) {
    CannOperator& op = Operator(prototype.type);
    const std::string place = fmt::format("{}:{}", source.path, prototype.line);
    if (op.prototype != nullptr) {
      project_.notes.push_back({place, fmt::format("{} is declared here again; the prototype at {} counts",
                                                   prototype.type, op.prototype_place)});
      continue;
    }
    op.prototype = &prototype;
    op.prototype_place = place;
  }
  for (const SourceName& kernel : source.scan.cpu_kernels) Operator(kernel.name).cpu_kernel = true;
  for (const SourceName& kernel : source.scan.op_computes) Operator(kernel.name).op_compute = true;
  for (const SourceName& infer : source.scan.infer_shapes) Operator(infer.name).infer_shape = true;
  unknown_kernel_ = unknown_kernel_ || source.scan.unknown_kernel;
}

Status Reader::ReadPart(const std::string& directory) {
  if (!fs::is_directory(fs::path(project_.root) / directory)) return Status();
  CannPart part{directory, {}, {}};
  OPDK_TRY(const std::vector<std::string> files, FilesBelow(project_.root, directory));
  for (const std::string& path : files) {
    const std::string extension = fs::path(path).extension().string();
    const bool source = extension == ".cc" || extension == ".cpp";
    if (!source && extension != ".h" && extension != ".hpp") continue;
    OPDK_TRY(const std::string text, ReadProjectFile(project_.root, path));
    (source ? part.sources : part.headers).push_back({path, ScanSource(text), IncludesOf(text)});
  }
  if (!part.sources.empty() || !part.headers.empty()) project_.parts.push_back(std::move(part));
  return Status();
}

Status Reader::ReadSources() {
  for (const char* directory : {"op_proto", "cpukernel", "op_impl/ai_core"}) OPDK_TRY(ReadPart(directory));
  OPDK_TRY(const std::vector<std::string> plugins, DirectoriesIn(project_.root, "framework"));
  for (const std::string& plugin : plugins) OPDK_TRY(ReadPart(plugin));
  // Headers come first: if both a header and a source declare an operator, the header counts.
  for (const CannPart& part : project_.parts) {
    for (const CannSource& header : part.headers) Register(header);
  }
  for (const CannPart& part : project_.parts) {
    for (const CannSource& source : part.sources) Register(source);
  }
  return Status();
}

Status Reader::ReadBuildFiles() {
  for (const char* path : {"CMakeLists.txt", "op_proto/CMakeLists.txt", "cpukernel/CMakeLists.txt"}) {
    if (!fs::exists(fs::path(project_.root) / path)) continue;
    OPDK_TRY(const std::string text, ReadProjectFile(project_.root, path));
    ReadCMakeLists(text, path, project_);
  }
  return Status();
}

Status Reader::Add(const IniSection& section, const char* engine) {
  const auto found = project_.operators.find(section.name);
  const SourcePrototype* prototype = found == project_.operators.end() ? nullptr : found->second.prototype;
  const bool cpu = std::string(engine) == "ai_cpu";
  OPDK_TRY(ConvertedInfo info,
           cpu ? ConvertAiCpu(section, prototype, project_.notes) : ConvertAiCore(section, prototype, project_.notes));
  CannOperator& op = Operator(section.name);
  std::optional<ConvertedInfo>& slot = cpu ? op.ai_cpu : op.ai_core;
  if (slot) {
    return Status(ErrorCode::kDefinitionInvalid, fmt::format("{} is described twice for one engine", section.name))
        .At(section.place)
        .At(slot->place + " (the first)")
        .Hint("remove one of the two sections");
  }
  slot = std::move(info);
  return Status();
}

Status Reader::ReadAiCpu() {
  OPDK_TRY(const std::vector<std::string> files, FilesBelow(project_.root, "cpukernel/op_info_cfg"));
  for (const std::string& path : files) {
    if (!path.ends_with(".ini")) continue;
    OPDK_TRY(const auto sections, ReadIni((fs::path(project_.root) / path).string(), path));
    for (const IniSection& section : sections) OPDK_TRY(Add(section, "ai_cpu"));
  }
  return Status();
}

Status Reader::ReadAiCore() {
  OPDK_TRY(std::vector<std::string> socs, DirectoriesIn(project_.root, "tbe/op_info_cfg/ai_core"));
  std::string chosen = socs.empty() ? "tbe/op_info_cfg" : socs.front();
  if (!options_.soc.empty()) {
    const std::string wanted = "tbe/op_info_cfg/ai_core/" + options_.soc;
    if (std::find(socs.begin(), socs.end(), wanted) == socs.end()) {
      std::vector<std::string> names;
      names.reserve(socs.size());
      for (const std::string& soc : socs) names.push_back(fs::path(soc).filename());
      const std::string near = Nearest(options_.soc, names);
      return Status(ErrorCode::kUsage, fmt::format("the project has no AI Core information for '{}'{}", options_.soc,
                                                   near.empty() ? "" : fmt::format("; did you mean {}?", near)))
          .At("tbe/op_info_cfg/ai_core");
    }
    chosen = wanted;
  }
  for (const std::string& soc : socs) {
    if (soc != chosen) project_.notes.push_back({soc, fmt::format("not read: {} counts (--soc chooses)", chosen)});
  }
  OPDK_TRY(const std::vector<std::string> files, FilesBelow(project_.root, chosen));
  for (const std::string& path : files) {
    if (!path.ends_with(".ini")) continue;
    OPDK_TRY(const auto sections, ReadIni((fs::path(project_.root) / path).string(), path));
    for (const IniSection& section : sections) OPDK_TRY(Add(section, "ai_core"));
  }
  return Status();
}

// Reads the Python files. A file belongs to the operator whose information names it, else to the operator with its
// stem.
Status Reader::ReadPython() {
  OPDK_TRY(const std::vector<std::string> files, FilesBelow(project_.root, "tbe"));
  for (const std::string& path : files) {
    if (!path.ends_with(".py") || path.ends_with("__init__.py")) continue;
    const std::string stem = fs::path(path).stem();
    const CannOperator* owner = nullptr;
    for (auto& [type, op] : project_.operators) {
      const bool named =
          op.ai_core && !op.ai_core->python_file.empty() ? op.ai_core->python_file == stem : op.stem == stem;
      if (!named) continue;
      op.python = path;
      owner = &op;
    }
    if (owner != nullptr && owner->op_compute) continue;
    OPDK_TRY(const std::string text, ReadProjectFile(project_.root, path));
    const std::string advice = AdviceFor(ScanTbePython(text), owner == nullptr ? stem : owner->stem);
    const std::string what =
        owner == nullptr ? "a TBE kernel in Python" : fmt::format("the TBE kernel of {}", owner->type);
    project_.left_behind.push_back({path, fmt::format("{}: {}", what, advice)});
  }
  return Status();
}

Status Reader::CheckPrototypes() {
  OPDK_TRY(packages_, PackageRegistry::Load({}));
  for (auto& [type, op] : project_.operators) {
    op.built_in = packages_->Prototype(type) != nullptr;
    if (op.prototype != nullptr) continue;
    const std::optional<ConvertedInfo>& info = op.ai_cpu ? op.ai_cpu : op.ai_core;
    if (!info || op.built_in) continue;
    std::vector<std::string> known = packages_->OperatorTypes();
    for (const auto& [other, described] : project_.operators) {
      if (described.prototype != nullptr) known.push_back(other);
    }
    const std::string near = Nearest(type, known);
    return Status(ErrorCode::kDefinitionInvalid,
                  fmt::format("[{}] describes an operator without prototype{}", type,
                              near.empty() ? "" : fmt::format("; did you mean {}?", near)))
        .At(info->place)
        .Hint(fmt::format("write REG_OP({}) below op_proto, where a header alone will do (prototypes that come with "
                          "CANN are not known here), or remove the section",
                          type));
  }
  return Status();
}

void Reader::NoteOperators() {
  for (const auto& [type, op] : project_.operators) {
    if (op.ai_cpu && !op.cpu_kernel && !unknown_kernel_) {
      project_.notes.push_back({op.ai_cpu->place, fmt::format("[{}]: no source registers this AI CPU kernel "
                                                              "(REGISTER_CPU_KERNEL)",
                                                              type)});
    }
    if (op.cpu_kernel && !op.ai_cpu) {
      project_.notes.push_back({"cpukernel", fmt::format("the AI CPU kernel of {} is never chosen: no ini file below "
                                                         "cpukernel/op_info_cfg has a section [{}]",
                                                         type, type)});
    }
    if (op.prototype == nullptr) continue;
    // A header that repeats the prototype of a built-in operator needs no kernel for it.
    if (!op.cpu_kernel && !op.op_compute && !op.built_in) {
      project_.notes.push_back({op.prototype_place, fmt::format("{} has a prototype but no kernel that can be built "
                                                                "here: it can be inferred, not run",
                                                                type)});
    }
    if (op.ai_core && !op.op_compute && op.python.empty()) {
      project_.left_behind.push_back(
          {op.ai_core->place, fmt::format("[{}] describes an AI Core kernel that the project doesn't hold; write "
                                          "op_impl/ai_core/{}.cc with tbe.dsl",
                                          type, op.stem)});
    }
  }
}

void Reader::NoteOthers() {
  static const std::set<std::string> kRead = {"CAFFE", "MINDSPORE", "ONNX", "TENSORFLOW"};
  static const std::map<std::string, std::string> kAdvice = {
      {"REGISTER_OP_TILING", "the engine cuts kernels into tiles itself; the function is never called"},
      {"INFER_DATA_SLICE_FUNC_REG", "operators are not sliced over cores here; the function is never called"},
      {"COMMON_INFER_DATA_SLICE_FUNC_REG", "operators are not sliced over cores here; the function is never called"}};
  for (const CannPart& part : project_.parts) {
    for (const CannSource& source : part.sources) {
      for (const MacroUse& use : source.scan.others) {
        const auto advice = kAdvice.find(use.name);
        project_.left_behind.push_back(
            {fmt::format("{}:{}", source.path, use.line),
             fmt::format("{}({}): {}", use.name, use.arguments[0],
                         advice != kAdvice.end()
                             ? advice->second
                             : "a definition in Ascend C's style: write REG_OP and INFER_FUNC_REG below op_proto")});
      }
      for (const SourceMapping& mapping : source.scan.mappings) {
        if (mapping.framework.empty() || kRead.contains(mapping.framework)) continue;
        project_.notes.push_back({fmt::format("{}:{}", source.path, mapping.line),
                                  fmt::format("the mapping to {} is built; {} models are not read here",
                                              mapping.om_type, mapping.framework)});
      }
    }
  }
  for (const std::string& path : UnusedFiles(project_.root)) {
    project_.left_behind.push_back({path, AdviceForFile(path)});
  }
}

}  // namespace

std::string CannProject::OpInfoYaml(const CannOperator& op) const {
  std::string sections;
  std::string comment;
  std::string attrs;
  const auto add = [&](const std::optional<ConvertedInfo>& info, bool kernel) {
    if (!info || info->yaml.empty() || !kernel) return;
    sections += info->yaml;
    comment += fmt::format("# From {}.\n", info->place);
    if (!info->attrs.empty()) attrs = info->attrs;
  };
  add(op.ai_core, op.op_compute);
  add(op.ai_cpu, true);
  return sections.empty() ? "" : fmt::format("{}{}:\n{}{}", comment, op.type, sections, attrs);
}

Result<CannProject> ReadCannProject(const std::string& directory, const CannOptions& options) {
  std::error_code error;
  CannProject project;
  project.root = fs::canonical(directory, error).string();
  if (error || !fs::is_directory(project.root, error)) {
    return Status(ErrorCode::kFileNotFound, "there is no such directory").At(directory);
  }
  if (const std::string sign = SignOfAscendC(project.root); !sign.empty()) {
    return Status(ErrorCode::kFileNotFound,
                  fmt::format("this is an Ascend C project, which opdk doesn't read: {}", sign))
        .At(project.root)
        .Hint(
            "TBE and AI CPU projects can be brought (op_proto, cpukernel, tbe); write this operator anew as a tensor "
            "expression: opdk new DIR --from its msopgen JSON, or opdk new DIR --kind elementwise");
  }
  const auto holds = [&](const char* folder) { return fs::is_directory(fs::path(project.root) / folder, error); };
  if (!holds("op_proto") && !holds("cpukernel") && !holds("framework")) {
    return Status(ErrorCode::kFileNotFound,
                  "this is no CANN custom-operator project: it has none of the folders "
                  "op_proto, cpukernel and framework")
        .At(project.root)
        .Hint("name the directory that holds the project's build.sh");
  }
  project.name = options.name.empty() ? PackageNameOf(fs::path(project.root).filename().string()) : options.name;
  OPDK_TRY(Reader(project, options).Read());
  return project;
}

std::string DescribeImport(const std::vector<ImportNote>& left_behind, const std::vector<ImportNote>& notes) {
  std::string text;
  const auto add = [&](const char* what, const ImportNote& note) {
    text += fmt::format("{}: {}: {}\n", what, SafeLine(note.place), SafeLine(note.text));
  };
  for (const ImportNote& note : left_behind) add("not brought", note);
  for (const ImportNote& note : notes) add("note", note);
  return text;
}

}  // namespace opdk::author
