#include "sdk/tools/author/docs/error_catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace opdk::author {
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
               "error E1003: SoftmaxV2 needs its inputs: x\n  help: add --input x=random:4x8; …"},
    ErrorEntry{ErrorCode::kInputMismatch, "kInputMismatch", "an input's dtype, rank or shape isn't what is declared",
               "a tensor that was saved in another dtype, or lacks the batch dimension",
               "convert or reshape the tensor; opdk dump MODEL shows what the model declares",
               "error E1004: input 'image' is float[1,1,8,8] in the model, but the file holds float[1,1,8,9]"},
    ErrorEntry{ErrorCode::kInputFormat, "kInputFormat", "an input file isn't of a form that is read",
               "a file of another format under that name, or one that was cut short",
               "write tensors with numpy.save or as an ONNX TensorProto (.pb), a measurement with opdk bench --save",
               "error E1005: it is neither a .npy file nor a whole ONNX TensorProto\n  at: picture.png"},
    ErrorEntry{ErrorCode::kWriteFailed, "kWriteFailed", "a file or directory can't be written",
               "a missing permission or a full disk", "choose another place with the option that the message names",
               "error E1006: can't write /proc/out/y.npy: No such file or directory\n  at: output 'y'"},
    ErrorEntry{ErrorCode::kExists, "kExists", "what would be made is there already",
               "the command ran before, or the name is taken", "remove it, or choose another name; nothing was changed",
               "error E1007: my_ops exists and is not empty"},
    ErrorEntry{ErrorCode::kModelInvalid, "kModelInvalid", "a model file can't be parsed",
               "the file is damaged, of a framework that no package has a parser for, or breaks the framework's rules",
               "see whether the framework that made the file loads it, or make it anew", "opdk run notes.txt"},
    ErrorEntry{ErrorCode::kOperatorUnknown, "kOperatorUnknown",
               "no loaded package provides the operator or its mapping",
               "the package isn't in a plugin directory, was refused, or names the operator otherwise",
               "add --plugins DIR; opdk list shows what is loaded, and what was refused and why",
               "error E2002: no loaded package provides the operator 'SofmaxV2'; did you mean SoftmaxV2?"},
    ErrorEntry{
        ErrorCode::kInferShape, "kInferShape", "an operator's verification or shape inference refuses a node",
        "shapes, dtypes or attributes that the operator doesn't take; an inference that leaves an output without "
        "dtype",
        "the message holds the operator's own reason; opdk dump MODEL shows the shapes before the node",
        "error E2003: shape inference refuses it: x1 [2] and x2 [3] can't be broadcast to one shape\n  at: node Add "
        "(Add)"},
    ErrorEntry{ErrorCode::kGraphCycle, "kGraphCycle", "the graph's nodes wait for each other",
               "an edge that leads back, made with the graph API or by a pass",
               "the message names the nodes; cut one edge",
               "error E2004: the nodes form a cycle: a -> b -> a\n  at: graph cycle"},
    ErrorEntry{ErrorCode::kGraphInvalid, "kGraphInvalid", "a graph breaks a rule of the intermediate representation",
               "an input that isn't connected, two nodes with one name, a text form with a mistake",
               "the place says which node or line", "error E2005: the graph has no outputs\n  at: graph no_outputs"},
    ErrorEntry{
        ErrorCode::kOpInfoInvalid, "kOpInfoInvalid", "operator information has a mistake or contradicts the prototype",
        "a misspelt key, port or dtype; lists of different lengths; a dtype that the prototype doesn't admit",
        "mend the YAML at the place given; op_info/README.md describes the form, opdk check finds more",
        "E2006 unknown key in section ai_cpu: 'dtpye'; did you mean dtype?\n  at: test_typo:op_info/thrice.yaml:3:5"},
    ErrorEntry{ErrorCode::kShapeOverflow, "kShapeOverflow", "a tensor would have more elements than memory can hold",
               "a wrong constant that gives a shape, or a huge --input",
               "check the sizes of the graph's inputs and the constants that give shapes",
               "error E2007: float[999999999, 999999999, 9999] does not fit in memory: the product of its dimensions "
               "is too large"},
    ErrorEntry{ErrorCode::kNoEngine, "kNoEngine", "every engine refuses the node",
               "no kernel takes these dtypes, formats or ranks, or the operator has no kernel at all",
               "the message holds each engine's reason; add a Cast, or a column to the operator information and a "
               "kernel for it",
               "error E2008: no engine can run it: ai_core: package opdk_builtin: no column accepts (x: int8, y: "
               "int8); columns: (float, float), …"},
    ErrorEntry{ErrorCode::kAttrInvalid, "kAttrInvalid", "an attribute has a value, type or name that isn't allowed",
               "a misspelt name, a value of another type, a required attribute without value",
               "opdk docs OP shows the attributes with their types",
               "opdk run --op SoftmaxV2 --input x=ones:2 --attr axis=1"},
    ErrorEntry{ErrorCode::kExpression, "kExpression", "a kernel's tensor expression doesn't fit together",
               "operands of different dtypes, shapes that can't be broadcast, an axis that isn't there",
               "the message names the operation; cast_to or broadcast the operand before it",
               "error E2010: tbe::vadd(lhs, rhs): lhs is float[2], rhs is int32[2]: cast_to one of them"},
    ErrorEntry{ErrorCode::kCaseInvalid, "kCaseInvalid", "an operator case can't be read or contradicts the prototype",
               "a misspelt key or port, data that doesn't fit the shape",
               "mend the YAML at the place given; tests/op/README.md describes the form",
               "error E2011: unknown key in a case of Relu: 'input'; did you mean inputs?\n  at: …relu.yaml:2:20"},
    ErrorEntry{ErrorCode::kDefinitionInvalid, "kDefinitionInvalid", "an operator definition has a mistake",
               "opdk's YAML, msOpGen's JSON or a CANN project's ini with a wrong key, name or list length",
               "mend the file at the place given",
               "error E2012: unknown key in an operator: 'name'; …\n  at: ops.yaml:1:14"},
    ErrorEntry{ErrorCode::kNothingSelected, "kNothingSelected", "a filter or name selects nothing",
               "a misspelt operator or case, a package without cases",
               "the command's --list, or opdk list, shows what there is",
               "error E3001: no case is named Mihs; did you mean Mish?\n  help: opdk test --list shows what there is"},
    ErrorEntry{ErrorCode::kCompile, "kCompile", "an AI Core kernel can't be compiled or linked",
               "neither a linker nor a compiler is installed, or the code generator refuses the expression",
               "install binutils; the message names the kernel otherwise",
               "error E4001: neither ld nor cc can be started to link kernels\n  help: install binutils"},
    ErrorEntry{
        ErrorCode::kBuildFailed, "kBuildFailed", "a package or an adapter can't be configured or built",
        "a compiler error, or a CMakeLists.txt that CMake refuses; a package that was never built; a framework of "
        "another version than its adapter is for",
        "the compiler's or CMake's own message stands above",
        "error E4002: CMake can't configure the package (exit code 1)\n  at: …my_ops/CMakeLists.txt"},
    ErrorEntry{ErrorCode::kNotALibrary, "kNotALibrary", "a file in a plugin directory is no library for this machine",
               "another architecture, a text file or an archive named .so, a file that was cut short",
               "build the package on this machine, or take the file away",
               "E5001 it is a text file, not a shared library"},
    ErrorEntry{ErrorCode::kNoEntrySymbol, "kNoEntrySymbol", "a shared library that is no operator package",
               "it exports no opdk_package: it wasn't built with opdk_add_operator_package()",
               "build it with opdk_add_operator_package(), or take it out of the plugin directory",
               "E5002 a shared library, but no operator package: it exports no 'opdk_package'"},
    ErrorEntry{
        ErrorCode::kAbiMismatch, "kAbiMismatch", "the package was built for another opdk or another compiler ABI",
        "opdk was updated and the package wasn't rebuilt; another compiler", "rebuild the package against this opdk",
        "E5003 built for package ABI 99, this opdk has ABI 5\n  help: rebuild the package against this opdk"},
    ErrorEntry{ErrorCode::kMissingSymbol, "kMissingSymbol",
               "the package needs a symbol or a library that nobody provides",
               "a function that is declared but not defined, a library that wasn't linked or isn't installed",
               "the message says who should have provided it; add the source, or the library to LINK_LIBRARIES",
               "E5004 undefined symbol 'ge::FunctionOfANewerSdk(char const*)'; libopdk_sdk.so should have provided it"},
    ErrorEntry{ErrorCode::kDuplicateOperator, "kDuplicateOperator", "several packages provide one operator",
               "a custom operator with a built-in one's name, or two packages that bring the same one",
               "opdk list shows who wins; load_priority in the directory's config.yaml decides otherwise",
               "E5005 operator Twice of package test_rival (…) wins over that of test_twice (…)"},
    ErrorEntry{ErrorCode::kPackageInvalid, "kPackageInvalid", "a package's description or contents are odd",
               "a kernel without operator information or the reverse, a package that is there twice",
               "opdk check PACKAGE says what and where",
               "E5006 section ai_core of Odd has no kernel behind it (REGISTER_OP_COMPUTE is missing)"},
    ErrorEntry{ErrorCode::kLoad, "kLoad", "no operator package, or no library of opdk's own, could be loaded",
               "the built-in directory is missing, and every other library was refused; a broken installation",
               "set OPDK_BUILTIN_DIR to the directory of libopdk_builtin.so; each refusal is listed",
               "error E5007: no operator package could be loaded\n  at: loaded packages: none; searched: …empty"},
    ErrorEntry{
        ErrorCode::kConstructor, "kConstructor", "the package would end the process that loads it",
        "code that runs while the library is loaded or unloaded throws, crashes or never returns",
        "move it out of global objects; the registration macros are all a package needs to run at load time",
        "E5008 it would end this process: a constructor of the library threw std::runtime_error: no table for me"},
    ErrorEntry{ErrorCode::kUntrusted, "kUntrusted", "others can write to a package, a key or the kernel cache",
               "a directory with mode 777, or one that another user owns; a private key that others can read",
               "chmod go-w it, or allow it explicitly",
               "E5009 not trusted: …plugins can be written by everybody, so its code could be anybody's"},
    ErrorEntry{ErrorCode::kArchiveInvalid, "kArchiveInvalid",
               "a packed or installed package isn't what its manifest says",
               "a file that was changed or damaged after packing, or an archive that opdk pack didn't write",
               "get or pack it anew", "error E5010: not a .opdk archive: truncated gzip input\n  at: damaged.opdk"},
    ErrorEntry{ErrorCode::kSignature, "kSignature", "a package's signature is wrong, or required and missing",
               "another key signed it, or the archive was changed after signing",
               "opdk keys shows whom you trust; ask the vendor for its key",
               "error E5011: it is not signed, and a signature is required here\n  at: twice.opdk"},
    ErrorEntry{ErrorCode::kNotInstalled, "kNotInstalled", "the package or the version isn't installed",
               "a misspelt name, or another plugin directory", "opdk list shows what is installed and where",
               "opdk uninstall mien"},
    ErrorEntry{ErrorCode::kKernelFailed, "kKernelFailed", "a kernel reported a failure",
               "Compute returned something other than KERNEL_STATUS_OK: a value that it can't work with",
               "the kernel's own reason stands in the message; opdk run --op runs the operator alone",
               "error E6001: the AI CPU kernel opdk_builtin/Gather returned error code 1"},
    ErrorEntry{ErrorCode::kKernelThrew, "kKernelThrew", "an exception left a package's function",
               "std::bad_alloc, at() with a wrong index, an ExpressionError in a kernel's expression",
               "catch it in the package and report a status; the message names type and text",
               "error E6002: threw std::out_of_range: an index of 3 in a list of 2\n  at: package mine, operator Mish, "
               "node m"},
    ErrorEntry{
        ErrorCode::kKernelCrashed, "kKernelCrashed",
        "a kernel ended the process that ran it: by a signal, or because it called exit()",
        "an access outside a tensor, a division by zero, an endless recursion, a package that doesn't return errors",
        "opdk test shows the call stack; build with --build-type Debug, or with -fsanitize=address",
        "error E6003: it called exit(0)\n  at: package misbehaving_operators, AI CPU kernel of Misbehave, node "
        "Misbehave"},
    ErrorEntry{ErrorCode::kKernelTimeout, "kKernelTimeout", "a kernel didn't end in time",
               "an endless loop, or a case that is too large for the limit", "--timeout gives it more seconds",
               "E6004 took longer than 2 s during a call of the kernel\n  help: --timeout SECONDS gives it more"},
    ErrorEntry{ErrorCode::kCaseFailed, "kCaseFailed", "operator cases failed",
               "an output isn't what the case expects, or the kernel failed",
               "each failure is listed above; opdk test with the case's name runs it alone",
               "error E7001: 2 of 2 cases failed"},
    ErrorEntry{ErrorCode::kCheckFailed, "kCheckFailed", "a check found errors",
               "opdk check, or a check of the results, found what must be mended",
               "each finding says how; opdk check --ignore CODE leaves one out", "error E7002: 4 errors, 0 warnings"},
    ErrorEntry{
        ErrorCode::kNothingVerified, "kNothingVerified", "cases ran, and none was verified",
        "the operator has no AI Core expression, no reference, no other engine, and its cases expect no numbers",
        "write tests/op/<group>/<stem>.py, what the operator computes in NumPy, or an expect or golden into the cases",
        "error E7003: 1 case ran, and nothing says what it must give"},
    ErrorEntry{ErrorCode::kRegression, "kRegression", "something is slower than the baseline allows",
               "a change made a kernel slower, or the machine was busy",
               "measure again on a quiet machine, with more --time; then compare the kernels",
               "error E8001: 1 of 1 rows are more than 5 % slower than …libbench_operators_1.so"},
    ErrorEntry{ErrorCode::kInternal, "kInternal", "opdk itself is at fault", "a bug in opdk",
               "report it with the command and the model or package that led to it",
               "error E9001: a function succeeded without the value it is for"},
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
    ExitMeaning{9, "nothing verified"},
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
      "`error E2003: what and why`, then the places it was seen at (innermost first), then the next step. The "
      "commands\n"
      "print the next step below for an error that has none of its own; texts of errors in C++, C and Python don't "
      "hold\n"
      "it. Codes that begin with C are findings of `opdk check`: `opdk errors C608` explains them, too.\n";
  int family = -1, family_exit = 0;
  for (const ErrorEntry& entry : kCatalogue) {
    const int number = static_cast<int>(entry.code);
    if (number / 1000 != family) {
      family = number / 1000;
      family_exit = ExitCode(entry.code);
      page += fmt::format("\n## E{}xxx, exit code {}\n", family, DescribeExitCode(family_exit));
    }
    const int own_exit = ExitCode(entry.code);
    page += fmt::format(
        "\n### {}: {}\n\n- Cause: {}\n- Next step: {}\n{}- In C++: `opdk::ErrorCode::{}`\n- Example:\n\n",
        ToString(entry.code), entry.meaning, entry.cause, entry.next_step,
        own_exit == family_exit ? "" : fmt::format("- Exit code: {}\n", DescribeExitCode(own_exit)), entry.enumerator);
    page += "      ";
    for (const char* c = entry.example; *c != '\0'; ++c) {
      page += *c;
      if (*c == '\n') page += "      ";
    }
    page += "\n";
  }
  return page;
}

}  // namespace opdk::author
