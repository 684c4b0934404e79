#include "sdk/tools/adapter/tensorflow_adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/process.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/own_directory.h"
#include "graph_core/base/text.h"
#include "graph_core/package/plugin_dirs.h"
#include "opdk/output_file.h"
#include "sdk/tools/adapter/installed_adapters.h"

namespace opdk::adapter {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;

// The supported version. TensorFlow doesn't promise that its C++ interface stays: the sources are compiled and tested
// with this version.
constexpr const char* kVersion = "2.21.";

// Prints the options for compiling against TensorFlow, behind any output of the import.
constexpr const char* kProbe =
    "import json, sys\n"
    "try:\n"
    "    import tensorflow as tf\n"
    "except ImportError as error:\n"
    "    sys.exit(f'{type(error).__name__}: {error}')\n"
    "print()\n"
    "print(json.dumps({'version': tf.__version__, 'compile': tf.sysconfig.get_compile_flags(),\n"
    "                  'link': tf.sysconfig.get_link_flags()}))\n";

struct TensorFlow {
  std::string version;
  std::vector<std::string> compile, link;
};

std::string TextOf(const fs::path& path) {
  auto text = ReadFile(path, kTextFile);
  return text.ok() ? *std::move(text) : "";
}

// Returns the last non-empty line of a text.
std::string LastLine(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

Result<TensorFlow> Ask(const std::string& python, const fs::path& scratch) {
  const bool named = python.find('/') != std::string::npos;
  const boost::filesystem::path program = named ? boost::filesystem::path(python) : bp::search_path(python);
  if (program.empty() || !fs::exists(program.string())) {
    return Status(ErrorCode::kFileNotFound, fmt::format("there is no interpreter '{}'", python))
        .Hint("apt-get install python3 python3-venv, or --python names the one that has TensorFlow");
  }
  const fs::path out = scratch / "probe.out", err = scratch / "probe.err";
  const int code =
      bp::system(program, "-c", kProbe, bp::std_out > out.string(), bp::std_err > err.string(), bp::std_in < bp::null);
  if (code != 0) {
    return Status(ErrorCode::kFileNotFound,
                  fmt::format("{} can't import TensorFlow: {}", python, LastLine(TextOf(err))))
        .Hint(fmt::format("{} -m pip install 'tensorflow-cpu=={}*', or --python names another interpreter",
                          ShellQuoted(python), kVersion));
  }
  const auto answer = ParseJson(LastLine(TextOf(out)));
  if (!answer.is_object()) return Status(ErrorCode::kInternal, fmt::format("{} answers '{}'", python, TextOf(out)));
  TensorFlow found{answer.value("version", ""), answer.value("compile", std::vector<std::string>()),
                   answer.value("link", std::vector<std::string>())};
  if (!found.version.starts_with(kVersion)) {
    return Status(ErrorCode::kBuildFailed,
                  fmt::format("{} has TensorFlow {}; the adapter is for {}x", python, found.version, kVersion))
        .Hint(fmt::format("{} -m pip install 'tensorflow-cpu=={}*'", ShellQuoted(python), kVersion));
  }
  return found;
}

Result<std::string> Compiler() {
  const char* const named = std::getenv("CXX");
  for (const std::string& name : {std::string(named == nullptr ? "" : named), std::string("c++"), std::string("g++")}) {
    if (name.empty()) continue;
    const std::string path = name.find('/') != std::string::npos ? name : bp::search_path(name).string();
    if (!path.empty() && fs::exists(path)) return path;
  }
  return Status(ErrorCode::kBuildFailed, "there is no C++ compiler").Hint("install g++, or name one with CXX");
}

// Returns the root directory of the adapter's sources. They include each other by their path below this directory.
Result<fs::path> SourceRoot() {
  const fs::path program = boost::dll::program_location().parent_path().string();
  const fs::path root = (program / "../share/opdk/adapters").lexically_normal();
  if (fs::exists(root / "sdk/adapters/tensorflow/abi.h")) return root;
  return Status(ErrorCode::kFileNotFound, "the sources of the adapter are missing")
      .At(root.string())
      .Hint(HowToInstallAdapters());
}

Result<fs::path> EngineLibrary() {
  const fs::path library = DirectoryOf(BuiltinDir) / "libopdk_tensorflow.so";
  if (fs::exists(library)) return library;
  return Status(ErrorCode::kFileNotFound, "opdk's side of the adapter is missing")
      .At(library.string())
      .Hint(HowToInstallAdapters());
}

Status Copy(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(from, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path place = to / fs::relative(entry->path(), from);
    if (entry->path().extension() != ".py") continue;
    fs::create_directories(place.parent_path(), error);
    fs::copy_file(entry->path(), place, fs::copy_options::overwrite_existing, error);
    if (error) break;
  }
  if (!error) return {};
  return Status(ErrorCode::kWriteFailed, fmt::format("the Python modules can't be copied: {}", error.message()))
      .At(to.string())
      .Hint("-o names another directory");
}

Status Compile(const TensorFlow& framework, const fs::path& root, const fs::path& engine, const fs::path& module) {
  OPDK_TRY(const std::string compiler, Compiler());
  std::vector<std::string> arguments = {
      "-shared",           "-fPIC", "-O2", "-w", fmt::format("-DOPDK_ENGINE_LIBRARY=\"{}\"", engine.string()),
      "-I" + root.string()};
  arguments.insert(arguments.end(), framework.compile.begin(), framework.compile.end());
  std::vector<std::string> sources;
  for (const auto& entry : fs::directory_iterator(root / "sdk/adapters/tensorflow/host")) {
    if (entry.path().extension() == ".cc") sources.push_back(entry.path().string());
  }
  std::sort(sources.begin(), sources.end());
  arguments.insert(arguments.end(), sources.begin(), sources.end());
  arguments.insert(arguments.end(), {"-o", (module / "adapter.so").string()});
  arguments.insert(arguments.end(), framework.link.begin(), framework.link.end());
  const fs::path log = module / "build.log";
  const int code = bp::system(boost::filesystem::path(compiler), arguments, (bp::std_out & bp::std_err) > log.string(),
                              bp::std_in < bp::null);
  if (code == 0) return {};
  fmt::print(stderr, "{}", TextOf(log));
  return Status(ErrorCode::kBuildFailed, fmt::format("{} can't compile the adapter (exit code {})", compiler, code))
      .At(log.string())
      .Hint("the compiler's own message stands above");
}

}  // namespace

Result<std::string> BuildTensorFlowAdapter(const TensorFlowAdapterRequest& request) {
  OPDK_TRY(const fs::path root, SourceRoot());
  OPDK_TRY(const fs::path engine, EngineLibrary());
  const fs::path module = fs::path(request.directory) / "opdk_tensorflow";
  std::error_code error;
  fs::create_directories(module, error);
  if (error) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't make the directory: {}", error.message()))
        .At(module.string())
        .Hint("-o names another one");
  }
  OPDK_TRY(const TensorFlow framework, Ask(request.python, module));
  OPDK_TRY(Compile(framework, root, engine, module));
  OPDK_TRY(Copy(root / "sdk/adapters/tensorflow/python", request.directory));
  OPDK_TRY(WriteFile(module / "made_with.json", nlohmann::json{{"tensorflow", framework.version}}.dump() + "\n"));
  for (const char* scratch : {"probe.out", "probe.err", "build.log"}) fs::remove(module / scratch, error);
  return framework.version;
}

}  // namespace opdk::adapter
