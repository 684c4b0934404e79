#include "graph_core/execution/shape_variants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests
using ::testing::HasSubstr;

class Variants : public ::testing::Test {
 protected:
  // Compiles a model that copies its only input.
  Result<Executable> Compile(const ShapeSignature& shapes) {
    ++compiled_;
    if (fails_) return Status(ErrorCode::kInferShape, "no such shape");
    GraphBuilder b;
    return CompileAndLoad(b.Finish({b.Op("TestBias", "copy", {b.Input("x", shapes.at(0))})}));
  }

  std::shared_ptr<const Executable> Find(int64_t extent) {
    const std::array<int64_t, 1> shape = {extent};
    const RunInput input{nullptr, 0, ge::DT_FLOAT, shape};
    auto found = variants_->Find(std::span(&input, 1));
    EXPECT_TRUE(found.ok()) << found.status().ToString();
    return found.ok() ? *found : nullptr;
  }
  void Use(int64_t extent, int runs) {
    for (int run = 0; run < runs; ++run) Find(extent);
    variants_->Wait();
  }

  std::atomic<int> compiled_ = 0;
  std::atomic<bool> fails_ = false;
  std::shared_ptr<ShapeVariants> variants_ =
      std::make_shared<ShapeVariants>([this](const ShapeSignature& shapes) { return Compile(shapes); });
};

TEST_F(Variants, ShapesThatComeOftenGetAModel) {
  variants_->CompileFrequentShapes();
  Use(7, ShapeVariants::kRunsBefore - 1);
  EXPECT_EQ(Find(8), nullptr);
  EXPECT_EQ(compiled_, 0);
  Use(7, 1);
  ASSERT_NE(Find(7), nullptr);
  EXPECT_EQ(Find(7)->inputs()[0].shape, std::vector<int64_t>{7});
  EXPECT_EQ(Find(8), nullptr);
  EXPECT_EQ(compiled_, 1);
}

TEST_F(Variants, WithoutSpecializationNoShapeGetsAModel) {
  Use(7, 10);
  EXPECT_EQ(compiled_, 0);
  EXPECT_EQ(variants_->size(), 0U);
}

TEST_F(Variants, VariantsInUseAreKeptWhenShapesAreAdded) {
  variants_->CompileFrequentShapes();
  for (int64_t extent = 1; extent <= 6; ++extent) Use(extent, ShapeVariants::kRunsBefore);
  EXPECT_EQ(variants_->size(), ShapeVariants::kMostKept);
  EXPECT_EQ(compiled_, 4);
  EXPECT_NE(Find(1), nullptr);
  EXPECT_EQ(Find(6), nullptr);
}

TEST_F(Variants, UnusedVariantsMakeRoom) {
  variants_->CompileFrequentShapes();
  for (int64_t extent = 1; extent <= 4; ++extent) Use(extent, ShapeVariants::kRunsBefore);
  Use(1, 1);
  Use(6, 100);
  EXPECT_EQ(variants_->size(), ShapeVariants::kMostKept);
  EXPECT_NE(Find(6), nullptr);
  EXPECT_EQ(Find(2), nullptr) << "it was used before all others";
}

TEST_F(Variants, AFailedVariantIsNotTriedAgain) {
  variants_->CompileFrequentShapes();
  fails_ = true;
  Use(7, 20);
  EXPECT_EQ(compiled_, 1);
  EXPECT_EQ(Find(7), nullptr);
}

TEST_F(Variants, OnlyNamedShapesAreRunOnceClosed) {
  ASSERT_TRUE(variants_->Add({{2}}).ok());
  ASSERT_TRUE(variants_->Add({{4}}).ok());
  variants_->Close();
  EXPECT_NE(Find(2), nullptr);
  const std::array<int64_t, 1> shape = {3};
  const RunInput input{nullptr, 0, ge::DT_FLOAT, shape};
  const Status refused = variants_->Find(std::span(&input, 1)).status();
  EXPECT_EQ(refused.code(), ErrorCode::kInputMismatch);
  EXPECT_THAT(refused.ToString(), HasSubstr("the inputs have the shapes [3]; the model was made for [2]; [4]"));
}

TEST_F(Variants, ANamedShapeThatCanNotBeCompiledIsAnError) {
  fails_ = true;
  const Status refused = variants_->Add({{2, 3}});
  EXPECT_EQ(refused.code(), ErrorCode::kInferShape);
  EXPECT_THAT(refused.ToString(), HasSubstr("shapes [2,3]"));
}

TEST_F(Variants, ThreadsAskWhileModelsAreMade) {
  variants_->CompileFrequentShapes();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int64_t run = 0; run < 200; ++run) {
        const int64_t extent = 1 + (run + t) % 3;
        const auto found = Find(extent);
        wrong += found != nullptr && found->inputs()[0].shape != std::vector<int64_t>{extent};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  variants_->Wait();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(variants_->size(), 3U);
}

}  // namespace
}  // namespace opdk
