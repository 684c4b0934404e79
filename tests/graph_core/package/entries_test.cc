#include "graph_core/package/entries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

OperatorFunctionEntry Function(EntryKind kind, const char* type) { return {kind, type, nullptr}; }

TEST(Entries, UnusedEntriesAreReportedOnceForEachKind) {
  RegistrationList list;
  list.Append(Function(EntryKind::kInferShape, "Mish"));
  EXPECT_THAT(UnusedEntries(*list.list()), IsEmpty());
  list.Append(Function(EntryKind::kInferFormat, "Mish"));
  EXPECT_THAT(UnusedEntries(*list.list()), IsEmpty());
  list.Append(Function(EntryKind::kInferDataSlice, "Mish"));
  list.Append(Function(EntryKind::kInferDataSlice, "Gelu"));
  EXPECT_THAT(
      UnusedEntries(*list.list()),
      ElementsAre("INFER_DATA_SLICE_FUNC_REG of Mish, Gelu is registered and never called: operators aren't cut "
                  "over several cores"));
}

TEST(Entries, EachKindHasOneRow) {
  std::set<EntryKind> kinds;
  for (const EntryKindInfo& row : EntryKinds()) {
    EXPECT_TRUE(kinds.insert(row.kind).second) << row.registration;
    EXPECT_GE(row.size, sizeof(RegistrationEntry)) << row.registration;
  }
  EXPECT_EQ(kinds.size(), 14u);
}

TEST(Entries, TheFirstOfATypeCountsAndKernelsAreOneForEachEngine) {
  RegistrationList list;
  EXPECT_TRUE(list.AppendFirst(Function(EntryKind::kVerify, "Mish")));
  EXPECT_FALSE(list.AppendFirst(Function(EntryKind::kVerify, "Mish")));
  EXPECT_TRUE(list.AppendFirst(Function(EntryKind::kInferShape, "Mish")));
  EXPECT_TRUE(list.AppendFirst(EngineKernelEntry("ai_cpu", "Mish", SourcePlace(), nullptr)));
  EXPECT_TRUE(list.AppendFirst(EngineKernelEntry("ai_core", "Mish", SourcePlace(), nullptr)));
  EXPECT_FALSE(list.AppendFirst(EngineKernelEntry("ai_core", "Mish", SourcePlace(), nullptr)));
  EXPECT_EQ(list.list()->count, 4u);
  EXPECT_EQ(EntriesOf<EngineKernelEntry>(*list.list()).size(), 2u);
}

}  // namespace
}  // namespace opdk
