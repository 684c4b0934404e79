#include "sdk/tools/author/cann/cann_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sdk/tools/author/cann/cann_build.h"
#include "sdk/tools/author/cann/cann_case.h"
#include "sdk/tools/author/cann/cann_files.h"
#include "sdk/tools/author/cann/fitted_cases.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

// Returns the folder of a part's files: "framework/tf_plugin" -> "plugins/tensorflow".
std::string FolderFor(const std::string& part) {
  if (part == "cpukernel") return "op_impl/ai_cpu";
  if (!part.starts_with("framework/")) return part;
  const std::string plugin = part.substr(10);
  if (plugin == "onnx_plugin") return "plugins/onnx";
  if (plugin == "caffe_plugin") return "plugins/caffe";
  if (plugin == "tf_plugin") return "plugins/tensorflow";
  return "plugins/" + plugin;
}

// Returns the operator of a source, if the source serves exactly one of the project's operators.
std::string OnlyOperator(const CannSource& source, const CannProject& project) {
  std::set<std::string> types;
  for (const SourcePrototype& prototype : source.scan.prototypes) types.insert(prototype.type);
  for (const auto* names : {&source.scan.cpu_kernels, &source.scan.infer_shapes, &source.scan.op_computes}) {
    for (const SourceName& name : *names) types.insert(name.name);
  }
  for (const SourceMapping& mapping : source.scan.mappings) types.insert(mapping.om_type);
  if (types.size() != 1) return "";
  const auto found = project.operators.find(*types.begin());
  return found != project.operators.end() && found->second.prototype != nullptr ? *types.begin() : "";
}

class Importer {
 public:
  Importer(const CannProject& project, const PackageIdentity& package, fs::path target)
      : project_(project), package_(package), target_(std::move(target)) {}

  Result<std::vector<std::string>> Write() {
    for (const CannPart& part : project_.parts) OPDK_TRY(CopyPart(part));
    for (const AddedSource& added : project_.added) OPDK_TRY(Put(added.path, added.text));
    for (const auto& [type, op] : project_.operators) OPDK_TRY(WriteOperator(op));
    for (const char* folder : {"tbe", "op_kernel", "op_host", "op_tiling", "cpukernel/op_info_cfg"}) {
      OPDK_TRY(const auto files, FilesBelow(project_.root, folder));
      for (const std::string& file : files) OPDK_TRY(Copy(file, "from_cann/" + file));
    }
    OPDK_TRY(Put("CMakeLists.txt", CMakeText()));
    OPDK_TRY(Put("README.md", Readme()));
    std::sort(files_.begin(), files_.end());
    return files_;
  }

 private:
  Status Put(const std::string& path, const std::string& text) {
    OPDK_TRY(WriteChanged((target_ / path).string(), text));
    files_.push_back(path);
    return Status();
  }
  Status Copy(const std::string& from, const std::string& to) {
    OPDK_TRY(const std::string text, ReadProjectFile(project_.root, from));
    return Put(to, text);
  }
  Status CopyPart(const CannPart& part);
  Status WriteOperator(const CannOperator& op);
  std::string CMakeText() const;
  std::string Readme() const;

  const CannProject& project_;
  const PackageIdentity& package_;
  fs::path target_;
  std::vector<std::string> files_;
  std::vector<std::string> separate_;
  std::set<std::string> includes_;
};

Status Importer::CopyPart(const CannPart& part) {
  const std::string folder = FolderFor(part.directory);
  if (folder != "op_impl/ai_core") separate_.push_back(folder);
  std::set<std::string> taken;
  const auto place = [&](const std::string& path) {
    std::string below = path.substr(part.directory.size() + 1);
    if (part.directory == "cpukernel" && below.starts_with("impl/")) below.erase(0, 5);
    return folder + "/" + below;
  };
  for (const auto* files : {&part.headers, &part.sources}) {
    for (const CannSource& file : *files) taken.insert(place(file.path));
  }
  for (const CannSource& header : part.headers) {
    includes_.insert(fs::path(place(header.path)).parent_path());
    OPDK_TRY(Copy(header.path, place(header.path)));
  }
  for (const CannSource& source : part.sources) {
    fs::path to = place(source.path);
    includes_.insert(to.parent_path());
    const std::string only = OnlyOperator(source, project_);
    const fs::path by_stem =
        to.parent_path() / (only.empty() ? to.stem().string() + ".cc" : project_.operators.at(only).stem + ".cc");
    if (by_stem != to && taken.insert(by_stem.string()).second) to = by_stem;
    OPDK_TRY(Copy(source.path, to.string()));
  }
  return Status();
}

