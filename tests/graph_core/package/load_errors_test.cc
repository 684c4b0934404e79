// A bad library gives one clear error, whatever it does. The packages beside it are loaded.
#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "graph_core/base/file.h"
#include "graph_core/package/elf_file.h"
#include "graph_core/package/loader.h"
#include "graph_core/package/probe.h"
#include "tests/graph_core/package/package_fixture.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class LoadErrors : public PluginDirectories {
 protected:
  std::string Refusal(const std::string& fixture, ErrorCode code = ErrorCode::kConstructor) {
    Drop(fixture, "a");
    const Status status = Rejection();
    EXPECT_EQ(status.code(), code);
    return status.message();
  }
  bool ConstructorRan() const { return fs::exists(root_ / "trace"); }
};

// Pain 11: a static object that fails ends the whole process before it can say anything.
TEST_F(LoadErrors, AConstructorThatThrowsIsAnErrorWithItsText) {
  EXPECT_EQ(Refusal("throws"),
            "it would end this process: a constructor of the library threw std::runtime_error: no table for me");
}

TEST_F(LoadErrors, AConstructorThatCrashesIsAnErrorWithTheSignal) {
  EXPECT_THAT(Refusal("crashes"), HasSubstr("a constructor of the library crashed with SIGSEGV"));
}

TEST_F(LoadErrors, AConstructorThatAbortsIsAnError) {
  EXPECT_THAT(Refusal("aborts"), HasSubstr("a constructor of the library crashed with SIGABRT"));
}

TEST_F(LoadErrors, AConstructorThatCallsExitIsAnError) {
  EXPECT_THAT(Refusal("exits"), HasSubstr("a constructor of the library called exit()"));
}

TEST_F(LoadErrors, AConstructorThatLeavesWithoutCleaningUpIsAnError) {
  EXPECT_THAT(Refusal("quick_exits"), HasSubstr("a constructor of the library ended the process with exit code 3"));
}

// The dynamic linker's own code for "can't start" is no excuse.
TEST_F(LoadErrors, AConstructorThatEndsTheProcessWith127IsAnError) {
  EXPECT_THAT(Refusal("ends_with_127"), HasSubstr("a constructor of the library ended the process with exit code 127"));
}

TEST_F(LoadErrors, ADestructorThatAbortsIsAnError) {
  EXPECT_THAT(Refusal("ends_badly"), HasSubstr("a destructor, when it is unloaded, crashed with SIGABRT"));
}

TEST_F(LoadErrors, ALibraryIsTriedUnderTheNameOfItsFile) {
  const auto file = InputFile::Open(Fixture("asks_its_name").string(), kLibraryFile);
  const auto verdict = Probe(*file);
  ASSERT_TRUE(verdict.ok()) << verdict.status().ToString();
  EXPECT_TRUE(verdict->harmless) << verdict->reason;
}

TEST_F(LoadErrors, ADestructorThatDoesNotReturnIsAVerdictAfterTheTimeout) {
  const auto file = InputFile::Open(Fixture("never_ends").string(), kLibraryFile);
  const auto verdict = Probe(*file, std::chrono::seconds(3));
  ASSERT_TRUE(verdict.ok()) << verdict.status().ToString();
  EXPECT_EQ(verdict->reason, "a destructor, when it is unloaded, had not returned after 3.0 s");
}

TEST_F(LoadErrors, GarbageInTheDescriptionIsAnError) {
  for (const char* part : {"name", "op_info", "count", "registrations", "entry"}) {
    SCOPED_TRACE(part);
    EXPECT_THAT(Refusal(std::string("garbage_") + part),
                HasSubstr("opdk_package(), or reading what it says, crashed with SIGSEGV"));
    fs::remove(root_ / ("a/libtest_garbage_" + std::string(part) + ".so"));
  }
}

