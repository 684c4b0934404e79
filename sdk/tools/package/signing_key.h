// Private keys for signing packages, and keys for encrypting models.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/package/manifest.h"
#include "graph_core/package/signature.h"
#include "opdk/status.h"

namespace opdk {

// Returns the path at which `opdk keys generate NAME` puts the private key. The public key lies beside it, with .pub.
std::string PrivateKeyPath(const std::string& name);

// Makes a pair of keys: `path` readable by this user only, `path`.pub for everybody. E1002; E1001 when `path` exists.
Result<PublicKey> GenerateKey(const std::string& name, const std::string& path);

// Makes a key for encrypting models (graph_core/loading/offline_encryption.h), readable by this user only. E1002;
// E1001: `path` exists.
Status GenerateModelKey(const std::string& name, const std::string& path);

// Returns the signature of any bytes. `key` and the errors are those of Sign.
Result<ManifestSignature> SignBytes(std::string_view bytes, const std::string& key);
// Signs with a key file, or with the key that `opdk keys generate NAME` made. E1002, E1005, E5009 (others can read it).
Status Sign(Manifest& manifest, const std::string& key);

}  // namespace opdk
