#include "sdk/tools/author/template_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph_core/base/file.h"
#include "graph_core/base/sha256.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeading =
    "# Written by opdk: what these files were generated from. `opdk upgrade` reads it; don't edit it.\n";

// Returns whether a path that a record names lies in the package.
bool Inside(const std::string& path) {
  const fs::path normal = fs::path(path).lexically_normal();
  return !normal.empty() && normal.is_relative() && *normal.begin() != ".." && *normal.begin() != ".opdk";
}

Result<TemplateRecord> ReadRecord(const fs::path& path) {
  OPDK_TRY(const std::string text, ReadFile(path, {"the record", kMaxText}));
  const YamlReader reader(path.string(), ErrorCode::kDefinitionInvalid);
  OPDK_TRY(const YAML::Node root, reader.Parse(text));
  OPDK_TRY(const auto entries, reader.Map(root, "the record", {"version", "package", "operator", "files"}));
  TemplateRecord record;
  for (const auto& [key, value] : entries) {
    if (key.Scalar() == "version") {
      OPDK_TRY(record.version, reader.Int(value, "version"));
    } else if (key.Scalar() == "package") {
      OPDK_TRY(const auto fields, reader.Map(value, "package", {"name", "vendor", "version"}));
      for (const auto& [field, node] : fields) {
        OPDK_TRY(const std::string word, reader.Text(node, field.Scalar()));
        const std::string& name = field.Scalar();
        (name == "name"     ? record.package.name
         : name == "vendor" ? record.package.vendor
                            : record.package.version) = word;
      }
    } else if (key.Scalar() == "operator") {
      // The code that generates checks whether the kind still exists.
      const YAML::Node kind = value["kind"];
      OPDK_TRY(record.operator_,
               ReadOperator(reader, value, kind ? std::vector{kind.Scalar()} : std::vector<std::string>()));
    } else {
      OPDK_TRY(const auto files, reader.Map(value, "files"));
      for (const auto& [name, hash] : files) {
        if (!Inside(name.Scalar())) return reader.Error(name, "this path leaves the package");
        record.files[name.Scalar()] = hash.Scalar();
      }
    }
  }
  return record;
}

}  // namespace

std::string RecordPath(const TemplateRecord& record) {
  if (!record.operator_) return ".opdk/template.yaml";
  return fmt::format(".opdk/operators/{}.yaml", StemOf(record.operator_->op));
}

std::string PristinePath(const std::string& path) { return ".opdk/generated/" + path; }

TemplateRecord RecordOf(const TemplateSet& templates, const PackageIdentity& package,
                        const OperatorDefinition* definition, const std::vector<GeneratedFile>& files) {
  TemplateRecord record;
  record.version = templates.version();
  record.package = package;
  if (definition != nullptr) record.operator_ = *definition;
  for (const GeneratedFile& file : files) record.files[file.path] = Sha256(file.text);
  return record;
}

std::vector<GeneratedFile> RecordFiles(const TemplateRecord& record, const std::vector<GeneratedFile>& files) {
  YAML::Node root;
  root["version"] = record.version;
  root["package"]["name"] = record.package.name;
  root["package"]["vendor"] = record.package.vendor;
  root["package"]["version"] = record.package.version;
  if (record.operator_) root["operator"] = WriteOperator(*record.operator_);
  for (const auto& [path, hash] : record.files) root["files"][path] = hash;
  YAML::Emitter emitter;
  emitter << root;
  std::vector<GeneratedFile> written = {{RecordPath(record), std::string(kHeading) + emitter.c_str() + "\n"}};
  for (const GeneratedFile& file : files) written.push_back({PristinePath(file.path), file.text});
  return written;
}

Result<std::vector<TemplateRecord>> ReadRecords(const fs::path& root) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / ".opdk" / "operators", error)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  if (fs::exists(root / ".opdk" / "template.yaml")) paths.insert(paths.begin(), root / ".opdk" / "template.yaml");
  std::vector<TemplateRecord> records;
  for (const fs::path& path : paths) {
    OPDK_TRY(TemplateRecord record, ReadRecord(path));
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace opdk::author
