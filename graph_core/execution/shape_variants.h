// Models for shapes that are known, beside the one that takes any: those of named shapes, and those of shapes that come
// often.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

class Executable;

// The shape of each input of a model.
using ShapeSignature = std::vector<std::vector<int64_t>>;

// Thread-safe. Asking for shapes that were seen before allocates nothing.
class ShapeVariants {
 public:
  // Compiles the model for inputs of these shapes. Called by one thread at a time, which may be a background thread of
  // the process.
  using Compiler = std::function<Result<Executable>(const ShapeSignature& shapes)>;

  // After so many runs a model of their own is made for shapes; so many of those are kept, the ones that were used
  // last.
  static constexpr int kRunsBefore = 3;
  static constexpr size_t kMostKept = 4;

  explicit ShapeVariants(Compiler compile);
  // Waits for the model that is being made: what it is made of goes with this.
  ~ShapeVariants();
  ShapeVariants(const ShapeVariants&) = delete;
  ShapeVariants& operator=(const ShapeVariants&) = delete;

  // Compiles a model for these shapes now, which is always kept. Errors of compilation.
  Status Add(ShapeSignature shapes);
  // Keeps this model for them, which somebody else has compiled.
  void Add(ShapeSignature shapes, Executable model);
  // From now on only shapes that were added are run.
  void Close() { closed_ = true; }
  bool closed() const { return closed_; }
  // Shapes that come often get models, too.
  void Learn() { learns_ = true; }

  // The model for these shapes; nullptr: there is none (yet), the one for any shapes takes them. E1004: closed, and
  // none was added for these.
  Result<std::shared_ptr<const Executable>> Find(std::span<const RunInput> inputs);

  // Returns when those that were asked for are made. For tests.
  void Wait() const;
  size_t size() const;

  struct Variant {
    ShapeSignature shapes;
    std::shared_ptr<const Executable> model;
    bool named = false;  // was added
    uint64_t last_use = 0;
  };
  // Those that were added, in this order.
  std::vector<Variant> Named() const;

 private:
  struct Seen {
    ShapeSignature shapes;
    int runs = 0;
    bool decided = false;  // a model is made, or can't be
    uint64_t last_use = 0;
  };

  // What work in the background knows of whom it works for, who may end before it begins. Held while it goes on.
  struct Employer {
    std::mutex mutex;
    ShapeVariants* variants = nullptr;
  };

  void Count(std::span<const RunInput> inputs);
  bool HasRoom();
  void MakeInBackground(ShapeSignature shapes);
  void Keep(ShapeSignature shapes, std::shared_ptr<const Executable> model);

  const Compiler compile_;
  const std::shared_ptr<Employer> employer_ = std::make_shared<Employer>();
  bool closed_ = false;
  bool learns_ = false;
  mutable std::mutex mutex_;  // of all below
  uint64_t clock_ = 0;        // one tick for each run
  std::vector<Variant> variants_;
  std::vector<Seen> seen_;
};

}  // namespace opdk
