// Models for known shapes, beside the model for any shape: for named shapes, and for shapes that come often.
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

// Thread-safe. Finding a model for shapes that were seen before allocates nothing.
class ShapeVariants {
 public:
  // Compiles the model for inputs of these shapes. Called by one thread at a time, which may be a background thread of
  // the process.
  using Compiler = std::function<Result<Executable>(const ShapeSignature& shapes)>;

  // Runs with one list of shapes before a model is made for them, and the number of such models that are kept. The
  // models used last are kept.
  static constexpr int kRunsBefore = 3;
  static constexpr size_t kMostKept = 4;

  explicit ShapeVariants(Compiler compile);
  // Waits for the model that is being made, because it uses data of this object.
  ~ShapeVariants();
  ShapeVariants(const ShapeVariants&) = delete;
  ShapeVariants& operator=(const ShapeVariants&) = delete;

  // Compiles a model for these shapes now. It is always kept. Errors of compilation.
  Status Add(ShapeSignature shapes);
  // Adds a compiled model for these shapes. It is always kept.
  void Add(ShapeSignature shapes, Executable model);
  // Refuses, from now on, shapes without an added model.
  void Close() { closed_ = true; }
  bool closed() const { return closed_; }
  // Compiles models for shapes that come often, from now on.
  void CompileFrequentShapes() { compiles_frequent_shapes_ = true; }

  // Returns the model for these shapes. nullptr: there is none yet; the model for any shape takes them. E1004: closed,
  // and none was added for these shapes.
  Result<std::shared_ptr<const Executable>> Find(std::span<const RunInput> inputs);

  // Waits until all models that were begun are made. For tests.
  void Wait() const;
  size_t size() const;

  struct Variant {
    ShapeSignature shapes;
    std::shared_ptr<const Executable> model;
    bool named = false;  // made by Add
    uint64_t last_use = 0;
  };
  // Returns the models that were added, in this order.
  std::vector<Variant> Named() const;

 private:
  struct Seen {
    ShapeSignature shapes;
    int runs = 0;
    bool decided = false;  // a model was begun, or can't be made
    uint64_t last_use = 0;
  };

  // Link from background work to its ShapeVariants, which may be destroyed before the work begins. Locked while the
  // work runs.
  struct BackLink {
    std::mutex mutex;
    ShapeVariants* variants = nullptr;
  };

  void Count(std::span<const RunInput> inputs);
  bool HasRoom();
  void MakeInBackground(ShapeSignature shapes);
  void Keep(ShapeSignature shapes, std::shared_ptr<const Executable> model);

  const Compiler compile_;
  const std::shared_ptr<BackLink> back_link_ = std::make_shared<BackLink>();
  bool closed_ = false;
  bool compiles_frequent_shapes_ = false;
  mutable std::mutex mutex_;  // of all below
  uint64_t clock_ = 0;        // one tick for each run
  std::vector<Variant> variants_;
  std::vector<Seen> seen_;
};

}  // namespace opdk
