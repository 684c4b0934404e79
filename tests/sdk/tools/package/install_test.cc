#include <archive.h>
#include <archive_entry.h>

#include "graph/operator.h"
#include "graph_core/package/installed.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"
#include "opdk/output_file.h"
#include "sdk/tools/package/archive.h"
#include "tests/sdk/tools/package/install_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The lock stays after a command, also after one that failed, and hinders nobody.
TEST_F(Installing, TheLockFileIsForAllUsersAndIsNoPackage) {
  const std::string archive = Packed("steps_1_0");
  before_ = "umask 077 && ";
  Write("broken.opdk", "no archive");
  EXPECT_NE(Install(Path("broken.opdk")).code, 0);
  const std::filesystem::path lock = Path("plugins/.lock");
  ASSERT_TRUE(std::filesystem::is_regular_file(lock));
  EXPECT_EQ(std::filesystem::status(lock).permissions(), std::filesystem::perms(0644));
  EXPECT_THAT(Run(fmt::format("list --plugins {}", Path("plugins"))).out, testing::Not(HasSubstr(".lock")));
  std::filesystem::permissions(lock, std::filesystem::perms(0600));  // as earlier versions made it
  EXPECT_EQ(Install(archive).code, 0);
  EXPECT_EQ(std::filesystem::status(lock).permissions(), std::filesystem::perms(0644));
}

TEST_F(Installing, AnArchiveIsTheSameBytesForTheSamePackage) {
  const std::string first = ReadFile(Packed("steps_1_0"));
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first, ReadFile(Packed("steps_1_0")));
}

TEST_F(Installing, ThePacksNameAndContentsComeFromTheLibrary) {
  const Outcome packed = Run(fmt::format("pack '{}' -o {}", Library("steps_1_10"), work_.string()));
  EXPECT_EQ(packed.code, 0) << packed.err;
  const Outcome info = Run("info " + Path("test_steps-1.10.0.opdk") + " --format json");
  ASSERT_EQ(info.code, 0) << info.err;
  const auto fields = nlohmann::json::parse(info.out);
  EXPECT_EQ(fields["name"], "test_steps");
  EXPECT_EQ(fields["version"], "1.10.0");
  EXPECT_EQ(fields["operators"][0]["type"], "Twice");
  EXPECT_EQ(fields["files"][0]["path"], "libtest_steps.so");
  EXPECT_EQ(fields["files"][0]["bytes"], fs::file_size(Library("steps_1_10")));
}

TEST_F(Installing, ADirectoryIsPackedWithItsDocuments) {
  fs::create_directories(Path("mine/build/plugins"));
  fs::create_directories(Path("mine/docs"));
  fs::copy_file(Library("steps_1_0"), Path("mine/build/plugins/libtest_steps.so"));
  Write("mine/README.md", "# mine\n");
  Write("mine/docs/twice.md", "twice\n");
  Write("mine/secret.txt", "not for others\n");
  const Outcome packed = Run(fmt::format("pack {} -o {}", Path("mine"), Path("mine.opdk")));
  ASSERT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, HasSubstr("1 operator, 3 files"));
  EXPECT_EQ(Install(Path("mine.opdk")).code, 0);
  EXPECT_EQ(ReadFile(Path("plugins/test_steps/1.0.0/docs/twice.md")), "twice\n");
}

TEST_F(Installing, ABuildsDescriptionSaysWhereTheLibraryIs) {
  fs::create_directories(Path("mine/build/opdk"));
  Write("mine/build/opdk/test_steps.json",
        nlohmann::json{{"name", "test_steps"}, {"library", Library("steps_1_0")}}.dump());
  EXPECT_EQ(Run(fmt::format("pack {} -o {}", Path("mine"), Path("mine.opdk"))).code, 0);
  Write("mine/build/opdk/other.json", nlohmann::json{{"library", Library("steps_1_10")}}.dump());
  const Outcome two = Run(fmt::format("pack {} -o {}", Path("mine"), Path("mine.opdk")));
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("several packages are built"));
  Write("mine/build/opdk/other.json", "{}");
  EXPECT_THAT(Run("pack " + Path("mine")).err, HasSubstr("it has no 'library'"));
}

