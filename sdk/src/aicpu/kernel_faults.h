// What a kernel asks its context for in vain. Kernels may ask from many threads.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "opdk/cpu_engine.h"
#include "opdk/op_desc.h"
#include "opdk/source_place.h"

namespace aicpu {

struct KernelFaults {
  explicit KernelFaults(const opdk::OpDesc& op);

  // An attribute was read, as what it is or as something else; the latter is forgotten when the former follows.
  void NoteRead(const std::string& attr, bool fits, const char* call, opdk::SourcePlace at);
  opdk::CpuNode::Faults Take();

  const std::string type;
  const std::vector<std::string> attrs;                 // that the prototype declares
  const std::map<std::string, std::string> attr_types;  // CANN's tokens
  const bool declared;                                  // there is a prototype that can tell

 private:
  friend void NoteMissed(KernelFaults* faults, std::string text);
  std::atomic<bool> any_ = false;
  std::mutex mutex_;
  std::map<std::string, std::string> types_;
  std::string missed_;
};

// A nullptr was given out. `faults` may be nullptr.
void NoteMissed(KernelFaults* faults, std::string text);
void NoteAttrMissed(KernelFaults* faults, const std::string& attr, opdk::SourcePlace at);

// Throws opdk::AbsentObject, with what this thread was last denied, when a kernel calls a function of a nullptr. The
// files that call it with `this` are compiled so that the compiler doesn't take for granted that there is an object.
void RequireObject(const void* object, const char* call);

}  // namespace aicpu
