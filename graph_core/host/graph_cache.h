// Compiled graphs in files, for later processes: `ge.graph_compiler_cache_dir` and `ge.graph_key`.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph_core/host/ge_options.h"
#include "graph_core/session.h"

namespace opdk {

// Returns all options as text, except the cache's directory. For an option that names a file, the text also has the
// hash of the file's content.
std::string SettingsText(const std::vector<OptionMap>& levels);

// The files <directory>/<key>_<hash>.om, offline models. The hash covers everything that a graph is compiled from. So a
// key that is used for another graph, or with other weights, options, packages or another opdk, gets no old model. For
// each key the files that were used last are kept.
class GraphCache {
 public:
  static constexpr size_t kMostOfAKey = 8;

  GraphCache(std::string directory, std::string key, std::string settings)
      : directory_(std::move(directory)), key_(std::move(key)), settings_(std::move(settings)) {}

  // Loads the graph from its file; then the report has no passes. If there is no file, compiles the graph into one
  // first. Faults of a file become warnings of the report. `content` identifies the graph except for the shapes of its
  // inputs.
  Result<CompiledSession> Compile(Session& session, Graph graph, std::string_view content) const;

 private:
  // Returns the path of the graph's file. E1002: a package can't be read.
  Result<std::string> FileOf(const Session& session, const Graph& graph, std::string_view content) const;
  Status Write(const std::string& path, std::string_view bytes) const;
  void RemoveOld() const;

  std::string directory_;
  std::string key_;
  std::string settings_;
};

}  // namespace opdk