TEST_F(Installing, ALibraryThatOthersCanWriteToIsNotRunToDescribeIt) {
  fs::copy_file(Library("steps_1_0"), Path("libopen.so"));
  fs::permissions(Path("libopen.so"), fs::perms::all);
  for (const std::string& command : {std::string("info "), "pack -o " + Path("x.opdk") + " "}) {
    EXPECT_EQ(Run(command + Path("libopen.so")).code, 6) << command;
    EXPECT_EQ(Run(command + Path("libopen.so") + " --allow-untrusted").code, 0) << command;
  }
}

TEST_F(Installing, DoctorTriesCrashingPackagesAgain) {
  fs::create_directory(Path("plugins"));
  fs::copy_file(OPDK_BINARY_DIR "/tests/packages/libtest_crashes.so", Path("plugins/libtest_crashes.so"));
  const std::string at = " --plugins " + Path("plugins");
  EXPECT_THAT(Run("list" + at).out, HasSubstr("crashed with SIGSEGV"));
  EXPECT_THAT(Run("list" + at).out, HasSubstr("(found earlier)"));
  const Outcome doctor = Run("doctor" + at);
  EXPECT_EQ(doctor.code, 6);
  EXPECT_THAT(doctor.out, HasSubstr("crashed with SIGSEGV"));
  EXPECT_THAT(doctor.out, testing::Not(HasSubstr("(found earlier)")));
}

TEST_F(Installing, WithoutABuiltLibraryPackSaysWhereItLooked) {
  fs::create_directory(Path("mine"));
  const Outcome packed = Run("pack " + Path("mine"));
  EXPECT_EQ(packed.code, 2);
  EXPECT_THAT(packed.err, HasSubstr("no built library"));
  EXPECT_THAT(packed.err, HasSubstr("build/opdk/*.json"));
}

// Pain 12: two versions cannot coexist.
TEST_F(Installing, TwoVersionsLieSideBySideAndOneIsActive) {
  EXPECT_EQ(Install(Packed("steps_1_0")).code, 0);
  EXPECT_EQ(Loaded(), "1.0.0");
  EXPECT_EQ(Install(Packed("steps_1_10"), "--no-activate").code, 0);
  EXPECT_EQ(Loaded(), "1.0.0");
  const Outcome list = Run("list --plugins " + Path("plugins"));
  EXPECT_THAT(list.out, testing::ContainsRegex("test_steps +1\\.10\\.0 +disabled"));
  EXPECT_EQ(Run("enable test_steps --dir " + Path("plugins")).code, 0) << "1.10.0 is newer than 1.0.0";
  EXPECT_EQ(Loaded(), "1.10.0");
  EXPECT_EQ(Run("enable test_steps@1.0.0 --dir " + Path("plugins")).code, 0);
  EXPECT_EQ(Loaded(), "1.0.0");
  EXPECT_EQ(Run("disable test_steps --dir " + Path("plugins")).code, 0);
  EXPECT_EQ(Loaded(), "");
  EXPECT_EQ(Run("uninstall test_steps@1.0.0 --dir " + Path("plugins")).code, 0);
  EXPECT_FALSE(fs::exists(Path("plugins/test_steps/1.0.0")));
  EXPECT_EQ(Run("uninstall test_steps --dir " + Path("plugins")).code, 0);
  EXPECT_FALSE(fs::exists(Path("plugins/test_steps")));
}

TEST_F(Installing, TheSamePackageAgainIsSaidToBeThere) {
  const std::string archive = Packed("steps_1_0");
  EXPECT_EQ(Install(archive).code, 0);
  const Outcome again = Install(archive);
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.out, HasSubstr("is installed already, identical"));
}

