// opdk adapter: makes a framework opdk's host.
#include <fmt/format.h>

#include <filesystem>

#include "sdk/tools/adapter/tensorflow_adapter.h"
#include "sdk/tools/cli/commands.h"

namespace opdk::cli {
namespace {

Status TensorFlowAdapter(const adapter::TensorFlowAdapterRequest& request) {
  OPDK_TRY(const std::string version, adapter::BuildTensorFlowAdapter(request));
  const std::string directory = std::filesystem::absolute(request.directory).lexically_normal().string();
  fmt::print("adapter for TensorFlow {} in {}\nexport PYTHONPATH={}${{PYTHONPATH:+:$PYTHONPATH}}\n", version, directory,
             directory);
  return {};
}

}  // namespace

void AddAdapterCommand(CLI::App& app, Status& outcome) {
  CLI::App* adapter = app.add_subcommand("adapter", "Let a framework's programs run on opdk");
  adapter->require_subcommand(1);
  auto request = std::make_shared<adapter::TensorFlowAdapterRequest>();
  request->directory = "opdk-tensorflow";
  CLI::App* command = adapter->add_subcommand(
      "tensorflow", "Build the adapter for the installed TensorFlow, with the modules npu_bridge and npu_device");
  command->add_option("--python", request->python, "the interpreter that has TensorFlow")->capture_default_str();
  command->add_option("-o,--output", request->directory, "the directory of the modules, which PYTHONPATH names")
      ->capture_default_str();
  command->callback([request, &outcome] { outcome = TensorFlowAdapter(*request); });
  adapter->footer(
      "Example:\n"
      "  opdk adapter tensorflow --python venv/bin/python -o adapter && PYTHONPATH=adapter venv/bin/python train.py");
}

}  // namespace opdk::cli
