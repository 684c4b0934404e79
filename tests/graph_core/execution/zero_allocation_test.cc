// A run of a loaded static model allocates nothing. Every allocation function of this program is replaced by one that
// counts; operator new comes down to malloc.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "opdk/single_op.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/compilation/on_streams.h"
#include "tests/graph_core/execution/count_allocations.h"
#include "tests/graph_core/execution/test_graph.h"

namespace {
std::atomic<bool> g_counting{false};
std::atomic<int64_t> g_allocations{0};
}  // namespace

#if OPDK_COUNTS_ALLOCATIONS
namespace {
void Count() {
  if (g_counting.load(std::memory_order_relaxed)) g_allocations.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  Count();
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  Count();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  Count();
  return __libc_realloc(memory, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  Count();
  return __libc_memalign(alignment, size);
}
}
#endif

namespace opdk {

int64_t CountAllocations(const std::function<void()>& work) {
  g_allocations = 0;
  g_counting = true;
  work();
  g_counting = false;
  return g_allocations;
}

namespace {

using namespace tests;  // NOLINT: opdk::tests

TEST(ZeroAllocation, TheCounterSeesAllocations) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  std::vector<int> kept;
  EXPECT_GT(CountAllocations([&] { kept.resize(1000); }), 0);
}

TEST(ZeroAllocation, RunOfAStaticModelAllocatesNothing) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  GraphBuilder b;
  const Endpoint x = b.Input("x", {2, 8});
  const Endpoint c = b.Const("c", Floats({2, 8}, std::vector<float>(16, 1)));
  Endpoint y = x;
  for (int i = 0; i < 20; ++i) {
    y = b.Op("TestAdd", "add" + std::to_string(i), {y, c});
    if (i % 5 == 0)
      y = b.Op("TestReshape", "view" + std::to_string(i), {y, b.Const("shape" + std::to_string(i), Ints({2, 8}))});
  }
  const Endpoint z = b.Op("TestBias", "bias", {y, b.Const("one", Floats({1}, {1}))});
  Executable model = MustLoad(b.Finish({y, x, z}));
  ASSERT_FALSE(model.dynamic());

  const std::vector<float> values(16, 2);
  const std::vector<int64_t> shape = {2, 8};
  std::vector<float> buffer(16);
  const std::array<RunInput, 1> inputs = {RunInput{values.data(), 64, ge::DT_FLOAT, shape}};
  // The first run, the second one with the model's own output buffers, and one into the caller's.
  for (int run = 0; run < 3; ++run) {
    std::array<RunOutput, 3> outputs;
    if (run == 2) outputs[0] = {buffer.data(), 64};
    Status status;
    EXPECT_EQ(CountAllocations([&] { status = model.Run(inputs, outputs); }), 0) << "run " << run;
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(static_cast<const float*>(outputs[0].data)[15], 22.0F);
    EXPECT_EQ(static_cast<const float*>(outputs[1].data)[0], 2.0F);
    EXPECT_EQ(static_cast<const float*>(outputs[2].data)[0], 23.0F);
  }
}

TEST(ZeroAllocation, ARunOnStreamsAllocatesNothing) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  GraphBuilder b;
  const Endpoint x = b.Input("x", {8});
  const Endpoint sum = b.Op("TestAdd", "sum", {b.Op("TestBias", "left", {x}), b.Op("TestBias", "right", {x})});
  OnStreams eager(*AiCpuOnly().front());
  Engine* const engines[] = {&eager};
  CompileOptions options;
  options.threads = 2;
  auto program = Compile(b.Finish({sum}), engines, *TestPackages(), options);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  ASSERT_EQ(program->main().sections.size(), 1U);
  LoadOptions load;
  load.threads = 2;
  auto model = Load(*std::move(program), engines, *TestPackages(), load);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const std::vector<float> values(8, 2);
  const std::vector<int64_t> shape = {8};
  const std::array<RunInput, 1> inputs = {RunInput{values.data(), 32, ge::DT_FLOAT, shape}};
  std::array<RunOutput, 1> outputs;
  // The pool's thread begins with the first.
  ASSERT_TRUE(model->Run(inputs, outputs).ok());
  Status status;
  EXPECT_EQ(CountAllocations([&] { status = model->Run(inputs, outputs); }), 0);
  ASSERT_TRUE(status.ok()) << status.ToString();
}

