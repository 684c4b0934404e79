#include "sdk/tools/verify/search/failure_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/yaml_attr.h"
#include "opdk/output_file.h"
#include "sdk/tools/verify/cases/flow_text.h"
#include "sdk/tools/verify/cases/write_case.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

// Returns an FNV-1a hash that names a case, equal on every machine.
std::string ShortHash(const std::string& text) {
  uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001B3ULL;
  return fmt::format("{:08x}", static_cast<uint32_t>(hash ^ (hash >> 32)));
}

// Returns whether ShortHash may have made the id. The id names a file and stands in a comment, so no other text is
// legal.
bool IsShortHash(const std::string& id) {
  return id.size() == 8 && id.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Result<FailureRecord> ParseRecord(const std::string& text, const std::string& path) {
  const YamlReader reader(path, ErrorCode::kCaseInvalid);
  OPDK_TRY(const YAML::Node node, reader.Parse(text));
  OPDK_TRY(const auto entries, reader.Map(node, "a kept failure",
                                          {"id", "op", "engine", "dtype", "standard", "checks", "found_by", "seed",
                                           "kind", "reason", "plugins", "file", "case"}));
  static_cast<void>(entries);
  FailureRecord record;
  const std::pair<const char*, std::string*> texts[] = {{"id", &record.id},
                                                        {"op", &record.op},
                                                        {"engine", &record.engine},
                                                        {"standard", &record.standard},
                                                        {"found_by", &record.found_by},
                                                        {"kind", &record.kind},
                                                        {"reason", &record.reason},
                                                        {"file", &record.file}};
  for (const auto& [key, target] : texts) {
    if (!node[key]) return reader.Error(node, fmt::format("a kept failure lacks '{}'", key));
    OPDK_TRY(*target, reader.Text(node[key], key));
  }
  if (!IsShortHash(record.id)) {
    return reader.Error(node["id"], "the id of a kept failure must be 8 hexadecimal digits, as opdk fuzz writes it");
  }
  if (!node["dtype"] || !node["case"]) return reader.Error(node, "a kept failure lacks 'dtype' or 'case'");
  OPDK_TRY(record.dtype, ReadYamlDtype(reader, node["dtype"]));
  if (node["seed"]) record.seed = node["seed"].as<uint64_t>(0);
  for (const YAML::Node& check : node["checks"]) record.checks.push_back(check.Scalar());
  for (const YAML::Node& plugin : node["plugins"]) record.plugins.push_back(plugin.Scalar());
  record.case_yaml = FlowText(node["case"]);
  return record;
}

}  // namespace

std::string FailureRecord::ToYaml() const {
  YAML::Emitter out;
  const auto text = [&out](const char* key, const std::string& value) {
    out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
  };
  const auto list = [&out](const char* key, const std::vector<std::string>& values) {
    out << YAML::Key << key << YAML::Value << YAML::Flow << values;
  };
  out << YAML::Comment(Command()) << YAML::BeginMap;
  text("id", id);
  text("op", op);
  text("engine", engine);
  text("dtype", DtypeName(dtype));
  text("standard", standard);
  list("checks", checks);
  text("found_by", found_by);
  out << YAML::Key << "seed" << YAML::Value << seed;
  text("kind", kind);
  text("reason", reason);
  list("plugins", plugins);
  text("file", file);
  out << YAML::Key << "case" << YAML::Value;
  EmitFlow(out, YAML::Load(case_yaml));
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

Result<OpCase> FailureRecord::ToCase() const { return ReadCaseText(op, case_yaml, file); }

FailureRecord RecordOf(const OpCase& op_case, ge::DataType dtype, const std::string& engine) {
  FailureRecord record;
  record.op = op_case.op;
  record.engine = engine;
  record.dtype = dtype;
  record.file = op_case.file.empty() ? "found" : fs::absolute(op_case.file).lexically_normal().string();
  record.case_yaml = CaseText(op_case);
  record.id = ShortHash(fmt::format("{}|{}|{}|{}", record.op, record.case_yaml, DtypeName(dtype), engine));
  return record;
}

Status MakeStateDirectory(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  const fs::path ignored = fs::path(directory) / ".gitignore";
  if (fs::exists(ignored, error)) return Status();
  const Status written = WriteFile(ignored, "*\n", {.synced = false});
  if (written.ok()) return Status();
  return Status(ErrorCode::kWriteFailed, written.message()).At(directory).Hint("--state DIR");
}

Result<std::string> KeepFailure(const FailureRecord& record, const std::string& directory) {
  const fs::path folder = fs::path(directory) / "failures";
  const fs::path path = folder / (record.id + ".yaml");
  OPDK_TRY(MakeStateDirectory(folder.string()));
  const Status written = WriteFile(path, record.ToYaml());
  if (written.ok()) return path.string();
  return Status(ErrorCode::kWriteFailed, fmt::format("the failure can't be kept: {}", written.message()))
      .Hint("check the directory");
}

void ForgetFailure(const std::string& id, const std::string& directory) {
  std::error_code error;
  fs::remove(fs::path(directory) / "failures" / (id + ".yaml"), error);
}

Result<FailureRecord> ReadFailure(const std::string& path) {
  auto text = ReadFile(path, {"the kept failure", kMaxText});
  if (!text.ok()) return std::move(text).status().Hint("opdk repro --list");
  return ParseRecord(*text, path);
}

Result<FailureRecord> FindFailure(const std::string& id_or_path, const std::string& directory) {
  std::error_code error;
  if (fs::is_regular_file(id_or_path, error)) return ReadFailure(id_or_path);
  std::vector<FailureRecord> matching;
  std::vector<std::string> ids;
  for (FailureRecord& record : ListFailures(directory)) {
    ids.push_back(record.id);
    if (record.id.starts_with(id_or_path)) matching.push_back(std::move(record));
  }
  if (matching.size() == 1) return std::move(matching.front());
  const std::string near = Nearest(id_or_path, ids);
  return Status(ErrorCode::kNothingSelected,
                fmt::format("{} kept failure{} '{}'{}", matching.empty() ? "no" : std::to_string(matching.size()),
                            matching.size() > 1 ? "s begin with" : " is named", id_or_path,
                            near.empty() ? "" : fmt::format("; did you mean {}?", near)))
      .At(directory + "/failures")
      .Hint("opdk repro --list shows what is kept");
}

std::vector<FailureRecord> ListFailures(const std::string& directory) {
  std::vector<FailureRecord> records;
  std::error_code error;
  for (fs::directory_iterator entry(directory + "/failures", error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() != ".yaml") continue;
    auto record = ReadFailure(entry->path().string());
    if (record.ok()) records.push_back(std::move(record).value());
  }
  std::sort(records.begin(), records.end(),
            [](const auto& a, const auto& b) { return std::tie(a.op, a.id) < std::tie(b.op, b.id); });
  return records;
}

}  // namespace opdk::verify
