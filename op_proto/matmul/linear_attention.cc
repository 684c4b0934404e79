#include "op_proto/matmul/linear_attention.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

// Merges the port's shape into the required shape `must`; reports a contradiction.
bool MergeAttentionPort(Operator& op, const char* port, opdk::Dims& must) {
  if (!opdk::HasInput(op, port)) return true;
  const opdk::Dims dims = opdk::InputDims(op, port);
  const auto merged = opdk::MergeDims(must, dims);
  if (!merged) {
    (void)opdk::ReportInferError(
        op, std::string(port) + " has shape " + opdk::ShapeText(dims) + ", it must be " + opdk::ShapeText(must));
    return false;
  }
  must = *merged;
  return true;
}

// Divides an extent of `heads` heads beside each other by their number; reports a remainder.
bool HeadSize(Operator& op, const char* port, int64_t joined, int64_t heads, int64_t& size) {
  size = UNKNOWN_DIM;
  if (joined < 0) return true;
  if (joined % heads != 0) {
    (void)opdk::ReportInferError(op, std::string(port) + ": " + std::to_string(joined) + " elements are not " +
                                         std::to_string(heads) + " heads");
    return false;
  }
  size = joined / heads;
  return true;
}

int64_t Times(int64_t heads, int64_t size) { return size < 0 ? UNKNOWN_DIM : heads * size; }

// Checks that the port is [B, T, one or other].
bool CheckGate(Operator& op, const char* port, const opdk::Dims& steps, int64_t one, int64_t other) {
  if (!opdk::HasInput(op, port)) return true;
  opdk::Dims gate = {steps[0], steps[1], UNKNOWN_DIM};
  if (!MergeAttentionPort(op, port, gate)) return false;
  if (gate[2] < 0 || other < 0 || gate[2] == one || gate[2] == other) return true;
  (void)opdk::ReportInferError(op, std::string(port) + " has " + std::to_string(gate[2]) +
                                       " elements a step, it must be " + std::to_string(one) + " or " +
                                       std::to_string(other));
  return false;
}

}  // namespace

IMPLEMT_INFERFUNC(LinearAttention, LinearAttentionInfer) {
  const int64_t heads = opdk::IntAttr(op, "kv_num_heads"), query_heads = opdk::IntAttr(op, "q_num_heads");
  opdk::Dims query = {UNKNOWN_DIM, UNKNOWN_DIM, UNKNOWN_DIM}, key = query, value = query;
  if (!MergeAttentionPort(op, "query", query)) return GRAPH_FAILED;
  key[0] = value[0] = query[0];
  key[1] = value[1] = query[1];
  int64_t key_size = UNKNOWN_DIM, value_size = UNKNOWN_DIM;
  if (!HeadSize(op, "query", query[2], query_heads, key_size)) return GRAPH_FAILED;
  key[2] = Times(heads, key_size);
  if (!MergeAttentionPort(op, "key", key) || !MergeAttentionPort(op, "value", value)) return GRAPH_FAILED;
  if (!HeadSize(op, "key", key[2], heads, key_size)) return GRAPH_FAILED;
  if (!HeadSize(op, "value", value[2], heads, value_size)) return GRAPH_FAILED;
  opdk::Dims state = {query[0], heads, key_size, value_size};
  if (!MergeAttentionPort(op, "past_state", state)) return GRAPH_FAILED;
  if (!CheckGate(op, "decay", query, heads, key[2]) || !CheckGate(op, "beta", query, heads, 1)) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "query");
  const DataType state_type = opdk::HasInput(op, "past_state") ? opdk::InputType(op, "past_state") : type;
  if (opdk::SetOutput(op, "present_state", state, state_type) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "output", {query[0], query[1], Times(query_heads, state[3])}, type);
}

IMPLEMT_VERIFIER(LinearAttention, LinearAttentionVerify) {
  // Largest number of heads or elements that a shape can count.
  constexpr int64_t kGreatest = int64_t{1} << 31;
  const int64_t heads = opdk::IntAttr(op, "kv_num_heads"), query_heads = opdk::IntAttr(op, "q_num_heads");
  if (heads < 1 || query_heads < 1 || query_heads > kGreatest || query_heads % heads != 0) {
    return opdk::ReportInferError(op, "q_num_heads is " + std::to_string(query_heads) + ", it must be a multiple of " +
                                          "kv_num_heads, " + std::to_string(heads));
  }
  const std::string rule = opdk::StringAttr(op, "update_rule");
  const bool gated = rule == "gated" || rule == "gated_delta", delta = rule == "delta" || rule == "gated_delta";
  if (!gated && !delta && rule != "linear")
    return opdk::ReportInferError(op, "update_rule '" + rule + "' is not known");
  if (gated != opdk::HasInput(op, "decay")) {
    return opdk::ReportInferError(op, "update_rule " + rule + (gated ? " needs" : " has no") + " decay");
  }
  if (delta != opdk::HasInput(op, "beta")) {
    return opdk::ReportInferError(op, "update_rule " + rule + (delta ? " needs" : " has no") + " beta");
  }
  return opdk::CheckSameType(op, {"query", "key", "value", "decay", "beta"});
}

INFER_FUNC_REG(LinearAttention, LinearAttentionInfer);
VERIFY_FUNC_REG(LinearAttention, LinearAttentionVerify);

}  // namespace ge
