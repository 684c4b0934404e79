// `opdk test` with its default settings finds the fault of each broken operator and names it.
#include <gmock/gmock.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;

constexpr const char* kCases = OPDK_SOURCE_DIR "/tests/sdk/tools/verify/broken_operators/tests/op/operators.yaml";

struct Fault {
  const char* op;
  std::vector<const char*> named;  // parts of the report's text
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.op; }

const Fault kFaults[] = {
    {"WrongTail", {"check vector_tails", "with 7 elements on the last axis output y is wrong"}},
    {"UnwrittenElement", {"check unwritten_output", "1 of 33 elements of output y", "never written", "element 32"}},
    {"StoresMasks", {"check bools", "2 of 4 elements of output y, bool[4], are neither 0 nor 1", "whose byte is 255"}},
    {"Accumulates", {"check unwritten_output", "depend on what the output's memory held before", "accumulate"}},
    {"ReadsOutOfBounds", {"check bounds", "the kernel read past the end of input x", "element 33"}},
    {"WritesOutOfBounds", {"check bounds", "wrote 4 bytes past the end of output y, float[33]", "element 33"}},
    {"WritesPastRequest", {"check bounds", "wrote 4 bytes past the end of output y", "element 33"}},
    {"WritesBeforeStart", {"check bounds", "wrote 4 bytes before the start of output y"}},
    {"StoresAligned",
     {"check bounds", "where its tensors begin 1 element behind a page's start",
      "wrote 4 bytes before the start of output y"}},
    {"LeavesFromEveryBlock",
     {"check bounds", "past the end of output y", "the kernel read before the start of input x"}},
    {"WritesIntoInput", {"check bounds", "the kernel wrote into input x, float[33] (element 1)", "WritesIntoInput"}},
    {"SharesScratch", {"check concurrency", "threads that run the kernel at once", "static or global"}},
    {"UnorderedSum", {"check determinism", "gives another result than the first", "order"}},
    {"DependsOnAlignment", {"check determinism", "whose tensors begin 1 element further on", "The address decides"}},
    {"MixesUpPieces",
     {"check determinism", "with 3 threads, each of which gets a piece", "element [3] is 8 (0x41000000) and then 2"}},
    {"KeepsFirstAttribute",
     {"check earlier_calls", "gives another result after a call with this case's values", "static"}},
    {"AddsToFreshMemory", {"output y: 3 of 3 elements", "expected 2"}},
    {"ReversesInPlace", {"check in_place", "in_place of the operator information doesn't hold"}},
    {"JoinsBackwards", {"check parts", "joins of the operator information doesn't hold"}},
    {"WrongShapeInference", {"check unwritten_output", "1 of 4 elements", "inference is wrong in saying [4]"}},
    {"WrongDtypeInference", {"check bounds", "2 times the inferred size", "a dtype 2 times as wide"}},
    {"IgnoresAttribute", {"Attribute alpha is ignored", "it is x unchanged"}},
    {"TruncatesThroughFloat",
     {"went through float, which holds 24 bits", "wrong only where x is 2^24 or more in magnitude"}},
    {"SwallowsNan", {"NaN is swallowed", "wrong only where x is NaN"}},
    {"LosesDenormals", {"Denormal numbers come out as zero"}},
    {"RoundsHalvesAway", {"Halves look rounded away from zero", "wrong only where x is halfway between whole numbers"}},
    {"LosesZeroSign", {"The zeros have the wrong sign", "wrong only where x is zero"}},
    {"CutsTo32Bits", {"look cut to 32 bits", "wrong only where x doesn't fit 32 bits"}},
    {"Saturates", {"it saturates"}},
    {"Crashes", {"crashed with SIGSEGV", "during the kernel's first run", "in broken::"}},
    {"Hangs", {"took longer than 3 s during the kernel's first run"}},
    {"Leaks", {"check resources", "the kernel leaks: 64 calls leave"}},
    {"LeaksFiles", {"check resources", "64 calls leave 64 files open"}},
    {"LeaksThreads", {"check resources", "threads running"}},
    {"ChangesRounding", {"check environment", "rounding was to nearest and is upward"}},
    {"FlushesDenormals", {"check environment", "flush to zero (FTZ) is on"}},
    {"ChangesLocale", {"check environment", "locale to C.UTF-8"}},
    {"BreaksOnUnknown",
     {"check inference", "when axis 0 of input x is unknown (-1)", "it says float[0] of [?], the tensor is float[2]"}},
    {"ForgetsUnknownRank", {"check inference", "when the rank of input x is unknown (-2)", "it says float[?]"}},
    {"RefusesNothing",
     {"check refusals", "attribute row = ", "is accepted, and the kernel read past the end of input x"}},
    {"DividesByAttribute", {"crashed with SIGFPE", "during check refusals, with attribute groups = 0"}},
    {"CrashesOnStrings", {"crashed with SIGSEGV", "during check refusals, with input x of string"}},
    {"NeedsPairs",
     {"check refusals", "input x of shape [1]", "is accepted, and the kernel read past the end of input x"}},
    {"EnginesDisagree", {"check engines_agree", "AI Core and AI CPU disagree about output z", "AI Core gives"}},
};

