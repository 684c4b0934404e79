#include "sdk/tools/model/compiled_model.h"

#include <utility>

#include "graph_core/loading/offline_file.h"
#include "graph_core/offline_session.h"
#include "sdk/tools/model/open_model.h"

namespace opdk {

Result<OpenedModel> OpenModel(const ParseRequest& request, std::shared_ptr<const PackageRegistry> packages,
                              const CompileOptions& options,
                              const std::function<void(const Graph&, const Session&)>& look) {
  const std::string& path = request.files.front();
  const Result<bool> offline = IsOffline(path);
  if (offline.ok() && *offline) {
    OPDK_TRY(const auto file, ReadOffline(path));
    auto loaded = OpenOffline(std::move(packages), file, options);
    if (!loaded.ok()) return std::move(loaded).status().At(path);
    return OpenedModel{*std::move(loaded), {}};
  }
  OPDK_TRY(Graph graph, ReadModel(request, *packages));
  auto names = DimNamesOf(graph);
  OPDK_TRY(const auto session, Session::Create(std::move(packages), options));
  if (look) look(graph, *session);
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(graph)));
  return OpenedModel{std::move(compiled), std::move(names)};
}

}  // namespace opdk