TEST_F(Installing, AnotherPackageOfTheSameVersionNeedsForce) {
  EXPECT_EQ(Install(Packed("steps_1_0")).code, 0);
  const std::string other = Packed("steps_1_0_other");
  const Outcome refused = Install(other);
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("another test_steps 1.0.0 is installed already"));
  EXPECT_EQ(ReadFile(Path("plugins/test_steps/1.0.0/libtest_steps.so")), ReadFile(Library("steps_1_0")));
  EXPECT_EQ(Install(other, "--force").code, 0);
  EXPECT_EQ(ReadFile(Path("plugins/test_steps/1.0.0/libtest_steps.so")), ReadFile(Library("steps_1_0_other")));
  EXPECT_EQ(Loaded(), "1.0.0");
}

TEST_F(Installing, AnotherVendorsPackageOfTheNameIsRefused) {
  EXPECT_EQ(Install(Packed("steps_1_0")).code, 0);
  const Outcome refused = Install(Packed("steps_vendor"));
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("of another vendor ('tests', this one is of 'strangers')"));
}

TEST_F(Installing, AnInstalledLibraryThatWasChangedIsRefusedBeforeItIsLoaded) {
  EXPECT_EQ(Install(Packed("steps_1_0")).code, 0);
  EXPECT_EQ(Loaded(), "1.0.0");
  fs::copy_file(Library("steps_1_0_other"), Path("plugins/test_steps/1.0.0/libtest_steps.so"),
                fs::copy_options::overwrite_existing);
  const Outcome list = Run("list --plugins " + Path("plugins"));
  EXPECT_EQ(list.code, 6);
  EXPECT_THAT(list.out, HasSubstr("E5010 libtest_steps.so was changed since the package was packed"));
  const Outcome info = Run("info test_steps --dir " + Path("plugins"));
  EXPECT_EQ(info.code, 6);
  EXPECT_THAT(info.out, HasSubstr("libtest_steps.so changed since the package was packed"));
}

// If opdk is killed at any moment, the old version or the new version is loaded afterwards.
TEST_F(Installing, KilledAtAnyStepLeavesTheOldOrTheNewVersion) {
  const std::string old_version = Packed("steps_1_0"), new_version = Packed("steps_1_10");
  int kills = 0;
  bool seen_old = false, seen_new = false;
  for (int step = 1;; ++step) {
    fs::remove_all(Path("plugins"));
    ASSERT_EQ(Install(old_version).code, 0);
    const int code = RunKilledAt(step, fmt::format("install {} --dir {}", new_version, Path("plugins")));
    const std::string loaded = Loaded();
    EXPECT_TRUE(loaded == "1.0.0" || loaded == "1.10.0") << "killed at step " << step << ": '" << loaded << "'";
    seen_old = seen_old || loaded == "1.0.0";
    seen_new = seen_new || loaded == "1.10.0";
    if (WIFEXITED(code) && WEXITSTATUS(code) == 0) break;
    ++kills;
    if (step % 4 != 1) continue;
    EXPECT_EQ(Install(new_version).code, 0) << "what was left behind is no obstacle, step " << step;
    EXPECT_EQ(Loaded(), "1.10.0");
    for (const auto& entry : fs::directory_iterator(Path("plugins"))) {
      EXPECT_FALSE(entry.path().filename().string().starts_with(".tmp-")) << entry.path();
    }
  }
  EXPECT_GE(kills, 6);
  EXPECT_TRUE(seen_old && seen_new);
}

// Killed at any moment, pack leaves the archive that was there or the whole new one, and nothing else.
TEST_F(Installing, KilledAtAnyStepPackLeavesNothingUnfinished) {
  for (const bool replaces : {false, true}) {
    SCOPED_TRACE(replaces ? "in the place of another" : "anew");
    int kills = 0;
    bool done = false;
    for (int step = 1; !done; ++step) {
      fs::remove_all(Path("out"));
      fs::create_directory(Path("out"));
      const std::string archive = Path("out/x.opdk");
      if (replaces) {
        ASSERT_EQ(Run(fmt::format("pack '{}' -o {}", Library("steps_1_0"), archive)).code, 0);
      }
      const int code =
          RunKilledAt(step, fmt::format("pack '{}' -o {}", Library("steps_1_10"), archive), "OPDK_TEST_KILL_WRITES=1");
      done = WIFEXITED(code) && WEXITSTATUS(code) == 0;
      kills += done ? 0 : 1;
      for (const auto& entry : fs::directory_iterator(Path("out"))) {
        // Between two calls of a replacement the new archive is there, whole, under another name as well.
        const std::string name = entry.path().filename().string();
        EXPECT_TRUE(name == "x.opdk" || (replaces && name.starts_with(kPartBegin))) << name << ", step " << step;
        EXPECT_EQ(Run("info " + entry.path().string()).code, 0) << name << ", step " << step;
      }
      EXPECT_TRUE(!replaces || fs::exists(archive));
      if (done || step % 8 != 0) continue;
      EXPECT_EQ(Run(fmt::format("pack '{}' -o {}", Library("steps_1_0"), archive)).code, 0)
          << "what was left is no obstacle";
    }
    EXPECT_GE(kills, 3);
  }
}

