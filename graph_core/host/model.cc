#include "opdk/model.h"

#include <utility>

#include "graph_core/debugging/profile_files.h"
#include "graph_core/debugging/tensor_dump.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/loading/offline_encryption.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/offline_session.h"
#include "graph_core/session.h"
#include "opdk/variables.h"

namespace opdk {

struct Model::Impl {
  CompiledSession compiled;
  std::vector<std::shared_ptr<TensorDump>> dumps;
};

namespace {}  // namespace

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

Result<Model> Model::Compile(const Packages& packages, const ge::Graph& graph, const CompileOptions& options) {
  return Compile(packages, graph, options, Variables());
}

Result<Model> Model::Compile(const Packages& packages, const ge::Graph& graph, const CompileOptions& options,
                             const Variables& variables) {
  OPDK_TRY(const auto session, Session::Create(packages.registry(), options, variables.memory_));
  OPDK_TRY(Graph copy, FromOperators(graph));
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(copy)));
  return Model(std::make_unique<Impl>(Impl{std::move(compiled), {}}));
}

Result<Model> Model::Load(const Packages& packages, const std::string& path, const CompileOptions& options) {
  OPDK_TRY(const OfflineBytes file, ReadOffline(path));
  auto loaded = OpenOffline(packages.registry(), file, options);
  if (!loaded.ok()) return std::move(loaded).status().At(path);
  return Model(std::make_unique<Impl>(Impl{*std::move(loaded), {}}));
}

Result<Model> Model::Load(const Packages& packages, std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                          const CompileOptions& options) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  OPDK_TRY(const OfflineBytes model, DecryptOffline({text, std::move(owner)}));
  OPDK_TRY(CompiledSession loaded, OpenOffline(packages.registry(), model, options));
  return Model(std::make_unique<Impl>(Impl{std::move(loaded), {}}));
}

Result<std::string> CompileOffline(const Packages& packages, const ge::Graph& graph, const CompileOptions& options,
                                   const OfflineOptions& offline) {
  OPDK_TRY(const auto session, Session::Create(packages.registry(), options));
  OPDK_TRY(Graph copy, FromOperators(graph));
  return session->Offline(std::move(copy), offline);
}

const std::vector<PortSpec>& Model::inputs() const { return impl_->compiled.model.inputs(); }
const std::vector<PortSpec>& Model::outputs() const { return impl_->compiled.model.outputs(); }
bool Model::dynamic() const { return impl_->compiled.model.dynamic(); }
const CompileReport& Model::report() const { return impl_->compiled.report; }

Status Model::Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs,
                  const std::function<void()>& read) const {
  return impl_->compiled.model.Run(inputs, outputs, nullptr, read);
}

Result<std::vector<ge::Tensor>> Model::Run(std::span<const ge::Tensor> inputs) const {
  return impl_->compiled.model.Run(inputs);
}

Status Model::DumpTensors(TensorDumpOptions options) {
  OPDK_TRY(const std::shared_ptr<TensorDump> dump, TensorDump::Create(impl_->compiled.model, std::move(options)));
  OPDK_TRY(dump->CheckLayers());
  impl_->compiled.model.Watch(dump);
  impl_->dumps.push_back(dump);
  return Status();
}

std::vector<std::string> Model::TakeOverflows() {
  std::vector<std::string> lines;
  for (const auto& dump : impl_->dumps) {
    for (std::string& line : dump->TakeReports()) lines.push_back(std::move(line));
  }
  return lines;
}

Status Model::Profile(const std::string& directory) {
  return ProfileFiles::Attach(impl_->compiled.model, {.directory = directory});
}

}  // namespace opdk
