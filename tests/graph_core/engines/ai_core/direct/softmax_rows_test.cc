#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <random>
#include <vector>

#include "graph_core/base/machine.h"
#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

template <typename Work>
void ForEachIsa(Work work) {
  for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    if (isa > *TargetIsa()) continue;
    SCOPED_TRACE(Name(isa));
    work(FunctionsOf(isa));
  }
}

// A line of the caches.
struct alignas(64) Line {
  float values[16];
};

class Floats {
 public:
  explicit Floats(int64_t count) : lines_(static_cast<size_t>(count + 15) / 16) {}
  float* data() { return lines_.empty() ? nullptr : lines_.front().values; }

 private:
  std::vector<Line> lines_;
};

void Fill(float* values, int64_t count, float limit) {
  std::minstd_rand generator(1);
  std::uniform_real_distribution<float> distribution(-limit, limit);
  for (int64_t i = 0; i < count; ++i) values[i] = distribution(generator);
}

TEST(SoftmaxRows, StoresPastTheCachesGiveEqualResults) {
  constexpr int64_t kRows = 7;
  ForEachIsa([](const DirectFunctions& functions) {
    for (const int64_t columns : {int64_t{144}, int64_t{1024}, SoftmaxRows::kMostStreamed}) {
      Floats x(kRows * columns), mask(columns), kept(kRows * columns), streamed(kRows * columns);
      Fill(x.data(), kRows * columns, 30);
      Fill(mask.data(), columns, 5);
      x.data()[2 * columns + 5] = NAN;
      x.data()[3 * columns + 9] = kInf;
      std::fill_n(x.data() + 4 * columns, columns, -kInf);
      for (const bool masked : {false, true}) {
        SoftmaxRows job;
        job.x = x.data();
        job.columns = columns;
        job.rank = 1;
        job.extents[0] = kRows;
        if (masked) job.mask = mask.data();
        job.y = kept.data();
        functions.softmax_rows(job, 0, kRows);
        job.y = streamed.data();
        job.stream = true;
        functions.softmax_rows(job, 0, kRows);
        for (int64_t i = 0; i < kRows * columns; ++i) {
          const float a = kept.data()[i], b = streamed.data()[i];
          ASSERT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << "element " << i << ": " << a << ", " << b;
        }
      }
    }
  });
}

// Computes a row in parts as RunInPieces makes them: each full, or with nothing but -Inf, or with a NaN in it.
TEST(SoftmaxRows, ARowInPartsEqualsTheWholeRow) {
  constexpr int64_t kColumns = 5 * 37, kPart = 37;
  enum Content { kNumbers, kNothing, kNaNAlone, kInfinity, kSmall };
  const std::vector<std::vector<Content>> rows = {{kNumbers, kNumbers, kSmall, kNumbers, kNumbers},
                                                  {kNothing, kNumbers, kNothing, kSmall, kNumbers},
                                                  {kNothing, kNothing, kNothing, kNothing, kNothing},
                                                  {kNumbers, kNaNAlone, kNumbers, kNothing, kNumbers},
                                                  {kNumbers, kInfinity, kNumbers, kNothing, kNumbers}};
  ForEachIsa([&](const DirectFunctions& functions) {
    for (const std::vector<Content>& contents : rows) {
      Floats x(kColumns), whole(kColumns), parts(kColumns);
      Fill(x.data(), kColumns, 20);
      for (int64_t i = 0; i < kColumns; ++i) {
        const Content content = contents[static_cast<size_t>(i / kPart)];
        float& value = x.data()[i];
        if (content == kNothing || content == kNaNAlone) value = i % kPart == 3 && content == kNaNAlone ? NAN : -kInf;
        if (content == kInfinity && i % kPart == 30) value = kInf;
        if (content == kSmall) value -= 90;
      }
      for (const bool log : {false, true}) {
        SoftmaxRows job;
        job.x = x.data();
        job.columns = kColumns;
        job.log = log;
        job.rank = 1;
        job.extents[0] = 1;
        job.y = whole.data();
        functions.softmax_rows(job, 0, 1);
        job.y = parts.data();
        SoftmaxPartial part[5], all;
        for (int64_t i = 0; i < 5; ++i) {
          part[i] = functions.softmax_partial(job, 0, i * kPart, (i + 1) * kPart);
          all = JoinSoftmaxPartials(all, part[i]);
        }
        for (int64_t i = 0; i < 5; ++i) functions.softmax_finish(job, 0, i * kPart, (i + 1) * kPart, part[i], all);
        for (int64_t i = 0; i < kColumns; ++i) {
          const float a = whole.data()[i], b = parts.data()[i];
          if (std::isnan(a) || std::isinf(a)) {
            ASSERT_TRUE(std::isnan(a) ? std::isnan(b) : a == b) << "element " << i << ": " << a << ", " << b;
          } else {
            // A difference of a hundred is rounded to 4e-6.
            ASSERT_NEAR(a, b, 1e-5F * std::abs(a) + 1e-44F) << "element " << i;
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace opdk