TEST_F(Installing, KilledAtAnyStepUninstallLeavesAPackageOrNone) {
  const std::string archive = Packed("steps_1_0");
  int kills = 0;
  for (int step = 1;; ++step) {
    fs::remove_all(Path("plugins"));
    ASSERT_EQ(Install(archive).code, 0);
    const int code = RunKilledAt(step, "uninstall test_steps --dir " + Path("plugins"));
    const std::string loaded = Loaded();
    EXPECT_TRUE(loaded.empty() || loaded == "1.0.0") << "step " << step << ": '" << loaded << "'";
    if (WIFEXITED(code) && WEXITSTATUS(code) == 0) break;
    ++kills;
  }
  EXPECT_GE(kills, 3);
}

TEST_F(Installing, InstallsAtTheSameTimeWaitForEachOther) {
  const std::string a = Packed("steps_1_0"), b = Packed("steps_1_10");
  std::string command;
  for (int i = 0; i < 3; ++i) {
    for (const std::string& archive : {a, b}) {
      command += fmt::format("'{}/bin/opdk' install {} --dir {} >/dev/null 2>'{}' || touch '{}' & ", OPDK_BINARY_DIR,
                             archive, Path("plugins"), Path("err"), Path("failed"));
    }
  }
  ASSERT_EQ(std::system((command + "wait").c_str()), 0);
  EXPECT_FALSE(fs::exists(Path("failed"))) << ReadFile(Path("err"));
  EXPECT_EQ(FindInstalled(Path("plugins")).size(), 2u);
  EXPECT_NE(Loaded(), "");
}

TEST_F(Installing, ARunningProcessKeepsItsLoadedPackage) {
  EXPECT_EQ(Install(Packed("steps_1_0")).code, 0);
  PackageOptions options;
  options.plugin_dirs = {Path("plugins")};
  options.use_builtin = false;
  const auto packages = PackageRegistry::Load(options);
  ASSERT_TRUE(packages.ok()) << packages.status().ToString();
  EXPECT_EQ(Install(Packed("steps_1_0_other"), "--force").code, 0);
  EXPECT_EQ(Install(Packed("steps_1_10")).code, 0);
  EXPECT_EQ(Run("uninstall test_steps --dir " + Path("plugins")).code, 0);
  auto op = (*packages)->CreateOperator("t", "Twice");
  ASSERT_TRUE(op.ok()) << op.status().ToString();
  OpDesc desc = DescOf(*op);
  desc.attrs["trouble"] = std::string();
  desc.inputs.at(0).desc = ge::TensorDesc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
  EXPECT_TRUE(InferOperatorShape(**packages, desc, nullptr).ok());
  EXPECT_EQ(desc.outputs.at(0).desc.GetShape().GetDims(), (std::vector<int64_t>{2, 3}));
}

// Pain 9: an operator that no kernel takes is reported as a missing plugin.
TEST_F(Installing, AnOperatorWithoutKernelIsNotAnUnknownOperator) {
  const std::string plugins = " --plugins '" + fs::path(Library("steps_1_0")).parent_path().string() + "'";
  EXPECT_THAT(Run("run --op Twice --input x=random:4" + plugins).err, HasSubstr("error E2008: no engine can run it"));
  EXPECT_THAT(Run("run --op Twise --input x=random:4" + plugins).err, HasSubstr("error E2002: no loaded package"));
}

