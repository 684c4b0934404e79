#include "graph_core/loading/offline_signature.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "graph_core/base/file.h"
#include "graph_core/base/sha256.h"
#include "graph_core/base/trust.h"

namespace opdk {
namespace {

constexpr std::string_view kKind = "opdk-om-signature";

Result<ManifestSignature> ReadSignature(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, {"the signature", kMaxText}));
  OPDK_TRY(CheckOpenFile(file));
  OPDK_TRY(std::string text, file.Read());
  std::istringstream words(std::move(text));
  std::string kind, extra;
  ManifestSignature signature;
  words >> kind >> signature.key >> signature.public_key >> signature.value;
  if (kind == kKind && !signature.value.empty() && IsPlainWord(signature.key) && !(words >> extra)) return signature;
  return Status(ErrorCode::kInputFormat, "no signature of an offline model").At(path).Hint("opdk om sign makes one");
}

}  // namespace

std::string SignaturePath(const std::string& model) { return model + ".sig"; }

std::string SignedBytes(const OfflineBytes& model) {
  const std::string weights = model.weights.data() == nullptr ? "inside" : Sha256(model.weights);
  return fmt::format("{} model {} weights {}\n", kKind, Sha256(model.bytes), weights);
}

std::string FormatSignature(const ManifestSignature& signature) {
  return fmt::format("{} {} {} {}\n", kKind, signature.key, signature.public_key, signature.value);
}

Result<SignatureVerdict> CheckOfflineSignature(const std::string& path, const OfflineBytes& model, bool required) {
  const std::string beside = SignaturePath(path);
  std::error_code error;
  const bool there = std::filesystem::exists(std::filesystem::symlink_status(beside, error));
  if (!there) {
    if (!required) return SignatureVerdict{false, false, "not signed"};
    auto verdict = CheckSignature(std::string_view(), nullptr, "the model", true);
    return verdict.ok() ? std::move(verdict) : std::move(verdict).status().At(path);
  }
  OPDK_TRY(const ManifestSignature signature, ReadSignature(beside));
  auto verdict = CheckSignature(SignedBytes(model), &signature, "the model", required);
  return verdict.ok() ? std::move(verdict) : std::move(verdict).status().At(path);
}

}  // namespace opdk
