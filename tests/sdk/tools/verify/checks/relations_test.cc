// Declared relations between runs, tested on built-in operators: one that has the relation, one that hasn't.
#include <gmock/gmock.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;

constexpr const char* kBuiltin = OPDK_BINARY_DIR "/lib/opdk/builtin";

struct RelationCase {
  const char* kind;
  const char* relation;  // as it is written
  const char* holds;     // operator
  const char* broken;
};

void PrintTo(const RelationCase& relation, std::ostream* out) { *out << relation.kind; }

const RelationCase kRelations[] = {
    {"idempotent", "idempotent", "Abs", "Exp"},
    {"involution", "involution", "Neg", "Exp"},
    {"permutation", "permutation: {axis: 0}", "Exp", "Cumsum"},
    {"batch_slice", "batch_slice: {axis: 0}", "Exp", "Cumsum"},
    {"linear", "linear: x", "Neg", "Exp"},
    {"odd", "odd: x", "Tanh", "Exp"},
    {"even", "even: x", "Abs", "Exp"},
    {"shift_invariant", "shift_invariant: x", "SoftmaxV2", "Exp"},
    {"scale_invariant", "scale_invariant: x", "Sign", "Exp"},
    {"increasing", "increasing: x", "Exp", "Neg"},
};

class Relations : public Command {
 protected:
  Outcome Test(const std::string& cases) {
    Write("case.yaml", cases);
    return Run(fmt::format("test --plugins '{}' --cases '{}' --checks relations --engine ai_cpu", kBuiltin,
                           Path("case.yaml")));
  }
  static std::string Unary(const std::string& op, const std::string& relation) {
    const char* x = op == "Cumsum" ? "x: {shape: [2, 3], data: [0.5, -1, 2, 3, 0.25, 1]}, axis: {dtype: int32, data: 0}"
                                   : "x: {shape: [2, 3], data: [0.5, -1, 2, 3, 0.25, 1]}";
    return fmt::format("{}:\n  - name: has it\n    inputs: {{{}}}\n    relations: [{}]\n", op, x,
                       relation.find(':') == std::string::npos ? relation : "{" + relation + "}");
  }
};

class EachRelation : public Relations, public testing::WithParamInterface<RelationCase> {};

TEST_P(EachRelation, PassesWhereItHolds) {
  const Outcome tested = Test(Unary(GetParam().holds, GetParam().relation));
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
}

TEST_P(EachRelation, FailsWhereItDoesNot) {
  const Outcome tested = Test(Unary(GetParam().broken, GetParam().relation));
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  EXPECT_THAT(tested.out, HasSubstr(fmt::format("the operator is not {}", GetParam().kind)));
}

std::string RelationName(const testing::TestParamInfo<RelationCase>& tested) { return tested.param.kind; }

INSTANTIATE_TEST_SUITE_P(Each, EachRelation, testing::ValuesIn(kRelations), RelationName);

TEST_F(Relations, CommutativeIsOfTwoInputs) {
  const std::string inputs = "    inputs: {x1: {data: [1, 2]}, x2: {data: [3, 5]}}\n";
  const std::string rest = inputs + "    relations: [{commutative: [x1, x2]}]\n";
  EXPECT_EQ(Test("Add:\n  - name: a\n" + rest).code, 0);
  const Outcome sub = Test("Sub:\n  - name: a\n" + rest);
  EXPECT_EQ(sub.code, 1);
  EXPECT_THAT(sub.out, HasSubstr("the operator is not commutative"));
}

TEST_F(Relations, MisspelledRelationsAreRefusedWithTheirPlace) {
  const Outcome kind = Test("Exp:\n  - name: a\n    inputs: {x: {data: [1]}}\n    relations: [{comutative: [x, x]}]\n");
  EXPECT_EQ(kind.code, 3);
  EXPECT_THAT(kind.err, HasSubstr("did you mean commutative?"));
  EXPECT_THAT(kind.err, HasSubstr("case.yaml:4:"));
  const Outcome port = Test("Exp:\n  - name: a\n    inputs: {x: {data: [1]}}\n    relations: [{odd: z}]\n");
  EXPECT_THAT(port.out, HasSubstr("input of Exp 'z'"));
  const Outcome axis = Test("Exp:\n  - name: a\n    inputs: {x: {data: [1]}}\n    relations: [permutation]\n");
  EXPECT_THAT(axis.err, HasSubstr("{axis: n}"));
}

}  // namespace
}  // namespace opdk::cli