// Hand-made archives: nothing of them reaches the plugin directory.
class BadArchives : public Installing {
 protected:
  struct Entry {
    std::string path;
    std::string bytes;
    std::string link;  // a symbolic link instead of a file
  };
  void MakeArchive(const std::vector<Entry>& entries) {
    archive* to = archive_write_new();
    archive_write_add_filter_gzip(to);
    archive_write_set_format_pax_restricted(to);
    ASSERT_EQ(archive_write_open_filename(to, Path("bad.opdk").c_str()), ARCHIVE_OK);
    for (const Entry& entry : entries) {
      archive_entry* header = archive_entry_new();
      archive_entry_set_pathname(header, entry.path.c_str());
      archive_entry_set_perm(header, 0644);
      archive_entry_set_filetype(header, entry.link.empty() ? AE_IFREG : AE_IFLNK);
      archive_entry_set_size(header, static_cast<la_int64_t>(entry.bytes.size()));
      if (!entry.link.empty()) archive_entry_set_symlink(header, entry.link.c_str());
      archive_write_header(to, header);
      archive_write_data(to, entry.bytes.data(), entry.bytes.size());
      archive_entry_free(header);
    }
    archive_write_close(to);
    archive_write_free(to);
  }
  std::string ManifestText() {
    const auto manifest = ReadArchive(Packed("steps_1_0"));
    EXPECT_TRUE(manifest.ok());
    return FormatManifest(*manifest);
  }
  // Returns the manifest with one change to its JSON.
  std::string Changed(const std::function<void(nlohmann::json&)>& change) {
    auto fields = nlohmann::json::parse(ManifestText());
    change(fields);
    return fields.dump();
  }
  std::string LibraryBytes() const { return ReadFile(Library("steps_1_0")); }
  std::string Refusal(int code = 6) {
    const Outcome refused = Install(Path("bad.opdk"));
    EXPECT_EQ(refused.code, code) << refused.err;
    EXPECT_TRUE(FindInstalled(Path("plugins")).empty());
    EXPECT_EQ(Loaded(), "");
    return refused.err;
  }
};

TEST_F(BadArchives, TheValidArchiveIsInstalled) {
  MakeArchive({{"manifest.json", ManifestText(), ""}, {"libtest_steps.so", LibraryBytes(), ""}});
  EXPECT_EQ(Install(Path("bad.opdk")).code, 0);
}

// Else the fuzzer would try little of the reader.
TEST_F(BadArchives, SeedsOfTheFuzzerAreValid) {
  for (const char* name : {"whole.opdk", "whole.tar"}) {
    const auto read = ReadArchive(std::string(OPDK_SOURCE_DIR "/tests/fuzz/corpus/archive/") + name);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(read->library, "libtest_steps.so");
  }
}

TEST_F(BadArchives, AFileThatIsNoArchiveIsRefused) {
  Write("bad.opdk", "hello");
  EXPECT_THAT(Refusal(), HasSubstr("not a"));
}

TEST_F(BadArchives, AnEmptyFileIsRefused) {
  Write("bad.opdk", "");
  Refusal();
}

TEST_F(BadArchives, ATruncatedArchiveIsRefused) {
  const std::string whole = ReadFile(Packed("steps_1_0"));
  for (int i = 1; i < 8; ++i) {
    Write("bad.opdk", whole.substr(0, whole.size() * static_cast<size_t>(i) / 8));
    Refusal();
  }
}

TEST_F(BadArchives, TheManifestMustComeFirst) {
  MakeArchive({{"libtest_steps.so", LibraryBytes(), ""}, {"manifest.json", ManifestText(), ""}});
  EXPECT_THAT(Refusal(), HasSubstr("its first entry is 'libtest_steps.so'"));
}

TEST_F(BadArchives, ALibraryThatDiffersFromTheManifestIsRefused) {
  MakeArchive({{"manifest.json", ManifestText(), ""}, {"libtest_steps.so", LibraryBytes().replace(99, 1, "?"), ""}});
  EXPECT_THAT(Refusal(), HasSubstr("is not what the manifest says"));
}

