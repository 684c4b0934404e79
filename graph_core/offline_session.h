// Opening of offline models.
#pragma once

#include <memory>

#include "graph_core/loading/offline_file.h"
#include "graph_core/session.h"

namespace opdk {

// Loads an offline model with a session of its own, in which the packages that the model embeds are known besides
// `packages`. `memory`: see Session::Create. Errors: those of WithEmbedded, Session::Create and Session::LoadBytes.
Result<CompiledSession> OpenOffline(std::shared_ptr<const PackageRegistry> packages, const OfflineBytes& file,
                                    const CompileOptions& options = {},
                                    std::shared_ptr<SessionMemory> memory = nullptr);

}  // namespace opdk
