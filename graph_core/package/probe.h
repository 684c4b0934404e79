// Tries a library in a process of its own (opdk_probe) before it is loaded into this one.
#pragma once

#include <chrono>
#include <string>

#include "graph_core/package/library_records.h"
#include "opdk/status.h"

namespace opdk {

inline constexpr std::chrono::milliseconds kProbeTimeout{10000};

// $OPDK_LIBEXEC_DIR/opdk_probe, or the one that was installed with this library.
std::string ProbeProgram();

// Whether the library's constructors, opdk_package(), what that says, and the destructors do without ending the process
// that loads it. The open file itself is tried. A library that the dynamic linker refuses is harmless: nothing of it
// runs. E5007 when the library can't be tried at all (no program, no process).
Result<ProbeVerdict> Probe(const InputFile& library, std::chrono::milliseconds timeout = kProbeTimeout);

}  // namespace opdk