TEST_F(BadArchives, AnArchiveThatLacksAFileIsRefused) {
  MakeArchive({{"manifest.json", ManifestText(), ""}});
  EXPECT_THAT(Refusal(), HasSubstr("the archive lacks libtest_steps.so"));
}

TEST_F(BadArchives, AFileThatTheManifestDoesNotListIsRefused) {
  MakeArchive({{"manifest.json", ManifestText(), ""}, {"libtest_steps.so", LibraryBytes(), ""}, {"x", "y", ""}});
  EXPECT_THAT(Refusal(), HasSubstr("'x' stands twice or is not in the manifest"));
}

TEST_F(BadArchives, ASymbolicLinkIsRefused) {
  MakeArchive({{"manifest.json", ManifestText(), ""}, {"libtest_steps.so", "", "/etc/passwd"}});
  EXPECT_THAT(Refusal(), HasSubstr("only regular files are allowed"));
}

TEST_F(BadArchives, PathsThatLeaveTheArchiveAreRefused) {
  for (const char* path : {"../evil", "/tmp/evil", "a/../../evil", "a//b", ".", "", "a\\b"}) {
    const std::string manifest = Changed([&](auto& fields) {
      fields["files"].push_back({{"path", path}, {"bytes", 1}, {"sha256", std::string(64, 'a')}});
    });
    MakeArchive({{"manifest.json", manifest, ""}, {"libtest_steps.so", LibraryBytes(), ""}, {path, "x", ""}});
    EXPECT_THAT(Refusal(), HasSubstr("leads out of the package or is no path")) << path;
  }
}

TEST_F(BadArchives, NamesAndVersionsThatArePathsAreRefused) {
  for (const char* key : {"name", "version", "vendor"}) {
    const std::string manifest = Changed([&](auto& fields) { fields[key] = "../evil"; });
    MakeArchive({{"manifest.json", manifest, ""}, {"libtest_steps.so", LibraryBytes(), ""}});
    EXPECT_THAT(Refusal(), HasSubstr("'../evil' for a name, vendor or version")) << key;
  }
}

TEST_F(BadArchives, AManifestForAnotherHostIsRefused) {
  const std::vector<std::tuple<const char*, nlohmann::json, const char*>> cases = {
      {"package_abi", 7, "built for package ABI 7"},
      {"compiler_abi", "clang", "compiler ABI 'clang'"},
      {"architecture", "Z80", "another architecture (Z80"},
      {"sdk", {{"min", "9.0.0"}, {"max", "9.0"}}, "it needs opdk 9.0.0 up to 9.0.x"},
      {"sdk", {{"min", "0.0.1"}, {"max", "0.0"}}, "it needs opdk 0.0.1 up to 0.0.x"},
      {"format_version", 2, "has format version 2"},
      {"version", "3.0.0", "its manifest says tests/test_steps 3.0.0"},
      {"surprise", 1, "unknown member 'surprise'"}};
  for (const auto& [key, value, message] : cases) {
    const std::string manifest = Changed([&, k = key, v = value](auto& fields) { fields[k] = v; });
    MakeArchive({{"manifest.json", manifest, ""}, {"libtest_steps.so", LibraryBytes(), ""}});
    EXPECT_THAT(Refusal(), HasSubstr(message));
  }
}

TEST_F(BadArchives, AnEntryLargerThanItsHeaderSaysIsRefused) {
  const std::string manifest = Changed([](auto& fields) { fields["files"][0]["bytes"] = 10; });
  MakeArchive({{"manifest.json", manifest, ""}, {"libtest_steps.so", LibraryBytes(), ""}});
  EXPECT_THAT(Refusal(), HasSubstr("an entry holds more than its 10 bytes"));
}

TEST_F(BadArchives, AMissingArchiveIsRefused) { EXPECT_THAT(Refusal(2), HasSubstr("bad.opdk")); }

}  // namespace
}  // namespace opdk::cli
