#include "graph_core/package/private_key.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>

#include <sstream>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/base/text.h"
#include "graph_core/package/manifest.h"

namespace opdk {

std::string KeyBase64(std::span<const unsigned char> bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the terminator
  return text;
}

Status ReadPrivateKey(const std::string& path, std::string_view kind, std::span<unsigned char> bytes,
                      std::string& name) {
  OPDK_TRY(const InputFile opened, InputFile::Open(path, {"the private key", kMaxText}));
  struct stat status {};
  if (fstat(opened.descriptor(), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Status(ErrorCode::kUntrusted, "others can read this private key")
        .At(path)
        .Hint(fmt::format("chmod 600 {}", ShellQuoted(path)));
  }
  OPDK_TRY(std::string text, opened.Read());
  std::istringstream file(std::move(text));
  std::string given, base64;
  size_t length = 0;
  const bool right = (file >> given >> base64 >> name) && given == kind && IsPlainWord(name) &&
                     sodium_base642bin(bytes.data(), bytes.size(), base64.data(), base64.size(), nullptr, &length,
                                       nullptr, sodium_base64_VARIANT_ORIGINAL) == 0 &&
                     length == bytes.size();
  sodium_memzero(base64.data(), base64.size());
  if (right) return Status();
  return Status(ErrorCode::kInputFormat,
                fmt::format(
                    "not a private key that opdk keys generate made: it must read '{} <base64 of {} bytes> <name>'",
                    kind, bytes.size()))
      .At(path);
}

}  // namespace opdk