TEST(ZeroAllocation, ADynamicModelAllocatesNothingForShapesItHasJustSeen) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  GraphBuilder b;
  const Endpoint x = b.Input("x", {-1});
  Endpoint y = x;
  for (int i = 0; i < 10; ++i) y = b.Op("TestAdd", "add" + std::to_string(i), {y, x});
  Executable model = MustLoad(b.Finish({y}));
  ASSERT_TRUE(model.dynamic());
  const std::vector<float> values(16, 2);
  const std::vector<int64_t> shape = {16};
  const std::array<RunInput, 1> inputs = {RunInput{values.data(), 64, ge::DT_FLOAT, shape}};
  std::array<RunOutput, 1> outputs;
  ASSERT_TRUE(model.Run(inputs, outputs).ok());
  outputs[0] = {};
  Status status;
  EXPECT_EQ(CountAllocations([&] { status = model.Run(inputs, outputs); }), 0);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(static_cast<const float*>(outputs[0].data)[0], 22.0F);
}

TEST(ZeroAllocation, ASingleOperatorAllocatesNothingForShapesItHasSeen) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  PackageRegistry::SetCurrent(BuiltinPackages());
  const auto desc = [](int64_t n) { return ge::TensorDesc(ge::Shape({n}), ge::FORMAT_ND, ge::DT_FLOAT); };
  auto add = SingleOp::Create("Add", {{"x1", desc(4)}, {"x2", desc(4)}}, {}, {.engine = "ai_core"});
  ASSERT_TRUE(add.ok()) << add.status().ToString();
  const std::vector<float> values(8, 2);
  std::vector<float> sum(8);
  for (int64_t n : {8, 4, 8, 4}) {
    const std::array<int64_t, 1> shape = {n};
    const RunInput x{values.data(), values.size() * sizeof(float), ge::DT_FLOAT, shape};
    const std::array<RunInput, 2> inputs = {x, x};
    RunOutput output{sum.data(), sum.size() * sizeof(float)};
    // The first time they come.
    ASSERT_TRUE(add->Run(inputs, {&output, 1}).ok());
    Status status;
    EXPECT_EQ(CountAllocations([&] { status = add->Run(inputs, {&output, 1}); }), 0);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(sum[3], 4.0F);
  }
  PackageRegistry::SetCurrent(nullptr);
}

TEST(ZeroAllocation, GeneratedKernelsAllocateNothingOnceTheirScratchIsThere) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  auto graph = Parse(R"(
graph g {
  %x = Data {index: 0} : float[512,256]
  %p = SoftmaxV2(x: %x)
  %t = TransposeD(x: %p) {perm: [1, 0]}
  %y = Gelu(x: %t)
  %o = NetOutput(x: [%y])
})");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  CompileOptions options;
  options.engine = "ai_core";
  options.threads = 1;  // scratch is kept per thread, and which of several threads gets a piece of work is chance
  auto session = Session::Create(BuiltinPackages(), options);
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  auto compiled = (*session)->Compile(*std::move(graph));
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();

  const std::vector<float> values(512 * 256, 0.5F);
  const std::vector<int64_t> shape = {512, 256};
  const std::array<RunInput, 1> inputs = {RunInput{values.data(), values.size() * 4, ge::DT_FLOAT, shape}};
  std::array<RunOutput, 1> outputs;
  // Fills the kernels' scratch cache.
  ASSERT_TRUE(compiled->model.Run(inputs, outputs).ok());
  outputs[0] = {};
  Status status;
  EXPECT_EQ(CountAllocations([&] { status = compiled->model.Run(inputs, outputs); }), 0);
  ASSERT_TRUE(status.ok()) << status.ToString();
}

}  // namespace
}  // namespace opdk
