// Files of offline models.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/program/program_file.h"
#include "opdk/status.h"

namespace opdk {

// Attribute of an offline model's graph: the kind of its gears, "batch", "image" or "dims".
inline constexpr const char* kGearKind = "opdk_gear_kind";

// Reads a model into memory, so that later changes of the file don't reach it. Also reads the weights from their own
// file beside it, and decrypts an encrypted model (errors: offline_encryption.h). E1002; E2001. E5009: the model has
// machine code, and others can write to one of the files, or to a directory or link on the way; OPDK_ALLOW_UNTRUSTED
// accepts that. E5011: the signature (offline_signature.h) is wrong, or is missing though OPDK_REQUIRE_SIGNATURE asks
// for one.
Result<OfflineBytes> ReadOffline(const std::string& path);
// Reads an unsigned model from a place that only this process's user can write to. E5009: others can write there,
// whatever the environment allows.
Result<OfflineBytes> ReadOwnOffline(const std::string& path);
// Returns the verdict on the model's signature (SignatureVerdict::text). E1002, E1005, E5011: see ReadOffline.
Result<std::string> DescribeSignature(const std::string& path);
// Writes a model that Session::Offline made. If the model says so, its weights go into DIRECTORY/weight/weight_HASH.
// E1006.
Status WriteOffline(const std::string& path, std::string_view model);

// Reads the facts of a model without running any of it, so the file may come from anybody. Sections have only their
// sizes. E1002, E2001.
Result<OfflineFacts> FactsOfFile(const std::string& path);

// Reads the facts of each model of a bundle, or of a single model. E1002, E2001.
Result<std::vector<OfflineFacts>> FactsOfBundle(const std::string& path);

// Returns whether a file begins as an offline model. E1002.
Result<bool> IsOffline(const std::string& path);

}  // namespace opdk
