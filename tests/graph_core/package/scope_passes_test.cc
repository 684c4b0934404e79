#include "graph_core/package/scope_passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/package/entries.h"
#include "opdk/scope_fusion.h"

namespace opdk {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<Package> PackageOf(const char* name, const RegistrationList& list) {
  auto package = std::make_unique<Package>();
  package->name = name;
  package->registrations = list.list();
  return package;
}

ScopePassEntry Entry(const char* name) { return {name, nullptr, nullptr, false}; }

TEST(ScopePasses, TheFirstPassOfANameWinsAndTheSecondIsReported) {
  RegistrationList first, second;
  first.Append(Entry("Block"));
  second.Append(Entry("Block"));
  second.Append(Entry("Other"));
  std::vector<std::unique_ptr<Package>> packages;
  packages.push_back(PackageOf("a", first));
  EXPECT_THAT(LeftOutScopePasses(packages), IsEmpty());
  packages.push_back(PackageOf("b", second));
  const std::vector<Status> notes = LeftOutScopePasses(packages);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].code(), ErrorCode::kDuplicateOperator);
  EXPECT_EQ(notes[0].message(), "scope fusion pass Block of package a wins over that of b");
}

TEST(ScopePasses, APassOfAPackageForAnOlderSdkIsLeftOut) {
  RegistrationList list;
  list.Append(RegistrationEntry(EntryKind::kScopePass, sizeof(RegistrationEntry), "Block", SourcePlace()));
  EXPECT_TRUE(CheckEntries(*list.list()).ok());
  std::vector<std::unique_ptr<Package>> packages;
  packages.push_back(PackageOf("old", list));
  const std::vector<Status> notes = LeftOutScopePasses(packages);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].code(), ErrorCode::kPackageInvalid);
  EXPECT_THAT(notes[0].ToString(), HasSubstr("scope fusion pass Block of package old"));
  EXPECT_THAT(notes[0].ToString(), HasSubstr("rebuild the package"));
}

}  // namespace
}  // namespace opdk
