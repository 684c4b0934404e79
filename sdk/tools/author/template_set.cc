#include "sdk/tools/author/template_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/runtime_symbol_info.hpp>
#include <filesystem>
#include <kainjow/mustache.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "graph_core/base/file.h"
#include "sdk/tools/author/definition_types.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;
using kainjow::mustache::context;
using kainjow::mustache::mustache;

constexpr const char* kSuffix = ".mustache";

// Looks values and partials up, and notes unknown names. mustache itself would leave an empty place.
class StrictContext : public context<std::string> {
 public:
  explicit StrictContext(const TemplateData* data) : context<std::string>(data) {}

  const TemplateData* get(const std::string& name) const override {
    const TemplateData* found = context<std::string>::get(name);
    if (found == nullptr) missing_.insert(name);
    return found;
  }

  const std::set<std::string>& missing() const { return missing_; }

 private:
  mutable std::set<std::string> missing_;
};

// Marks a template's own empty lines, to tell them from lines that a tag leaves.
constexpr char kEmptyLine = '\x01';

// Joins a line that holds only a section's or a partial's tag with the next line, so that the tag leaves no line.
// Mustache demands this; the library does it only for sections that aren't empty.
std::string Prepared(const std::string& text) {
  static const std::regex kTag("\\s*(\\{\\{[#^/>!][^}]*\\}\\})\\s*");
  std::istringstream lines(text);
  std::string prepared;
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, kTag)) {
      prepared += match[1];
    } else {
      prepared += (line.empty() ? std::string(1, kEmptyLine) : line) + "\n";
    }
  }
  return prepared;
}

Result<std::string> ReadTemplate(const fs::path& path) {
  auto text = ReadFile(path, {"the template", kMaxText});
  if (text.ok()) return text;
  return std::move(text).status().Hint("reinstall opdk, or name its templates with --templates");
}

Result<TemplateKind> ReadKind(const fs::path& path, const std::string& name) {
  OPDK_TRY(const std::string text, ReadTemplate(path));
  const YamlReader reader(path.string(), ErrorCode::kDefinitionInvalid);
  OPDK_TRY(const YAML::Node root, reader.Parse(text));
  OPDK_TRY(const auto entries,
           reader.Map(root, "a kind", {"summary", "shape_attrs", "computes", "in_place", "operator"}));
  TemplateKind kind;
  kind.name = name;
  for (const auto& [key, value] : entries) {
    if (key.Scalar() == "summary") {
      OPDK_TRY(kind.summary, reader.Text(value, "summary"));
    } else if (key.Scalar() == "operator") {
      OPDK_TRY(kind.prototype, ReadOperator(reader, value, {}));
    } else if (key.Scalar() == "in_place") {
      OPDK_TRY(const auto pairs, reader.Map(value, "in_place"));
      for (const auto& [output, input] : pairs) kind.in_place[output.Scalar()] = input.Scalar();
    } else {
      OPDK_TRY(const auto items, reader.List(value, key.Scalar()));
      for (const YAML::Node& item : items) {
        if (key.Scalar() == "shape_attrs") {
          kind.shape_attrs.push_back(item.Scalar());
          continue;
        }
        OPDK_TRY(const auto types, ReadTypeNames(reader, item));
        kind.computes.insert(kind.computes.end(), types.begin(), types.end());
      }
    }
  }
  kind.prototype.kind = name;
  return kind;
}

Result<int64_t> ReadVersion(const fs::path& path) {
  OPDK_TRY(const std::string text, ReadTemplate(path));
  const YamlReader reader(path.string(), ErrorCode::kDefinitionInvalid);
  OPDK_TRY(const YAML::Node root, reader.Parse(text));
  OPDK_TRY(const auto entries, reader.Map(root, "the templates", {"version"}));
  if (entries.empty()) return reader.Error(root, "the templates have no version");
  return reader.Int(entries.front().second, "version");
}

}  // namespace

Result<TemplateSet> TemplateSet::Load(const std::string& directory) {
  TemplateSet set;
  const fs::path program = boost::dll::program_location().parent_path().string();
  const fs::path root =
      directory.empty() ? program.parent_path() / "share" / "opdk" / "templates" : fs::path(directory);
  set.directory_ = root.lexically_normal().string();
  std::error_code error;
  if (!fs::is_directory(root, error)) {
    return Status(ErrorCode::kFileNotFound, fmt::format("there are no templates in {}", set.directory_))
        .Hint("reinstall opdk, or name its templates with --templates");
  }
  OPDK_TRY(set.version_, ReadVersion(root / "templates.yaml"));
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root)) {
    if (fs::exists(entry.path() / "kind.yaml")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    OPDK_TRY(TemplateKind kind, ReadKind(root / name / "kind.yaml", name));
    set.kinds_.push_back(std::move(kind));
  }
  for (const auto& entry : fs::directory_iterator(root / "partials", error)) {
    if (entry.path().extension() != kSuffix) continue;
    OPDK_TRY(const std::string text, ReadTemplate(entry.path()));
    set.partials_[entry.path().stem().string()] = Prepared(text);
  }
  return set;
}

const TemplateKind* TemplateSet::FindKind(const std::string& name) const {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(), [&](const auto& kind) { return kind.name == name; });
  return found == kinds_.end() ? nullptr : &*found;
}

std::vector<std::string> TemplateSet::KindNames() const {
  std::vector<std::string> names;
  for (const TemplateKind& kind : kinds_) names.push_back(kind.name);
  return names;
}

Result<std::string> TemplateSet::Render(const std::string& file, const TemplateData& data) const {
  const fs::path path = fs::path(directory_) / (file + kSuffix);
  OPDK_TRY(const std::string text, ReadTemplate(path));
  mustache form(Prepared(text));
  form.set_custom_escape([](const std::string& value) { return value; });
  TemplateData all = data;
  for (const auto& [name, partial] : partials_) {
    all.set(name, TemplateData(kainjow::mustache::partial([&partial = partial] { return partial; })));
  }
  StrictContext values(&all);
  std::string result = form.render(values);
  std::erase(result, kEmptyLine);
  std::string problem = form.error_message();
  if (problem.empty() && !values.missing().empty()) {
    problem = fmt::format("nothing gives it a value '{}'", *values.missing().begin());
  }
  if (problem.empty()) return result;
  return Status(ErrorCode::kInternal, fmt::format("the template can't be filled in: {}", problem)).At(path.string());
}

}  // namespace opdk::author
