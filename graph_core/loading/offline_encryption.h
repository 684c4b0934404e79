// Encrypted offline models: read by whoever has the key, decrypted in memory.
//
//   "OPDKENC1" | sizes and the key's name (EncryptedHead, offline_encryption.cc) | chunks of libsodium's secretstream
#pragma once

#include <string>
#include <string_view>

#include "graph_core/program/program_file.h"
#include "opdk/status.h"

namespace opdk {

inline constexpr std::string_view kEncryptedMagic = "OPDKENC1";
// The word that the file of such a key begins with, and the bytes of a key.
inline constexpr std::string_view kModelKeyKind = "opdk-model-key";
inline constexpr size_t kModelKeyBytes = 32;

inline bool IsEncrypted(std::string_view bytes) { return bytes.starts_with(kEncryptedMagic); }

// Where `opdk keys generate --model NAME` puts it.
std::string ModelKeyPath(const std::string& name);

// With the key that is a file, or of that name in the directory of keys. E1002, E1005, E5009.
Result<std::string> EncryptOffline(std::string_view model, const std::string& key);
// The model as it was, in memory that is no part of a core dump and is cleared when its owner goes; one that isn't
// encrypted as it is. The key is the file that OPDK_MODEL_KEY_FILE names, or the one of the name in the model. E1002:
// there is none; E1005, E5009: of its file; E5011: it is another, or the model was changed; E2001: the model is cut
// off.
Result<OfflineBytes> DecryptOffline(OfflineBytes model);

}  // namespace opdk
