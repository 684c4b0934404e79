// Compiled graphs in files, for processes to come: `ge.graph_compiler_cache_dir` and `ge.graph_key`.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph_core/host/ge_options.h"
#include "graph_core/session.h"

namespace opdk {

// Everything that options say but where the cache is, of files that they name also the content.
std::string SettingsText(const std::vector<OptionMap>& levels);

// The files <directory>/<key>_<hash>.om, offline models. The hash is of all that a graph is compiled from, so that
// whoever gives a key to another graph, or changes weights, options, packages or opdk, gets no old one. Of a key the
// files that were used last are kept.
class GraphCache {
 public:
  static constexpr size_t kMostOfAKey = 8;

  GraphCache(std::string directory, std::string key, std::string settings)
      : directory_(std::move(directory)), key_(std::move(key)), settings_(std::move(settings)) {}

  // The graph from its file (its report then has no passes); where there is none it is compiled into one first. What is
  // wrong with a file is a warning of the report. `content`: tells this graph from others but for the shapes of its
  // inputs.
  Result<CompiledSession> Compile(Session& session, Graph graph, std::string_view content) const;

 private:
  // E1002: a package can't be read.
  Result<std::string> FileOf(const Session& session, const Graph& graph, std::string_view content) const;
  Status Write(const std::string& path, std::string_view bytes) const;
  void RemoveOld() const;

  std::string directory_;
  std::string key_;
  std::string settings_;
};

}  // namespace opdk
