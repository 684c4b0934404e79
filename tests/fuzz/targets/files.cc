// Files that come from elsewhere or lie where others may reach: tensors, packages, records.
#include "graph_core/engines/ai_core/store/cache/kernel_descriptor.h"
#include "graph_core/engines/ai_core/store/cache/library_record.h"
#include "graph_core/package/manifest.h"
#include "graph_core/package/plugin_dirs.h"
#include "sdk/tools/model/npy.h"
#include "sdk/tools/model/tensor_file.h"
#include "sdk/tools/package/archive.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {

void Tensor(std::string_view bytes) {
  static_cast<void>(ReadTensorFile(FileOf(bytes, "tensor")));
  const auto tensor = ParseNpy(bytes);
  if (!tensor.ok()) return;
  const auto written = FormatNpy(*tensor);
  if (!written.ok()) return;
  const auto again = ParseNpy(*written);
  // Types that NumPy lacks are written as others, so that the sizes may differ.
  Expect(again.ok() && again->GetTensorDesc().GetShape().GetDims() == tensor->GetTensorDesc().GetShape().GetDims(),
         "a tensor that was read can't be read again");
}

void Archive(std::string_view bytes) { static_cast<void>(ReadArchive(FileOf(bytes, "package.opdk"))); }

void ManifestText(std::string_view bytes) {
  const auto manifest = ParseManifest(bytes, "fuzzed");
  if (!manifest.ok()) return;
  const std::string text = FormatManifest(*manifest);
  const auto again = ParseManifest(text, "again");
  Expect(again.ok() && FormatManifest(*again) == text, text);
}

void CacheRecord(std::string_view bytes) {
  static_cast<void>(ParseDescriptor(bytes));
  const auto record = ParseLibraryRecord(bytes);
  if (record) Expect(ParseLibraryRecord(FormatLibraryRecord(*record)).has_value(), FormatLibraryRecord(*record));
}

void PluginConfig(std::string_view bytes) {
  const std::string path = FileOf(bytes, "config.yaml");
  static_cast<void>(ReadPluginDirConfig(path.substr(0, path.rfind('/'))));
}

}  // namespace opdk::fuzz