class BrokenOperators : public Command {
 protected:
  Outcome Test(const std::string& arguments) {
    return Run(fmt::format("test --plugins '{}' --cases '{}' {}", OPDK_BROKEN_OPERATORS_DIR, kCases, arguments));
  }
};

class EachBrokenOperator : public BrokenOperators, public testing::WithParamInterface<Fault> {};

TEST_P(EachBrokenOperator, IsFoundAndItsFaultNamed) {
  const Outcome tested = Test(GetParam().op + std::string(GetParam().op == std::string("Hangs") ? " --timeout 3" : ""));
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  for (const char* named : GetParam().named) EXPECT_THAT(tested.out, HasSubstr(named));
}

std::string NameOf(const testing::TestParamInfo<Fault>& tested) { return tested.param.op; }

INSTANTIATE_TEST_SUITE_P(Default, EachBrokenOperator, testing::ValuesIn(kFaults), NameOf);

TEST_F(BrokenOperators, NumbersThatAreOneOffWithoutHalvesAreNotCalledHalves) {
  Write("off.yaml",
        "RoundsHalvesAway: [{name: one off, inputs: {x: {data: [1, -3, 2.5]}}, expect: {y: {data: [0, -2, 2]}}}]\n");
  const Outcome tested = Run(
      fmt::format("test --plugins '{}' --cases '{}' RoundsHalvesAway", OPDK_BROKEN_OPERATORS_DIR, Path("off.yaml")));
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  EXPECT_THAT(tested.out, HasSubstr("output y: 3 of 3 elements"));
  EXPECT_THAT(tested.out, testing::Not(HasSubstr("Halves look")));
}

TEST_F(BrokenOperators, DerivedCasesOfAKernelThatHangsAreNotBegunForEver) {
  const Outcome tested = Test("Hangs --derive --timeout 1");
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  EXPECT_THAT(tested.out, testing::ContainsRegex("[34] failed,.* [0-9]+ not run"));
  EXPECT_THAT(tested.err, testing::ContainsRegex("Hangs on ai_cpu: [34] cases took too long; [0-9]+ derived ones"));
}

TEST_F(BrokenOperators, AColumnThatNoNodeCanHaveIsNamed) {
  const Outcome tested = Test("SwapsColumns --derive");
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out, HasSubstr("no node can have the column x: float, y: int32: inference says float for y"));
  EXPECT_THAT(tested.out, HasSubstr("no node can have the column x: int32, y: float: inference says int32 for y"));
  EXPECT_THAT(tested.out, testing::Not(HasSubstr("x: float, y: float")));
}

TEST_F(BrokenOperators, AKernelThatDiffersFromItselfIsNotTakenForOneThatLeavesElementsOut) {
  const Outcome tested = Test("CountsCalls");
  EXPECT_THAT(tested.out, HasSubstr("check determinism"));
  EXPECT_THAT(tested.out, testing::Not(HasSubstr("check unwritten_output")));
}

TEST_F(BrokenOperators, CorrectTwinPassesAllChecksOnBothEngines) {
  const Outcome tested = Test("CorrectTwin");
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
  EXPECT_EQ(tested.out, "4 passed, 0 failed\n");
}

TEST_F(BrokenOperators, ScratchBehindALockPasses) {
  const Outcome tested = Test("LocksScratch");
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
}

TEST_F(BrokenOperators, ChecksCanBeChosenAndLeftOut) {
  EXPECT_EQ(Test("Leaks --skip-check resources").code, 0);
  EXPECT_EQ(Test("Leaks --checks bounds,determinism").code, 0);
  EXPECT_EQ(Test("Leaks --checks bounds,resources").code, 1);
  EXPECT_EQ(Test("Leaks ChangesLocale ReversesInPlace --no-checks").code, 0);
  const Outcome unknown = Test("Leaks --checks leaks");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("resources"));
}

}  // namespace
}  // namespace opdk::cli