Status Importer::WriteOperator(const CannOperator& op) {
  const std::string yaml = project_.OpInfoYaml(op);
  if (!yaml.empty()) OPDK_TRY(Put("op_info/" + op.stem + ".yaml", yaml));
  if (op.ai_core && !op.op_compute && !op.ai_core->yaml.empty()) {
    OPDK_TRY(Put("from_cann/op_info/" + op.stem + ".yaml",
                 fmt::format("# From {}. The section belongs into op_info/{}.yaml when op_impl/ai_core/{}.cc is "
                             "written.\n{}:\n{}{}",
                             op.ai_core->place, op.stem, op.stem, op.type, op.ai_core->yaml, op.ai_core->attrs)));
  }
  if (!HasCase(project_, op)) return Status();
  return Put(CasePath(op), CaseSkeleton(*op.prototype, CasePath(op)));
}

std::string Importer::CMakeText() const {
  std::string text = fmt::format(
      "cmake_minimum_required(VERSION 3.25)\nproject({0} LANGUAGES CXX)\n"
      "find_package(opdk REQUIRED)\n"
      "# Each folder was a library of its own: names in one don't clash with another's.\n"
      "opdk_add_operator_package({0} VENDOR {1} VERSION {2} CXX_STANDARD {3}\n",
      package_.name, package_.vendor, package_.version, project_.cxx_standard);
  const auto list = [&text](const char* keyword, const auto& values) {
    if (values.empty()) return;
    text += fmt::format("  {}", keyword);
    for (const std::string& value : values) text += " " + CMakeQuoted(value);
    text += "\n";
  };
  list("SEPARATE", separate_);
  list("INCLUDE_DIRECTORIES", includes_);
  list("DEFINITIONS", project_.definitions);
  text.back() = ')';
  return text + "\n";
}

std::string Importer::Readme() const {
  std::string text = fmt::format(
      "# {0}\n\nAn operator package, made from the CANN project `{1}`.\n\n    opdk build\n    opdk test\n\n"
      "| operator | prototype | kernels |\n|---|---|---|\n",
      project_.name, fs::path(project_.root).filename().string());
  for (const auto& [type, op] : project_.operators) {
    if (op.prototype == nullptr && !op.cpu_kernel && !op.op_compute) continue;
    std::string kernels = op.op_compute ? "AI Core" : "";
    if (op.cpu_kernel) kernels += kernels.empty() ? "AI CPU" : ", AI CPU";
    text += fmt::format("| {} | {} | {} |\n", type, op.prototype_place, kernels.empty() ? "none" : kernels);
  }
  const auto list = [&text](const char* title, const std::vector<ImportNote>& notes) {
    if (notes.empty()) return;
    text += fmt::format("\n## {}\n\n", title);
    for (const ImportNote& note : notes) text += fmt::format("- `{}`: {}\n", note.place, note.text);
  };
  list("Not brought (the files lie in from_cann)", project_.left_behind);
  list("To know", project_.notes);
  return text;
}

}  // namespace

Result<ImportedPackage> ImportCannProject(const std::string& directory, const std::string& target,
                                          const PackageIdentity& package, const std::string& soc) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(fs::absolute(target));
  if (fs::exists(root, error) && !fs::is_empty(root, error)) {
    return Status(ErrorCode::kExists, "it exists already, and isn't overwritten").At(root.string());
  }
  OPDK_TRY(CannProject project, ReadCannProject(directory, {package.name, soc}));
  const fs::path unfinished = root.string() + ".unfinished";
  fs::remove_all(unfinished, error);
  auto written = Importer(project, package, unfinished).Write();
  if (!written.ok()) {
    fs::remove_all(unfinished, error);
    return std::move(written).status();
  }
  fs::remove(root, error);
  fs::rename(unfinished, root, error);
  if (error) {
    const std::string why = error.message();
    fs::remove_all(unfinished, error);
    return Status(ErrorCode::kWriteFailed, fmt::format("the package can't be put there: {}", why)).At(root.string());
  }
  OPDK_TRY(FitCases(project, root.string()));
  return ImportedPackage{root.string(), project.name, *std::move(written), std::move(project.left_behind),
                         std::move(project.notes)};
}

}  // namespace opdk::author
