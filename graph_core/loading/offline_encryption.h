// Encrypted offline models, which only owners of the key can read. They are decrypted in memory.
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

// Returns the path at which `opdk keys generate --model NAME` stores the key.
std::string ModelKeyPath(const std::string& name);

// Encrypts a model. `key`: a key file, or the name of a key in the directory of keys. E1002, E1005, E5009.
Result<std::string> EncryptOffline(std::string_view model, const std::string& key);
// Decrypts a model into memory that no core dump contains and that is cleared when its owner goes. A model that isn't
// encrypted is returned as it is. The key is the file that OPDK_MODEL_KEY_FILE names, or the key with the name in the
// model. E1002: there is no key. E1005, E5009: the key's file is refused. E5011: the key is another key, or the model
// was changed. E2001: the model is cut off.
Result<OfflineBytes> DecryptOffline(OfflineBytes model);

}  // namespace opdk
