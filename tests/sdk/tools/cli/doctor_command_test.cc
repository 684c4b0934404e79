// `opdk doctor` on machines that lack parts of what building needs: PATH leads to programs that only say their version.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class DoctorCommand : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    fs::create_directory(Path("bin"));
    before_ = fmt::format("unset CXX CMAKE_PREFIX_PATH; PATH='{}' ", Path("bin"));
  }
  void Install(const std::string& program, const std::string& version) {
    Write("bin/" + program, fmt::format("#!/bin/sh\necho '{}'\n", version));
    fs::permissions(Path("bin/" + program), fs::perms::owner_all);
  }
  void InstallAll() {
    Install("c++", "c++ (GCC) 14.2.1 20250110 (Red Hat 14.2.1-7)");
    Install("cmake", "cmake version 3.30.8");
    Install("ninja", "1.12.1");
    Install("ld", "GNU ld version 2.43.1-5.fc41");
  }
};

TEST_F(DoctorCommand, NamesEachPartThatBuildingLacksAndTheCommandThatInstallsIt) {
  struct Case {
    const char* manager;
    std::vector<const char*> remedies;
  };
  for (const auto& [manager, remedies] :
       std::vector<Case>{{"apt-get", {"apt-get install g++", "apt-get install cmake", "apt-get install ninja-build"}},
                         {"dnf", {"dnf install gcc-c++", "dnf install cmake", "dnf install binutils"}},
                         {"zypper", {"zypper install gcc-c++", "zypper install ninja", "zypper install binutils"}},
                         {"pacman", {"pacman -S gcc", "pacman -S cmake", "pacman -S binutils"}}}) {
    Install(manager, "");
    const Outcome outcome = Run("doctor --building");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, HasSubstr("MISSING, 3.25 or newer is needed"));
    EXPECT_THAT(outcome.err, HasSubstr("E1002"));
    EXPECT_THAT(outcome.err, HasSubstr("g++ 12 or newer is missing"));
    for (const char* remedy : remedies) EXPECT_THAT(outcome.err, HasSubstr(remedy)) << manager;
    fs::remove(Path(std::string("bin/") + manager));
  }
  EXPECT_THAT(Run("doctor --building").err, HasSubstr("install cmake with this system's package manager"));
}

TEST_F(DoctorCommand, FindsAllThatBuildingNeeds) {
  InstallAll();
  const Outcome outcome = Run("doctor --building");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("14.2.1 ("));
  EXPECT_THAT(outcome.out, HasSubstr("3.30.8 ("));
  EXPECT_THAT(outcome.out, HasSubstr("2.43.1 ("));
  EXPECT_THAT(outcome.out, Not(HasSubstr("MISSING")));
}

TEST_F(DoctorCommand, ComparesVersionsNumberByNumber) {
  InstallAll();
  for (const char* version : {"3.9.6", "3.24.4", "2.99"}) {
    Install("cmake", fmt::format("cmake version {}", version));
    const Outcome outcome = Run("doctor --building");
    EXPECT_EQ(outcome.code, 2) << version;
    EXPECT_THAT(outcome.err, HasSubstr(fmt::format("cmake 3.25 or newer is needed, {}", version)));
    EXPECT_THAT(outcome.out, HasSubstr("UNFIT"));
  }
  for (const char* version : {"3.25", "3.25.1", "4.0.0-rc1"}) {
    Install("cmake", fmt::format("cmake version {}", version));
    EXPECT_EQ(Run("doctor --building").code, 0) << version;
  }
}

TEST_F(DoctorCommand, SaysThatClangHasAnotherCompilerAbi) {
  InstallAll();
  Install("c++", "Debian clang version 19.1.7");
  const Outcome outcome = Run("doctor --building");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("is clang, whose packages have another compiler ABI"));
}

TEST_F(DoctorCommand, IsContentWithMakeInPlaceOfNinja) {
  InstallAll();
  fs::remove(Path("bin/ninja"));
  EXPECT_EQ(Run("doctor --building").code, 2);
  Install("make", "GNU Make 4.4.1");
  const Outcome outcome = Run("doctor --building");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("missing"));
}

TEST_F(DoctorCommand, OfAMachineThatOnlyRunsOperatorsEndsWell) {
  const Outcome outcome = Run("doctor");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("building needs"));
  EXPECT_THAT(outcome.out, HasSubstr("MISSING"));
}

TEST_F(DoctorCommand, TheBuildThatLacksAToolNamesTheSameCommand) {
  fs::create_directories(Path("ops/op_proto"));
  Write("ops/op_proto/twice.cc", "");
  Install("dnf", "");
  const Outcome outcome = Run("build " + Path("ops"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("dnf install cmake"));
  Install("cmake", "cmake version 3.30.8");
  Write("bin/cmake", "#!/bin/sh\nexit 1\n");
  EXPECT_THAT(Run("build " + Path("ops")).err, HasSubstr("dnf install gcc-c++"));
}

}  // namespace
}  // namespace opdk::cli
