#include "sdk/adapters/onnxruntime/library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace opdk::ort {
namespace {

constexpr const char* kVariable = "OPDK_ONNXRUNTIME";
constexpr const char* kSystemName = "libonnxruntime.so.1";

std::string Environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

// Returns the path of the library in Python's module, without importing the module; "" if there is none.
std::string OfPython() {
  std::string quoted = "'";
  for (const char c : Environment("OPDK_PYTHON", "python3"))
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const std::string command = quoted +
                              "' -c 'import glob, importlib.util, os\n"
                              "found = importlib.util.find_spec(\"onnxruntime\")\n"
                              "place = os.path.join(os.path.dirname(found.origin), \"capi\", \"libonnxruntime.so*\")\n"
                              "print(sorted(glob.glob(place))[0])' 2>/dev/null";
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF && c != '\n'; c = std::fgetc(pipe)) text.push_back(static_cast<char>(c));
  return pclose(pipe) == 0 ? text : "";
}

Result<std::unique_ptr<Library>> LoadFound() {
  if (const std::string named = Environment(kVariable, ""); !named.empty()) {
    auto library = Library::Load(named);
    return library.ok() ? std::move(library) : std::move(library).status().At(kVariable);
  }
  if (void* const library = dlopen(kSystemName, RTLD_NOW | RTLD_LOCAL); library != nullptr) {
    return Library::Load(kSystemName);
  }
  if (const std::string place = OfPython(); !place.empty()) return Library::Load(place);
  return Status(ErrorCode::kFileNotFound, "ONNX Runtime isn't installed")
      .Hint(fmt::format(
          "pip install onnxruntime in an environment whose python3 is the first on the PATH or in OPDK_PYTHON, "
          "or set {} to a libonnxruntime.so",
          kVariable));
}

}  // namespace

Status ToStatus(const OrtApi* api, OrtStatus* status) {
  if (status == nullptr) return Status();
  Status error(ErrorCode::kKernelFailed, fmt::format("ONNX Runtime: {}", OrtGetErrorMessage::Call(api, status)));
  OrtReleaseStatus::Call(api, status);
  return error;
}

Result<std::unique_ptr<Library>> Library::Load(const std::string& path) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) return Status(ErrorCode::kLoad, dlerror());
  using GetApiBase = const OrtApiBase* (*)();
  const auto get_base = reinterpret_cast<GetApiBase>(dlsym(library, "OrtGetApiBase"));
  if (get_base == nullptr) return Status(ErrorCode::kLoad, fmt::format("'{}' has no OrtGetApiBase", path));
  auto made = std::unique_ptr<Library>(new Library);
  made->version_ = get_base()->GetVersionString();
  made->api_ = get_base()->GetApi(kOrtApiVersion);
  if (made->api_ == nullptr) {
    return Status(ErrorCode::kLoad,
                  fmt::format("ONNX Runtime {} is too old: version 1.{} is needed", made->version_, kOrtApiVersion));
  }
  OPDK_TRY(ToStatus(made->api_, OrtCreateEnv::Call(made->api_, kOrtErrors, "opdk", &made->env_)));
  return made;
}

Library::~Library() {
  if (env_ != nullptr) OrtReleaseEnv::Call(api_, env_);
}

Result<const Library*> Library::Find() {
  // Never destroyed, because its threads may still run when the process ends.
  static const auto* const found = new Result<std::unique_ptr<Library>>(LoadFound());
  if (!found->ok()) return found->status();
  return static_cast<const Library*>((**found).get());
}

}  // namespace opdk::ort
