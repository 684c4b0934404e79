// opdk dev: builds and tests a package whenever one of its sources is saved.
#include "sdk/tools/author/dev/dev_session.h"
#include "sdk/tools/cli/commands.h"

namespace opdk::cli {

void AddDevCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<author::DevOptions>();
  CLI::App* command = app.add_subcommand("dev", "Build and test a package whenever one of its sources is saved");
  command->add_option("directory", options->root, "the package, or any directory in it (default: this one)");
  command->add_option("--build-dir", options->build_dir, "where the package is built (default: build in it)");
  command->add_option("--build-type", options->build_type, "CMake's build type (default: Release)");
  command
      ->add_option("--test-option", options->test_options,
                   "an option for opdk test, --engine=ai_cpu for example; repeatable")
      ->allow_extra_args(false);
  command->add_flag("--once", options->once, "one round; the exit code is its result");
  command->footer(
      "The operators whose files were saved are tested first, then all, each time in a fresh process. On a terminal q\n"
      "or Ctrl-C ends it and r runs everything again; otherwise it prints plain lines until it is ended.\n\n"
      "Examples:\n"
      "  opdk dev\n"
      "  opdk dev my_ops --build-type Debug --test-option=--engine=ai_cpu\n"
      "  opdk dev --once");
  command->callback([options, &outcome] { outcome = author::RunDev(*options); });
}

}  // namespace opdk::cli