TEST_F(LoadErrors, RegistrationsOfAnotherSdkAreReadAsFarAsTheyAreKnown) {
  EXPECT_THAT(Refusal("garbage_entries", ErrorCode::kPackageInvalid), HasSubstr("its 3 registrations are null"));
  fs::remove(root_ / "a/libtest_garbage_entries.so");
  EXPECT_THAT(Refusal("garbage_null_entry", ErrorCode::kPackageInvalid), HasSubstr("its registration 0 is null"));
  fs::remove(root_ / "a/libtest_garbage_null_entry.so");
  EXPECT_THAT(Refusal("garbage_short_entry", ErrorCode::kAbiMismatch),
              HasSubstr("its registration 0 of 'Twice' (REGISTER_OP_COMPUTE, "
                        "REGISTER_CPU_KERNEL) has"));
  fs::remove(root_ / "a/libtest_garbage_short_entry.so");
  Drop("garbage_unknown_entry", "a");
  const auto registry = Load({"a"});
  ASSERT_EQ(registry->packages().size(), 1u);
  ASSERT_FALSE(registry->notes().empty());
  EXPECT_EQ(registry->notes()[0].message(),
            "a registration of kind 4711 of Later isn't known to this opdk and is left out");
}

// The dynamic linker itself stumbles over such a file: its assertions end the process.
TEST_F(LoadErrors, ALibraryWithADamagedDynamicSectionNeverEndsTheHost) {
  std::ifstream file(Fixture("twice"), std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(file), {});
  Elf64_Ehdr header{};
  std::memcpy(&header, whole.data(), sizeof(header));
  Elf64_Phdr segment{};
  for (size_t i = 0; i < header.e_phnum && segment.p_type != PT_DYNAMIC; ++i) {
    std::memcpy(&segment, whole.data() + header.e_phoff + i * sizeof(segment), sizeof(segment));
  }
  ASSERT_EQ(segment.p_type, PT_DYNAMIC);
  const size_t entries = segment.p_filesz / sizeof(Elf64_Dyn);
  for (size_t i = 0; i < entries; ++i) {
    std::string bytes = whole;
    Elf64_Dyn entry{};
    char* place = bytes.data() + segment.p_offset + i * sizeof(entry);
    std::memcpy(&entry, place, sizeof(entry));
    if (entry.d_tag == DT_NULL) break;
    entry.d_un.d_val ^= 0x5555;
    std::memcpy(place, &entry, sizeof(entry));
    SCOPED_TRACE(fmt::format("entry {} (tag {:x})", i, entry.d_tag));
    Write("a/libdamaged.so", bytes);
    // The library is tried in a process of its own. If that process ends, the host, here a child, must not end.
    const pid_t child = fork();
    if (child == 0) {
      PackageOptions options;
      options.plugin_dirs = {Path("a")};
      static_cast<void>(PackageRegistry::Load(options));
      _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

// The file that was tried is loaded. A constructor that puts another file in its place meanwhile gains nothing.
TEST_F(LoadErrors, AFileThatChangesWhileItIsTriedIsRefused) {
  Drop("twice", "a");
  const auto file = InputFile::Open(Path("a/libtest_twice.so"), kLibraryFile);
  ASSERT_TRUE(file.ok());
  // If another file is put at the path, the file that was looked at is loaded.
  const auto replaced = LoadPackage(*file, [&](const InputFile&) {
    fs::remove(Path("a/libtest_twice.so"));
    fs::copy_file(Fixture("aborts"), Path("a/libtest_twice.so"));
    return Status();
  });
  ASSERT_TRUE(replaced.ok()) << replaced.status().ToString();
  EXPECT_EQ((*replaced)->name, "test_twice");
  // If the same file gets other content, it is refused.
  Drop("rival", "b");
  const auto rival = InputFile::Open(Path("b/libtest_rival.so"), kLibraryFile);
  const auto changed = LoadPackage(*rival, [&](const InputFile&) {
    std::ofstream(Path("b/libtest_rival.so"), std::ios::app) << "x";
    return Status();
  });
  EXPECT_EQ(changed.status().message(), "it was changed while it was looked at");
}

// $ORIGIN makes the linker take the path, so the file at the path must be the file that was tried.
TEST_F(LoadErrors, AnotherFileInThePlaceOfAnOriginPackageIsRefused) {
  Drop("origin_twice", "a");
  const std::string path = Path("a/libtest_origin_twice.so");
  const auto file = InputFile::Open(path, kLibraryFile);
  ASSERT_TRUE(file.ok());
  const auto replaced = LoadPackage(*file, [&](const InputFile&) {
    fs::remove(path);
    fs::copy_file(Fixture("origin_rival"), path);
    return Status();
  });
  EXPECT_EQ(replaced.status().code(), ErrorCode::kLoad);
  EXPECT_EQ(replaced.status().message(), "another file was put in its place while it was loaded");
}

TEST_F(LoadErrors, AnOriginPackageThatRemovesItselfWhileItIsLoadedIsRefused) {
  Drop("origin_leaves", "a");
  const std::string path = Path("a/libtest_origin_leaves.so");
  ::setenv("OPDK_TEST_TRACE", path.c_str(), 1);
  EXPECT_EQ(LoadPackage(path).status().message(), "another file was put in its place while it was loaded");
}

// For backtraces and profilers, which ask the linker.
TEST_F(LoadErrors, ALoadedLibraryHasTheNameOfItsFile) {
  for (const char* fixture : {"twice", "origin_rival"}) {
    Drop(fixture, "a");
    const std::string path = Path(fmt::format("a/libtest_{}.so", fixture));
    const auto package = LoadPackage(path);
    ASSERT_TRUE(package.ok()) << package.status().ToString();
    Dl_info place{};
    ASSERT_NE(dladdr((*package)->registrations, &place), 0);
    EXPECT_EQ(place.dli_fname, path);
  }
}

// The linker remembers paths.
TEST_F(LoadErrors, AnOriginPackageThatReplacesALoadedOneIsTheNewFile) {
  Drop("origin_twice", "a");
  const std::string path = Path("a/libtest_origin_twice.so");
  const auto before = LoadPackage(path);
  ASSERT_TRUE(before.ok()) << before.status().ToString();
  fs::remove(path);
  fs::copy_file(Fixture("origin_rival"), path);
  const auto after = LoadPackage(path);
  ASSERT_TRUE(after.ok()) << after.status().ToString();
  EXPECT_EQ((*before)->name, "test_origin_twice");
  EXPECT_EQ((*after)->name, "test_origin_rival");
}

TEST_F(LoadErrors, ACrashInALibraryThatThePackageNeedsNamesThatLibrary) {
  EXPECT_THAT(Refusal("outer"), HasSubstr("/elsewhere/libtest_inner.so crashed with SIGABRT"));
}

TEST_F(LoadErrors, AConstructorThatDoesNotReturnIsAVerdictAfterTheTimeout) {
  const auto verdict = Probe(*InputFile::Open(Fixture("hangs").string(), kLibraryFile), std::chrono::milliseconds(300));
  ASSERT_TRUE(verdict.ok()) << verdict.status().ToString();
  EXPECT_FALSE(verdict->harmless);
  EXPECT_EQ(verdict->reason, "a constructor of the library had not returned after 0.3 s");
}

TEST_F(LoadErrors, TheVerdictIsRememberedByContentUntilTheLibraryChanges) {
  Drop("throws", "a");
  static_cast<void>(Rejection());
  const auto traces = [&] { return fs::file_size(root_ / "trace"); };
  EXPECT_EQ(traces(), 4u);
  EXPECT_THAT(Rejection().message(), HasSubstr("no table for me (found earlier)"));
  fs::rename(root_ / "a/libtest_throws.so", root_ / "a/libother.so");
  EXPECT_THAT(Rejection().message(), HasSubstr("(found earlier)")) << "the content is the same";
  EXPECT_EQ(traces(), 4u) << "nothing was tried again";
  std::ofstream(root_ / "a/libother.so", std::ios::app) << "x";
  static_cast<void>(Rejection());
  EXPECT_EQ(traces(), 8u);
}

// A record says "ok" instead of "refused" after somebody could write there once. It isn't signed with this user's key.
TEST_F(LoadErrors, AForgedVerdictIsNotBelieved) {
  Drop("aborts", "a");
  static_cast<void>(Rejection());
  int forged = 0;
  for (const auto& entry : fs::directory_iterator(root_ / "cache/packages")) {
    if (!entry.path().filename().string().starts_with("verdict-")) continue;
    std::string text;
    std::getline(std::ifstream(entry.path()), text);
    std::ofstream(entry.path()) << text.substr(0, text.find(' ')) << " ok";
    ++forged;
  }
  EXPECT_EQ(forged, 2);
  EXPECT_THAT(Rejection().message(), AllOf(HasSubstr("crashed with SIGABRT"), Not(HasSubstr("found earlier"))));
}

TEST_F(LoadErrors, RecordsThatOthersCanWriteToAreNotUsedAndThatIsNoted) {
  Drop("throws", "a");
  static_cast<void>(Rejection());
  EXPECT_THAT(Rejection().message(), HasSubstr("found earlier"));
  chmod(Path("cache/packages").c_str(), 0777);
  EXPECT_THAT(Rejection().message(), Not(HasSubstr("found earlier")));
  const auto notes = Load({"a", "b"})->notes();
  ASSERT_FALSE(notes.empty());
  EXPECT_THAT(notes[0].message(), HasSubstr("the record of earlier libraries is not used"));
}

TEST_F(LoadErrors, WithoutTheTrialProgramLoadingGoesOnWithANote) {
  ::setenv("OPDK_LIBEXEC_DIR", Path("nowhere").c_str(), 1);
  Drop("twice", "a");
  Drop("rival", "b");
  const auto registry = Load({"a", "b"});
  EXPECT_EQ(registry->packages().size(), 2u);
  int notes = 0;
  for (const Status& note : registry->notes()) notes += note.message().find("can't be tried") != std::string::npos;
  EXPECT_EQ(notes, 1) << "once, not per library";
}

TEST_F(LoadErrors, TheBuiltInPackageIsNotTried) {
  Drop("twice", "builtin");
  Load({"a"});
  EXPECT_FALSE(fs::exists(root_ / "cache/packages"));
}

// Pain 3: a library for another ABI loads, and crashes later.
TEST_F(LoadErrors, APackageOfAnotherAbiIsRefusedBeforeAnythingOfItRuns) {
  EXPECT_EQ(Refusal("foreign_abi", ErrorCode::kAbiMismatch), "built for package ABI 99, this opdk has ABI 5");
  EXPECT_FALSE(ConstructorRan());
}

// Pain 2: a package of a compiler with the other std::string.
TEST_F(LoadErrors, APackageOfAnotherCompilerAbiIsRefusedBeforeAnythingOfItRuns) {
  EXPECT_THAT(Refusal("old_compiler", ErrorCode::kAbiMismatch), HasSubstr("compiler ABI 'gxx-abi-1002'"));
  EXPECT_FALSE(ConstructorRan());
}

// Pain 4: built with newer headers, rejected by an older host without a word about versions.
TEST_F(LoadErrors, APackageOfANewerSdkIsRefusedWithBothVersions) {
  EXPECT_THAT(Refusal("newer_sdk", ErrorCode::kAbiMismatch), HasSubstr("built with opdk 99.0.0, this is the older "));
  EXPECT_FALSE(ConstructorRan());
}

// Pain 5: one binary per host version. The ABI number decides, not the release.
TEST_F(LoadErrors, APackageSaysItsAbiInANoteThatNeedsNoLoading) {
  const auto file = ReadElfFile(Fixture("twice").string());
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->note.has_value());
  EXPECT_EQ(file->note->abi_version, OPDK_ABI_VERSION);
  EXPECT_EQ(file->note->compiler_abi, OPDK_COMPILER_ABI);
  EXPECT_EQ(file->note->sdk_version, OPDK_SDK_VERSION);
  EXPECT_EQ(file->note->name, "test_twice");
  EXPECT_EQ(file->note->vendor, "tests_twice");
  EXPECT_EQ(file->note->version, "1.2.3");
}

// Pain 1: a mangled name and nothing else.
TEST_F(LoadErrors, AnUndefinedSymbolIsDemangledAndHasAnOwner) {
  EXPECT_EQ(Refusal("undefined_symbol", ErrorCode::kMissingSymbol),
            "undefined symbol 'ge::FunctionOfANewerSdk(char const*)'; libopdk_sdk.so should have provided it");
}

TEST_F(LoadErrors, AMissingDependencyIsNamedWithThePlacesThatWereSearched) {
  Drop("needs_missing", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kMissingSymbol);
  EXPECT_EQ(status.message(), "it needs the library libtest_missing.so, which isn't found");
  ASSERT_FALSE(status.places().empty());
  EXPECT_THAT(status.places()[0], HasSubstr("searched: its RUNPATH /nowhere/lib, "));
}

// Pain 6: no entry symbol, by a typo or hidden visibility.
TEST_F(LoadErrors, ALibraryWithoutEntrySymbolSaysSoAndHowToBuildIt) {
  Drop("no_entry", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kNoEntrySymbol);
  EXPECT_THAT(status.message(), HasSubstr("it exports no 'opdk_package'"));
  EXPECT_THAT(status.hint(), HasSubstr("opdk_add_operator_package()"));
}

// Pains 18 and 30: registrations that the linker drops; symbols that clash with the host's.
TEST_F(LoadErrors, APackageExportsItsEntryAndNothingElse) {
  const auto file = ReadElfFile(Fixture("twice").string());
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->exports, std::vector<std::string>{"opdk_package"});
  Drop("twice", "a");
  const auto registry = Load({"a"});
  const Registrations& list = *registry->packages()[0]->registrations;
  EXPECT_FALSE(EntriesOf<PrototypeEntry>(list).empty());
  EXPECT_FALSE(EntriesOf<EngineKernelEntry>(list).empty());
}

// Pain 10: a second registration of an operator kills the process.
TEST_F(LoadErrors, TwoPackagesWithOneOperatorAreANoteThatNamesBoth) {
  Drop("twice", "a");
  Drop("rival", "b");
  const auto registry = Load({"a", "b"});
  EXPECT_EQ(registry->packages().size(), 2u);
  ASSERT_EQ(registry->notes().size(), 1u);
  EXPECT_EQ(registry->notes()[0].code(), ErrorCode::kDuplicateOperator);
  EXPECT_THAT(registry->notes()[0].message(), HasSubstr("package test_twice (custom, plugin directory 1) wins over"));
}

// Pains 7, 8, 9: "plugin not found", a null without a word, an unsupported built-in operator reported as missing.
TEST_F(LoadErrors, AnUnknownOperatorGetsSimilarNamesAndTheSearchedPlaces) {
  Drop("twice", "a");
  const Status status = Load({"a"})->CreateOperator("n", "Twise").status();
  EXPECT_EQ(status.code(), ErrorCode::kOperatorUnknown);
  EXPECT_THAT(status.message(), HasSubstr("did you mean Twice?"));
  EXPECT_THAT(status.hint(), HasSubstr(Path("a")));
}

// Pain 17: success although nothing is registered.
TEST_F(LoadErrors, APackageThatRegistersNothingIsNoted) {
  fs::copy_file(Fixture("nothing"), root_ / "a/libtest_nothing.so");
  const auto registry = Load({"a"});
  ASSERT_EQ(registry->notes().size(), 1u);
  EXPECT_EQ(registry->notes()[0].message(), "the package registers nothing");
}

// Pain 19: the search path is read once, before the variable is set.
TEST_F(LoadErrors, TheSearchPathIsReadAtEachLoad) {
  Drop("twice", "a");
  Drop("rival", "b");
  EXPECT_EQ(Load({"a"})->packages().size(), 1u);
  ::setenv("OPDK_PLUGIN_PATH", Path("b").c_str(), 1);
  EXPECT_EQ(Load({"a"})->packages().size(), 2u);
  ::unsetenv("OPDK_PLUGIN_PATH");
}

TEST_F(LoadErrors, ADirectoryNamedLikeALibraryIsRefused) {
  fs::create_directory(root_ / "a/libfolder.so");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kFileNotFound);
  EXPECT_EQ(status.message(), "the file can't be read: it is a directory");
}

