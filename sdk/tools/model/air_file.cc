#include "sdk/tools/model/air_file.h"

#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/ir/proto.h"
#include "opdk/output_file.h"

namespace opdk {

Result<Graph> ReadAir(const std::string& path) {
  OPDK_TRY(const std::string bytes, ReadFile(path, kModelFile));
  auto graph = Deserialize(bytes, path);
  if (!graph.ok()) return std::move(graph).status().Hint("a .air file is a ge.proto.ModelDef");
  return graph;
}

Status WriteAir(const Graph& graph, const std::string& path) {
  OPDK_TRY(const std::string bytes, Serialize(graph));
  return WriteFile(path, bytes);
}

}  // namespace opdk
