#include "sdk/tools/cli/errors/error_catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace opdk::cli {
namespace {

constexpr std::array kCatalogue = {
    ErrorEntry{ErrorCode::kUsage, "kUsage", "the command line can't be understood",
               "an unknown command, option or value, or two options that exclude each other",
               "opdk COMMAND --help shows what there is, with examples",
               "error E1001: unknown command 'lst'; did you mean list?\n  help: opdk --help"},
    ErrorEntry{ErrorCode::kFileNotFound, "kFileNotFound", "a file, directory or program isn't there or can't be read",
               "a mistyped path, a missing permission, a tool (cmake) that isn't installed, a command that was run "
               "outside an operator package",
               "check the path that the message names", "opdk run no_such.onnx"},
    ErrorEntry{ErrorCode::kInputMissing, "kInputMissing", "a model's or an operator's input has no value",
               "--input was forgotten for one of them, or names another one",
               "add --input NAME=FILE, or NAME=random:4x8 for made-up values",
               "error E1003: Softmax needs its inputs: x\n  help: add --input x=random:4x8; …"},
    ErrorEntry{ErrorCode::kInputMismatch, "kInputMismatch", "an input's dtype, rank or shape isn't what is declared",
               "a tensor that was saved in another dtype, or lacks the batch dimension",
               "convert or reshape the tensor; opdk dump MODEL shows what the model declares",
               "opdk run model.onnx --input x=random:1x3x224 where the model takes [1,3,224,224]"},
    ErrorEntry{ErrorCode::kInputFormat, "kInputFormat", "an input file isn't of a form that is read",
               "a file of another format under that name, or one that was cut short",
               "write tensors with numpy.save or as an ONNX TensorProto (.pb), a measurement with opdk bench --save",
               "opdk run model.onnx --input x=picture.png"},
    ErrorEntry{ErrorCode::kWriteFailed, "kWriteFailed", "a file or directory can't be written",
               "a missing permission or a full disk", "choose another place with the option that the message names",
               "opdk run model.onnx --output /proc/out"},
    ErrorEntry{ErrorCode::kExists, "kExists", "what would be made is there already",
               "the command ran before, or the name is taken", "remove it, or choose another name; nothing was changed",
               "opdk new my_ops, a second time"},
    ErrorEntry{ErrorCode::kModelInvalid, "kModelInvalid", "a model file can't be parsed",
               "the file is damaged, of a framework that no package has a parser for, or breaks the framework's rules",
               "check it with the framework's own checker (onnx.checker)", "opdk run notes.txt"},
    ErrorEntry{ErrorCode::kOperatorUnknown, "kOperatorUnknown",
               "no loaded package provides the operator or its mapping",
               "the package isn't in a plugin directory, was refused, or names the operator otherwise",
               "add --plugins DIR; opdk list shows what is loaded, and what was refused and why",
               "error E2002: no loaded package provides the operator 'Mihs'; did you mean Mish?"},
    ErrorEntry{
        ErrorCode::kInferShape, "kInferShape", "an operator's verification or shape inference refuses a node",
        "shapes, dtypes or attributes that the operator doesn't take; an inference that leaves an output without "
        "dtype",
        "the message holds the operator's own reason; opdk dump MODEL shows the shapes before the node",
        "error E2003: shape inference refuses it: x1 [2] and x2 [3] can't be broadcast\n  at: node a (Add)"},
    ErrorEntry{ErrorCode::kGraphCycle, "kGraphCycle", "the graph's nodes wait for each other",
               "an edge that leads back, made with the graph API or by a pass",
               "the message names the nodes; cut one edge", "a -> b -> a"},
    ErrorEntry{ErrorCode::kGraphInvalid, "kGraphInvalid", "a graph breaks a rule of the intermediate representation",
               "an input that isn't connected, two nodes with one name, a text form with a mistake",
               "the place says which node or line", "ge::Graph without outputs"},
    ErrorEntry{
        ErrorCode::kOpInfoInvalid, "kOpInfoInvalid", "operator information has a mistake or contradicts the prototype",
        "a misspelt key, port or dtype; lists of different lengths; a dtype that the prototype doesn't admit",
        "mend the YAML at the place given; op_info/README.md describes the form, opdk check finds more",
        "error E2006: unknown dtype 'float61'; did you mean float16?\n  at: mine:op_info/activation/mish.yaml:4:13"},
    ErrorEntry{ErrorCode::kShapeOverflow, "kShapeOverflow", "a tensor would have more elements than memory can hold",
               "a wrong constant that gives a shape, or a huge --input",
               "check the sizes of the graph's inputs and the constants that give shapes",
               "opdk run --op Relu --input x=zeros:999999999x999999999"},
    ErrorEntry{ErrorCode::kNoEngine, "kNoEngine", "every engine refuses the node",
               "no kernel takes these dtypes, formats or ranks, or the operator has no kernel at all",
               "each engine's reason stands below; add a column to the operator information and the kernel, or a Cast",
               "error E2008: no column accepts (x: int8, y: int8); columns: (float, float)"},
    ErrorEntry{ErrorCode::kAttrInvalid, "kAttrInvalid", "an attribute has a value, type or name that isn't allowed",
               "a misspelt name, a value of another type, a required attribute without value",
               "opdk docs OP shows the attributes with their types",
               "opdk run --op Softmax --input x=ones:2 --attr axes=1"},
    ErrorEntry{ErrorCode::kExpression, "kExpression", "a kernel's tensor expression doesn't fit together",
               "operands of different dtypes, shapes that can't be broadcast, an axis that isn't there",
               "the message names the operation; cast_to or broadcast the operand before it",
               "x + y with x float[2] and y int32[2]"},
    ErrorEntry{
        ErrorCode::kCaseInvalid, "kCaseInvalid", "an operator case can't be read or contradicts the prototype",
        "a misspelt key or port, data that doesn't fit the shape",
        "mend the YAML at the place given; tests/op/README.md describes the form",
        "error E2011: unknown key in a case of Mish: 'input'; did you mean inputs?\n  at: tests/op/mish.yaml:2:15"},
    ErrorEntry{ErrorCode::kDefinitionInvalid, "kDefinitionInvalid", "an operator definition has a mistake",
               "opdk's YAML, msOpGen's JSON or a CANN project's ini with a wrong key, name or list length",
               "mend the file at the place given", "opdk new my_ops --from ops.yaml"},
    ErrorEntry{ErrorCode::kNothingSelected, "kNothingSelected", "a filter or name selects nothing",
               "a misspelt operator or case, a package without cases",
               "the command's --list, or opdk list, shows what there is",
               "error E3001: no case is named Mihs\n  help: opdk test --list shows what there is"},
    ErrorEntry{ErrorCode::kCompile, "kCompile", "an AI Core kernel can't be compiled or linked",
               "the code generator's library is missing, or the kernel cache can't be written",
               "check OPDK_CACHE_DIR and that libopdk_codegen.so lies beside libopdk_graph_core.so",
               "OPDK_CACHE_DIR=/proc opdk run model.onnx"},
    ErrorEntry{ErrorCode::kBuildFailed, "kBuildFailed", "a package can't be configured or built",
               "a compiler error, or a CMakeLists.txt that CMake refuses; a package that was never built",
               "the compiler's or CMake's own message stands above it",
               "error E4002: the package doesn't build (exit code 1)\n  help: the compiler's own messages stand above"},
    ErrorEntry{ErrorCode::kNotALibrary, "kNotALibrary", "a file in a plugin directory is no library for this machine",
               "another architecture, a text file or an archive named .so, a file that was cut short",
               "build the package on this machine, or take the file away",
               "error E5001: it is a text file, not a shared library"},
    ErrorEntry{ErrorCode::kNoEntrySymbol, "kNoEntrySymbol", "a shared library that is no operator package",
               "it exports no opdk_package: it wasn't built with opdk_add_operator_package()",
               "build it with opdk_add_operator_package(), or take it out of the plugin directory",
               "opdk list --plugins /usr/lib/x86_64-linux-gnu/libz.so.1"},
    ErrorEntry{
        ErrorCode::kAbiMismatch, "kAbiMismatch", "the package was built for another opdk or another compiler ABI",
        "opdk was updated and the package wasn't rebuilt; another compiler", "rebuild the package against this opdk",
        "error E5003: built for package ABI 7, this opdk has ABI 3\n  help: rebuild the package against this opdk"},
    ErrorEntry{ErrorCode::kMissingSymbol, "kMissingSymbol",
               "the package needs a symbol or a library that nobody provides",
               "a function that is declared but not defined, a library that wasn't linked or isn't installed",
               "the message says who should have provided it; add the source, or the library to LINK_LIBRARIES",
               "error E5004: undefined symbol 'Helper(int)'; the package itself (…) should have provided it"},
    ErrorEntry{ErrorCode::kDuplicateOperator, "kDuplicateOperator", "several packages provide one operator",
               "a custom operator with a built-in one's name, or two packages that bring the same one",
               "opdk list shows who wins; load_priority in the directory's config.yaml decides otherwise",
               "E5005: Softmax is provided by mine (wins) and opdk_builtin"},
    ErrorEntry{
        ErrorCode::kPackageInvalid, "kPackageInvalid", "a package's description or contents are odd",
        "a kernel without operator information or the reverse, a package that is there twice",
        "opdk check PACKAGE says what and where",
        "E5006: the ai_core kernel of Mish is never chosen: no operator information has a section ai_core for it"},
    ErrorEntry{ErrorCode::kLoad, "kLoad", "no operator package, or no library of opdk's own, could be loaded",
               "the built-in directory is missing, and every other library was refused; a broken installation",
               "set OPDK_BUILTIN_DIR to the directory of libopdk_builtin.so; each refusal is listed",
               "OPDK_BUILTIN_DIR=/tmp opdk list"},
    ErrorEntry{ErrorCode::kConstructor, "kConstructor", "the package would end the process that loads it",
               "code that runs while the library is loaded or unloaded throws, crashes or never returns",
               "move it out of global objects; the registration macros are all a package needs to run at load time",
               "static const int value = std::stoi(\"\");"},
    ErrorEntry{ErrorCode::kUntrusted, "kUntrusted", "others can write to a package, a key or the kernel cache",
               "a directory with mode 777, or one that another user owns; a private key that others can read",
               "chmod go-w it, or allow it explicitly", "opdk list --plugins /tmp"},
    ErrorEntry{ErrorCode::kArchiveInvalid, "kArchiveInvalid",
               "a packed or installed package isn't what its manifest says",
               "a file that was changed or damaged after packing, or an archive that opdk pack didn't write",
               "get or pack it anew", "a library that was replaced by hand below an installed package"},
    ErrorEntry{ErrorCode::kSignature, "kSignature", "a package's signature is wrong, or required and missing",
               "another key signed it, or the archive was changed after signing",
               "opdk keys shows whom you trust; ask the vendor for its key", "opdk install mine-1.0.0.opdk"},
    ErrorEntry{ErrorCode::kNotInstalled, "kNotInstalled", "the package or the version isn't installed",
               "a misspelt name, or another plugin directory", "opdk list shows what is installed and where",
               "opdk uninstall mien"},
    ErrorEntry{ErrorCode::kKernelFailed, "kKernelFailed", "a kernel reported a failure",
               "Compute returned something other than KERNEL_STATUS_OK: a value that it can't work with",
               "the kernel's own reason stands in the message; opdk run --op runs the operator alone",
               "an index outside the tensor in Gather"},
    ErrorEntry{ErrorCode::kKernelThrew, "kKernelThrew", "an exception left a package's function",
               "std::bad_alloc, at() with a wrong index, an ExpressionError in a kernel's expression",
               "catch it in the package and report a status; the message names type and text",
               "error E6002: threw std::out_of_range: vector::_M_range_check"},
    ErrorEntry{
        ErrorCode::kKernelCrashed, "kKernelCrashed",
        "a kernel ended the process that ran it: by a signal, or because it called exit()",
        "an access outside a tensor, a division by zero, an endless recursion, a package that doesn't return errors",
        "opdk test shows the call stack; build with --build-type Debug, or with -fsanitize=address",
        "crashed with SIGSEGV (Segmentation fault)"},
    ErrorEntry{ErrorCode::kKernelTimeout, "kKernelTimeout", "a kernel didn't end in time",
               "an endless loop, or a case that is too large for the limit", "--timeout gives it more seconds",
               "took longer than 60 s"},
    ErrorEntry{ErrorCode::kCaseFailed, "kCaseFailed", "operator cases failed",
               "an output isn't what the case expects, or the kernel failed",
               "each failure is listed above it; opdk test with the case's name runs it alone",
               "error E7001: 1 of 24 cases failed"},
    ErrorEntry{ErrorCode::kCheckFailed, "kCheckFailed", "a check found errors",
               "opdk check, or a check of the results, found what must be mended",
               "each finding says how; opdk check --ignore CODE leaves one out", "error E7002: 2 errors, 1 warning"},
    ErrorEntry{ErrorCode::kRegression, "kRegression", "something is slower than the baseline allows",
               "a change made a kernel slower, or the machine was busy",
               "measure again on a quiet machine, with more --time; then compare the kernels",
               "opdk bench Mish --against released/libmy_ops.so where a call takes 1.4 times as long"},
    ErrorEntry{ErrorCode::kInternal, "kInternal", "opdk itself is at fault", "a bug in opdk",
               "report it with the command and the model or package that led to it",
               "error E9001: unexpected exception: …"},
};

struct ExitMeaning {
  int code;
  const char* meaning;
};
constexpr std::array kExitMeanings = {
    ExitMeaning{0, "done"},
    ExitMeaning{1, "a check or case failed"},
    ExitMeaning{2, "usage: command line, input files, environment"},
    ExitMeaning{3, "a definition is invalid: model, graph, YAML, prototype"},
    ExitMeaning{4, "nothing selected"},
    ExitMeaning{5, "building failed"},
    ExitMeaning{6, "loading or ABI"},
    ExitMeaning{7, "a kernel failed"},
    ExitMeaning{8, "performance regression"},
    ExitMeaning{70, "opdk's own fault"},
};

}  // namespace