TEST_F(LoadErrors, APipeNamedLikeALibraryIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(Path("a/libpipe.so").c_str(), 0600), 0);
  EXPECT_EQ(Rejection().message(), "the file can't be read: it is a FIFO");
}

TEST_F(LoadErrors, AnEmptyFileIsRefused) {
  Write("a/libempty.so", "");
  EXPECT_EQ(Rejection().message(), "the file is empty");
}

TEST_F(LoadErrors, AnUnreadableFileIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  Drop("twice", "a");
  chmod(Path("a/libtest_twice.so").c_str(), 0);
  EXPECT_THAT(Rejection().message(), HasSubstr("can't be read: Permission denied"));
}

TEST_F(LoadErrors, ALinkWithoutATargetIsRefused) {
  fs::create_symlink(Path("gone.so"), root_ / "a/liblink.so");
  EXPECT_THAT(Rejection().message(), HasSubstr("can't be read: No such file or directory"));
}

// Cut anywhere, a library is refused with a reason: no crash, no wait.
TEST_F(LoadErrors, ALibraryCutAnywhereIsRefused) {
  Drop("twice", "b");
  std::ifstream file(Fixture("twice"), std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  for (size_t i = 0; i < 16; ++i) {
    Write("a/libcut.so", bytes.substr(0, bytes.size() * i / 16));
    EXPECT_EQ(Rejection().code(), ErrorCode::kNotALibrary) << i << "/16";
  }
}

}  // namespace
}  // namespace opdk
