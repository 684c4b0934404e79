#include "sdk/tools/cli/operator_options.h"

namespace opdk::cli {

void AddOperatorOptions(CLI::App& command, author::OperatorChoice& choice) {
  CLI::Option* from = command.add_option("--from", choice.from, "Definition: YAML, or the JSON of CANN's msopgen");
  from->type_name("FILE");
  command
      .add_option("--kind", choice.kind,
                  "Template: ai_cpu_only broadcast data_movement elementwise matmul "
                  "multi_output reduction")
      ->type_name("KIND")
      ->excludes(from);
  command.add_option("--op", choice.operators, "The operator's name; with --from: only these of the file")
      ->type_name("NAME")
      ->delimiter(',');
  command.add_option("--group", choice.group,
                     "Folder of the operator's files (default: the definition's or the kind's)");
  command.add_option("--engines", choice.engines, "ai_core, ai_cpu or both")->type_name("LIST")->delimiter(',');
  command.add_option("--frameworks", choice.frameworks, "Plugins: onnx, tensorflow, caffe")
      ->type_name("LIST")
      ->delimiter(',');
  command.add_option("--templates", choice.templates, "Templates of your own, in the form of sdk/templates")
      ->type_name("DIR");
}

}  // namespace opdk::cli
