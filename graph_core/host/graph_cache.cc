#include "graph_core/host/graph_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "graph_core/base/cache_key.h"
#include "graph_core/base/file.h"
#include "graph_core/base/sha256.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/package/library_records.h"
#include "opdk/isa.h"
#include "opdk/output_file.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr size_t kHashDigits = 32;
constexpr std::string_view kEnding = ".om";

bool IsOfKey(const std::string& name, const std::string& key) {
  const std::string begin = key + "_";
  return name.size() == begin.size() + kHashDigits + kEnding.size() && name.starts_with(begin) &&
         name.ends_with(kEnding) &&
         name.find_first_not_of("0123456789abcdef", begin.size()) == begin.size() + kHashDigits;
}

}  // namespace

std::string SettingsText(const std::vector<OptionMap>& levels) {
  std::string text;
  for (const OptionMap& level : levels) {
    for (const auto& [name, value] : level) {
      if (name == "ge.graph_compiler_cache_dir") continue;
      text += fmt::format("{}={}\n", name, value);
      std::error_code ignored;
      if (!fs::is_regular_file(value, ignored)) continue;
      if (const auto content = ReadFile(value, kTextFile); content.ok()) text += Sha256(*content) + '\n';
    }
    text += '\n';
  }
  return text;
}

Result<std::string> GraphCache::FileOf(const Session& session, const Graph& graph, std::string_view content) const {
  OPDK_TRY(const Isa isa, TargetIsa());
  std::string all = fmt::format("{}\n{}\n{} threads\n{}", HostIdentity(), Name(isa), ThreadCount(), settings_);
  const LibraryRecords records;
  for (const std::unique_ptr<Package>& package : session.packages().packages()) {
    OPDK_TRY(const std::string hash, records.ContentHash(package->path));
    all += fmt::format("{} {}\n", package->name, hash);
  }
  for (const Node* input : graph.inputs()) {
    const ge::TensorDesc& desc = input->op().outputs.at(0).desc;
    all += fmt::format("{} {}\n", static_cast<int>(desc.GetDataType()), fmt::join(desc.GetShape().GetDims(), ","));
  }
  all += content;
  return (fs::path(directory_) / fmt::format("{}_{}{}", key_, Sha256(all).substr(0, kHashDigits), kEnding)).string();
}

Status GraphCache::Write(const std::string& path, std::string_view bytes) const {
  OPDK_TRY(MakePrivateDirectories(directory_));
  OPDK_TRY(WriteFile(path, bytes, kCacheFile));
  RemoveOld();
  return Status();
}

void GraphCache::RemoveOld() const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory_, ignored)) {
    if (IsOfKey(entry.path().filename().string(), key_))
      files.emplace_back(entry.last_write_time(ignored), entry.path());
  }
  std::sort(files.begin(), files.end(), std::greater<>());
  for (size_t i = kMostOfAKey; i < files.size(); ++i) fs::remove(files[i].second, ignored);
}

namespace {

Result<CompiledSession> LoadKept(Session& session, const std::string& path,
                                 const std::shared_ptr<const Graph>& source) {
  OPDK_TRY(const OfflineBytes file, ReadOwnOffline(path));
  auto loaded = session.LoadBytes(file, source);
  return loaded.ok() ? std::move(loaded) : std::move(loaded).status().At(path);
}

}  // namespace

Result<CompiledSession> GraphCache::Compile(Session& session, Graph graph, std::string_view content) const {
  OPDK_TRY(const std::string path, FileOf(session, graph, content));
  const std::shared_ptr<const Graph> source = graph.Clone();
  std::vector<std::string> warnings;
  std::error_code error;
  if (fs::exists(path, error)) {
    auto loaded = LoadKept(session, path, source);
    if (loaded.ok()) {
      fs::last_write_time(path, fs::file_time_type::clock::now(), error);
      return loaded;
    }
    warnings.push_back(fmt::format("the graph is compiled anew: {}", loaded.status().ToString()));
  }
  CompileReport report;
  OPDK_TRY(const std::string bytes, session.Offline(std::move(graph), {}, &report));
  const Status written = Write(path, bytes);
  if (!written.ok()) {
    warnings.push_back(fmt::format("the compiled graph isn't kept: {}", written.ToString()));
  }
  OPDK_TRY(CompiledSession compiled,
           written.ok() ? LoadKept(session, path, source) : session.LoadBytes(std::string_view(bytes), source));
  compiled.report.passes = std::move(report.passes);
  compiled.report.matches = std::move(report.matches);
  compiled.report.warnings = std::move(report.warnings);
  for (std::string& warning : warnings) compiled.report.warnings.push_back(std::move(warning));
  return compiled;
}

}  // namespace opdk
