#include "sdk/tools/cli/target_options.h"

#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"

namespace opdk::cli {

void AddTargetOptions(CLI::App& command, verify::TargetOptions& options) {
  options.build.root = ".";
  AddPluginsOption(command, options.plugin_dirs);
  command.add_option("--package", options.build.root, "the package, or any directory in it (default: this one)");
  command.add_option("--build-dir", options.build.directory, "where the package is built (default: build in it)");
  command.add_flag("--no-build", options.no_build, "test what the last build made");
  command
      .add_option("--cases", options.case_paths,
                  "a case file (.yaml, or msOpST's .json) or a directory of them (default: tests/op of the package)")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  Exclude(command, "--plugins", {"--package", "--build-dir", "--no-build"});
}

void AddSearchTargetOptions(CLI::App& command, verify::SearchTargetOptions& options) {
  AddTargetOptions(command, options);
  command.add_option("--state", options.state, "where failures and corpus are kept (default: .opdk in the package)")
      ->type_name("DIR");
}

}  // namespace opdk::cli
