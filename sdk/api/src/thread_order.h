// ThreadSanitizer's annotations, if its runtime is loaded. ThreadSanitizer doesn't know how OpenMP's threads wait for
// each other. The annotations say that a parallel section begins after the code before it and ends before the code
// behind it.
#pragma once

extern "C" {
__attribute__((weak)) void AnnotateHappensBefore(const char* file, int line, const volatile void* address);
__attribute__((weak)) void AnnotateHappensAfter(const char* file, int line, const volatile void* address);
}

namespace opdk {

inline void HappensBefore(const volatile void* point) {
  if (AnnotateHappensBefore != nullptr) AnnotateHappensBefore(__FILE__, __LINE__, point);
}
inline void HappensAfter(const volatile void* point) {
  if (AnnotateHappensAfter != nullptr) AnnotateHappensAfter(__FILE__, __LINE__, point);
}

}  // namespace opdk
