// Signatures of offline models: a line in a file beside the model, MODEL.om.sig.
#pragma once

#include <string>

#include "graph_core/package/signature.h"
#include "graph_core/program/program_file.h"
#include "opdk/status.h"

namespace opdk {

std::string SignaturePath(const std::string& model);
// Returns the bytes that a signature covers: hashes of the model, and of its weights if they are in a file of their
// own.
std::string SignedBytes(const OfflineBytes& model);
std::string FormatSignature(const ManifestSignature& signature);

// Checks a model's signature. E5011: the signature is not that of the model. With `required` also E5011: there is no
// signature, or its key isn't trusted. E1005: the file holds no signature. E5009: others can write to it or to the
// trusted keys.
Result<SignatureVerdict> CheckOfflineSignature(const std::string& path, const OfflineBytes& model, bool required);

}  // namespace opdk
