// Failed requests of a kernel to its context. Kernels may ask from many threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "opdk/cpu_engine.h"
#include "opdk/op_desc.h"
#include "opdk/source_place.h"

namespace aicpu {

// A request that got a nullptr. Its text is made only when it is needed: kernels of operator families ask in each run
// for attributes that only some of the operators have.
struct Missed {
  const char* call = nullptr;  // "Input", "GetAttr"; nullptr: nothing
  std::string attr;
  uint32_t index = 0;  // of an input or output
  opdk::SourcePlace at;
};

struct KernelFaults : std::enable_shared_from_this<KernelFaults> {
  explicit KernelFaults(const opdk::OpDesc& op);

  void NoteMissed(Missed missed);
  // Notes that an attribute was read as its own type (`fits`) or as another. A fitting read deletes the note of an
  // earlier wrong one.
  void NoteRead(const std::string& attr, bool fits, const char* call, opdk::SourcePlace at);
  opdk::CpuNode::Faults Take(bool failed);
  // Returns the text of a failed request:
  // `GetAttr("axes") at clip.cc:12: Clip has no attribute "axes"; it has: axis; did you mean "axis"?`
  std::string TextOf(const Missed& missed) const;

 private:
  const std::string type_;
  const std::vector<opdk::IrAttr> attrs_;  // that the prototype declares
  const bool declared_;                    // there is a prototype that can tell
  const size_t inputs_;
  const size_t outputs_;
  std::atomic<bool> any_ = false;
  std::mutex mutex_;
  std::map<std::string, std::string> types_;
  Missed missed_;
};

// Throws opdk::AbsentObject, with what this thread was last denied, when a kernel calls a function of a nullptr. The
// files that call it with `this` are compiled so that the compiler doesn't take for granted that there is an object.
void RequireObject(const void* object, const char* call);

}  // namespace aicpu
