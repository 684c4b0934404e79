// What opdk_probe writes to its descriptor kProbeVerdict: one word, and after tabs the library at fault and a text.
#pragma once

namespace opdk {

inline constexpr int kProbeVerdict = 3;
inline constexpr const char* kProbeOk = "ok";          // loaded, or the dynamic linker refuses it by itself
inline constexpr const char* kProbeThrew = "threw";    // library, the exception
inline constexpr const char* kProbeSignal = "signal";  // library, the signal's number
inline constexpr const char* kProbeExit = "exit";      // library: it called exit()

}  // namespace opdk
