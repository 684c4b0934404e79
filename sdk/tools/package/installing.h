// Changes of a plugin directory. Each is one rename: a reader of the directory sees the state before or after the
// change, even if this process ends. Files that a process has loaded are never written to.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/installed.h"
#include "graph_core/package/manifest.h"
#include "graph_core/package/signature.h"
#include "opdk/status.h"

namespace opdk {

struct InstallRequest {
  std::string archive;
  std::string plugin_dir;
  bool activate = true;
  bool force = false;
};

struct InstallOutcome {
  Manifest manifest;
  SignatureVerdict signature;
  std::string directory;  // PLUGIN_DIR/NAME/VERSION
  std::string active;     // the version that is active now; "": none
  std::string active_before;
  bool already_there = false;  // the same package was installed; at most `active` was written
  std::vector<Status> notes;
};

// Installs an archive, after verifying everything: the archive is whole and matches its manifest, the manifest suits
// this opdk, the signature and the policy, the library loads and is the manifest's. E1002, E5001-E5011.
Result<InstallOutcome> InstallArchive(const InstallRequest& request);

// "NAME" or "NAME@VERSION".
struct PackageName {
  std::string name;
  std::string version;
};
Result<PackageName> ParsePackageName(const std::string& text);

// Returns the installed versions of a package that `wanted` names. E1002, with "did you mean": there is none.
Result<std::vector<InstalledVersion>> Select(const std::string& plugin_dir, const PackageName& wanted);

// Removes one version, or all. Returns the removed versions.
Result<std::vector<InstalledVersion>> Uninstall(const std::string& plugin_dir, const PackageName& wanted);
// Makes a version the active one; without a version, the newest. Returns the active version.
Result<InstalledVersion> Enable(const std::string& plugin_dir, const PackageName& wanted);
// Takes the active link away. Returns the version that was active, "" when none was.
Result<std::string> Disable(const std::string& plugin_dir, const PackageName& wanted);

// Returns `given`, or the user's own plugin directory if `given` is empty. E1002: neither is known.
Result<std::string> ChosenPluginDir(const std::string& given);

}  // namespace opdk
