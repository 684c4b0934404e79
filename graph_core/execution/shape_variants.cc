#include "graph_core/execution/shape_variants.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <string>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/work_queue.h"
#include "graph_core/execution/executable.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

// Number of shapes whose runs are counted.
constexpr size_t kMostSeen = 64;
// Number of runs for which a model stays after its last use. Otherwise shapes that come in turn would be compiled again
// and again.
constexpr uint64_t kInUse = 64;
// Niceness of the thread that compiles beside runs.
constexpr int kNiceness = 10;

// Returns the process's queue for background work. It makes one model at a time.
WorkQueue& Background() {
  static WorkQueue queue;
  return queue;
}

// Ends background work when the process ends, for models that are never destroyed. The main thread's own objects are
// destroyed first, before objects that the compiling libraries have made.
class MainThreadEnd {
 public:
  ~MainThreadEnd() {
    if (gettid() != getpid()) return;
    Background().Drop();
    Background().Finish();
  }
  void Expect() const {}
};
thread_local const MainThreadEnd t_end;

bool Equal(const ShapeSignature& shapes, std::span<const RunInput> inputs) {
  return std::equal(shapes.begin(), shapes.end(), inputs.begin(), inputs.end(),
                    [](const auto& shape, const auto& input) {
                      return std::equal(shape.begin(), shape.end(), input.shape.begin(), input.shape.end());
                    });
}

ShapeSignature SignatureOf(std::span<const RunInput> inputs) {
  ShapeSignature shapes;
  for (const RunInput& input : inputs) shapes.emplace_back(input.shape.begin(), input.shape.end());
  return shapes;
}

constexpr auto kUsedBefore = [](const auto& a, const auto& b) { return a.last_use < b.last_use; };

}  // namespace

ShapeVariants::ShapeVariants(Compiler compile) : compile_(std::move(compile)) {
  back_link_->variants = this;
  t_end.Expect();
}

ShapeVariants::~ShapeVariants() {
  const std::lock_guard lock(back_link_->mutex);
  back_link_->variants = nullptr;
}

Status ShapeVariants::Add(ShapeSignature shapes) {
  Result<Executable> model = compile_(shapes);
  if (!model.ok()) return std::move(model).status().At(fmt::format("shapes {}", ShapesText(shapes)));
  Add(std::move(shapes), *std::move(model));
  return Status();
}

void ShapeVariants::Add(ShapeSignature shapes, Executable model) {
  const std::lock_guard lock(mutex_);
  variants_.push_back({std::move(shapes), std::make_shared<const Executable>(std::move(model)), true, clock_});
}

Result<std::shared_ptr<const Executable>> ShapeVariants::Find(std::span<const RunInput> inputs) {
  const std::lock_guard lock(mutex_);
  ++clock_;
  const auto found = std::find_if(variants_.begin(), variants_.end(),
                                  [&](const Variant& variant) { return Equal(variant.shapes, inputs); });
  if (found != variants_.end()) {
    found->last_use = clock_;
    return found->model;
  }
  if (closed_) {
    std::string known;
    for (const Variant& variant : variants_) known += (known.empty() ? "" : "; ") + ShapesText(variant.shapes);
    return Status(ErrorCode::kInputMismatch, fmt::format("the inputs have the shapes {}; the model was made for {}",
                                                         ShapesText(SignatureOf(inputs)), known))
        .Hint(
            "give it inputs of these shapes, or compile it with these among its gears (ge.compileHybridMode=1 takes "
            "any)");
  }
  if (compiles_frequent_shapes_) Count(inputs);
  return std::shared_ptr<const Executable>();
}

void ShapeVariants::Count(std::span<const RunInput> inputs) {
  auto seen = std::find_if(seen_.begin(), seen_.end(), [&](const Seen& each) { return Equal(each.shapes, inputs); });
  if (seen == seen_.end()) {
    if (seen_.size() == kMostSeen) seen_.erase(std::min_element(seen_.begin(), seen_.end(), kUsedBefore));
    seen = seen_.insert(seen_.end(), {SignatureOf(inputs)});
  }
  seen->last_use = clock_;
  if (seen->decided || ++seen->runs < kRunsBefore) return;
  seen->runs = 0;
  if (!HasRoom()) return;
  seen->decided = true;
  MakeInBackground(seen->shapes);
}

bool ShapeVariants::HasRoom() {
  std::vector<const Variant*> unnamed;
  for (const Variant& variant : variants_) {
    if (!variant.named) unnamed.push_back(&variant);
  }
  return unnamed.size() < kMostKept || std::any_of(unnamed.begin(), unnamed.end(), [this](const Variant* variant) {
           return clock_ - variant->last_use > kInUse;
         });
}

void ShapeVariants::MakeInBackground(ShapeSignature shapes) {
  t_end.Expect();
  Background().Add([back_link = back_link_, shapes = std::move(shapes)] {
    const std::lock_guard lock(back_link->mutex);
    ShapeVariants* const variants = back_link->variants;
    if (variants == nullptr) return;
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
    Result<Executable> model = variants->compile_(shapes);
    // A failure is dropped: the model for any shape fails for these inputs, too, and reports it.
    if (model.ok()) variants->Keep(shapes, std::make_shared<const Executable>(*std::move(model)));
  });
}

void ShapeVariants::Keep(ShapeSignature shapes, std::shared_ptr<const Executable> model) {
  Variant dropped;  // freed without the lock
  const std::lock_guard lock(mutex_);
  const auto is_unnamed = [](const Variant& variant) { return !variant.named; };
  if (static_cast<size_t>(std::count_if(variants_.begin(), variants_.end(), is_unnamed)) >= kMostKept) {
    const auto oldest = std::min_element(variants_.begin(), variants_.end(), [](const Variant& a, const Variant& b) {
      return std::pair(a.named, a.last_use) < std::pair(b.named, b.last_use);
    });
    const auto seen =
        std::find_if(seen_.begin(), seen_.end(), [&](const Seen& each) { return each.shapes == oldest->shapes; });
    if (seen != seen_.end()) seen->decided = false;
    dropped = std::exchange(*oldest, Variant());
    variants_.erase(oldest);
  }
  variants_.push_back({std::move(shapes), std::move(model), false, clock_});
}

void ShapeVariants::Wait() const {
  std::promise<void> reached;
  Background().Add([&reached] { reached.set_value(); });
  reached.get_future().wait();
}

std::vector<ShapeVariants::Variant> ShapeVariants::Named() const {
  const std::lock_guard lock(mutex_);
  std::vector<Variant> named;
  std::copy_if(variants_.begin(), variants_.end(), std::back_inserter(named),
               [](const Variant& variant) { return variant.named; });
  return named;
}

size_t ShapeVariants::size() const {
  const std::lock_guard lock(mutex_);
  return variants_.size();
}

}  // namespace opdk