std::span<const ErrorEntry> ErrorCatalogue() { return kCatalogue; }

const ErrorEntry* FindError(int number) {
  const auto found = std::find_if(kCatalogue.begin(), kCatalogue.end(),
                                  [number](const ErrorEntry& entry) { return static_cast<int>(entry.code) == number; });
  return found == kCatalogue.end() ? nullptr : &*found;
}

std::string DescribeExitCode(int exit_code) {
  for (const ExitMeaning& exit : kExitMeanings) {
    if (exit.code == exit_code) return fmt::format("{}: {}", exit_code, exit.meaning);
  }
  return std::to_string(exit_code);
}

std::string FormatError(const ErrorEntry& entry) {
  std::string example;
  for (const char* c = entry.example; *c != '\0'; ++c) {
    example += *c;
    if (*c == '\n') example += "    ";
  }
  return fmt::format(
      "{}: {}\n  cause:     {}\n  next step: {}\n  exit code: {}\n  name:      opdk::ErrorCode::{}\n  example:\n    "
      "{}\n",
      ToString(entry.code), entry.meaning, entry.cause, entry.next_step, DescribeExitCode(ExitCode(entry.code)),
      entry.enumerator, example);
}

std::string ErrorsAsMarkdown() {
  std::string page =
      "# Error codes\n\n"
      "Made by `opdk errors --format md`; `opdk errors CODE` prints one of them. An error is printed as\n"
      "`error E2003: what and why`, then the places it was seen at (innermost first), then the next step.\n";
  int family = -1;
  for (const ErrorEntry& entry : kCatalogue) {
    const int number = static_cast<int>(entry.code);
    if (number / 1000 != family) {
      family = number / 1000;
      page += fmt::format("\n## E{}xxx, exit code {}\n", family, DescribeExitCode(ExitCode(entry.code)));
    }
    page += fmt::format("\n### {}: {}\n\n- Cause: {}\n- Next step: {}\n- In C++: `opdk::ErrorCode::{}`\n- Example:\n\n",
                        ToString(entry.code), entry.meaning, entry.cause, entry.next_step, entry.enumerator);
    page += "      ";
    for (const char* c = entry.example; *c != '\0'; ++c) {
      page += *c;
      if (*c == '\n') page += "      ";
    }
    page += "\n";
  }
  return page;
}

}  // namespace opdk::cli
