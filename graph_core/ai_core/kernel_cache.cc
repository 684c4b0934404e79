#include "graph_core/ai_core/kernel_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

namespace opdk {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<std::string> ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return std::nullopt;
  return text;
}

bool WriteFile(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file.good();
}

fs::path DefaultRoot() {
  for (const char* variable : {"OPDK_CACHE_DIR", "XDG_CACHE_HOME"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    return variable == std::string("OPDK_CACHE_DIR") ? fs::path(value) : fs::path(value) / "opdk";
  }
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? fs::path() : fs::path(home) / ".cache" / "opdk";
}

// Whether a file is still what was recorded of it.
bool Matches(const fs::path& path, const json& record) {
  auto bytes = ReadFile(path);
  return bytes && bytes->size() == record.value("size", size_t{0}) && HashText(*bytes) == record.value("hash", "");
}

json Record(const std::string& bytes) { return {{"size", bytes.size()}, {"hash", HashText(bytes)}}; }

Status WriteFailed(const fs::path& path) {
  return Status(ErrorCode::kCompile, fmt::format("can't write {}", path.string()));
}

}  // namespace

KernelCache::KernelCache(const std::string& root, const std::string& key) : key_(key) {
  fs::path base = root.empty() ? DefaultRoot() : fs::path(root);
  if (base.empty() || !Create(base / key_)) MoveToTemporary();
}

KernelCache::~KernelCache() {
  if (!temporary_) return;
  std::error_code ignored;
  fs::remove_all(directory_.parent_path(), ignored);
}

bool KernelCache::Create(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory / "kernel_meta", error);
  if (!error) fs::create_directories(directory / "lib", error);
  if (error || access((directory / "kernel_meta").c_str(), W_OK) != 0 || access((directory / "lib").c_str(), W_OK)) {
    return false;
  }
  directory_ = directory;
  return true;
}

bool KernelCache::MoveToTemporary() {
  if (temporary_) return false;
  std::error_code error;
  fs::path base = fs::temp_directory_path(error);
  std::string name = ((error ? fs::path("/tmp") : base) / "opdk-kernels-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr || !Create(fs::path(name) / key_)) return false;
  temporary_ = true;
  return true;
}

std::string KernelCache::NewPath(const std::string& suffix) const {
  static std::atomic<int> number{0};
  return (directory_ / fmt::format("new-{}-{}{}", getpid(), number++, suffix)).string();
}

std::optional<std::string> KernelCache::FindObject(const CodegenKernel& kernel) const {
  auto text = ReadFile(directory_ / "kernel_meta" / (kernel.name + ".json"));
  if (!text) return std::nullopt;
  json descriptor = json::parse(*text, nullptr, false);
  if (!descriptor.is_object() || !descriptor.contains("compileInfo") || !descriptor["compileInfo"].is_object()) {
    return std::nullopt;
  }
  // Names are half a hash: the expression decides.
  if (descriptor["compileInfo"].value("expression", "") != Print(*kernel.ir)) return std::nullopt;
  fs::path object = directory_ / "kernel_meta" / (descriptor.value("binFileName", "") + ".o");
  if (!Matches(object, descriptor.value("object", json::object()))) return std::nullopt;
  return object.string();
}

Status KernelCache::AddObject(std::span<const CodegenKernel> kernels, const std::string& written_object) {
  auto bytes = ReadFile(written_object);
  if (!bytes || bytes->empty()) return WriteFailed(written_object);
  json record = Record(*bytes);
  // Two processes may compile the same kernels in different batches: the content is part of the name.
  std::string bin_name = fmt::format("{}_{}", kernels[0].name, record["hash"].get<std::string>().substr(0, 8));
  fs::path object = directory_ / "kernel_meta" / (bin_name + ".o");
  std::error_code error;
  fs::rename(written_object, object, error);
  if (error) return WriteFailed(object);
  for (const CodegenKernel& kernel : kernels) {
    KernelArguments arguments(*kernel.ir);
    json descriptor = {
        {"binFileName", bin_name},
        {"binFileSuffix", ".o"},
        {"kernelName", kernel.name},
        {"kernelList", json::array({{{"kernelName", kernel.name}, {"tilingKey", 0}}})},
        {"magic", "RT_DEV_BINARY_MAGIC_ELF_AIVEC"},
        {"coreType", "VectorCore"},
        {"blockDim", -1},
        {"workspace", {{"num", 0}, {"size", json::array()}, {"type", json::array()}}},
        {"opParaSize", 4 * (kernel.ir->symbols + 1)},
        {"supportInfo",
         {{"inputs", kernel.ir->inputs}, {"outputs", kernel.ir->outputs.size()}, {"arguments", arguments.count}}},
        {"object", record},
        {"compileInfo", {{"key", key_}, {"expression", Print(*kernel.ir)}, {"description", Describe(*kernel.ir)}}},
    };
    std::string written = NewPath(".json");
    if (!WriteFile(written, descriptor.dump(2) + "\n")) return WriteFailed(written);
    fs::path path = directory_ / "kernel_meta" / (kernel.name + ".json");
    fs::rename(written, path, error);
    if (error) return WriteFailed(path);
  }
  return Status();
}

std::optional<std::string> KernelCache::FindLibrary(const std::string& hash) const {
  auto text = ReadFile(directory_ / "lib" / (hash + ".json"));
  if (!text) return std::nullopt;
  json record = json::parse(*text, nullptr, false);
  fs::path library = directory_ / "lib" / (hash + ".so");
  if (!record.is_object() || !Matches(library, record)) return std::nullopt;
  return library.string();
}

Result<std::string> KernelCache::AddLibrary(const std::string& hash, const std::string& written_library) {
  auto bytes = ReadFile(written_library);
  if (!bytes || bytes->empty()) return WriteFailed(written_library);
  fs::path library = directory_ / "lib" / (hash + ".so");
  std::string written = NewPath(".json");
  std::error_code error;
  if (!WriteFile(written, Record(*bytes).dump() + "\n")) return WriteFailed(written);
  fs::rename(written_library, library, error);
  if (!error) fs::rename(written, directory_ / "lib" / (hash + ".json"), error);
  if (error) return WriteFailed(library);
  return library.string();
}

}  // namespace opdk
