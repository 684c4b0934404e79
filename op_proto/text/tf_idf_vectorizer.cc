#include "op_proto/text/tf_idf_vectorizer.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(TfIdfVectorizer, TfIdfVectorizerInfer) {
  const opdk::Dims dims = opdk::InputDims(op, "input");
  const auto places = op.get_attr_ngram_indexes();
  const int64_t width = *std::max_element(places.begin(), places.end()) + 1;
  if (opdk::IsUnknownRank(dims)) return opdk::SetOutput(op, "output", opdk::kUnknownRank, DT_FLOAT);
  if (dims.size() != 1 && dims.size() != 2) {
    return opdk::ReportInferError(op, "input of shape " + opdk::ShapeText(dims) + " must have rank 1 or 2");
  }
  return opdk::SetOutput(op, "output", dims.size() == 1 ? opdk::Dims{width} : opdk::Dims{dims[0], width}, DT_FLOAT);
}

IMPLEMT_VERIFIER(TfIdfVectorizer, TfIdfVectorizerVerify) {
  const auto starts = op.get_attr_ngram_counts(), places = op.get_attr_ngram_indexes(),
             pool = op.get_attr_pool_int64s();
  const auto size = static_cast<int64_t>(pool.size());
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF") {
    return opdk::ReportInferError(op, "mode '" + mode + "' is none of TF, IDF, TFIDF");
  }
  if (!op.get_attr_pool_strings().empty() || opdk::InputType(op, "input") == DT_STRING) {
    return opdk::ReportInferError(op, "pool_strings and inputs of strings are not supported");
  }
  const int64_t least = op.get_attr_min_gram_length(), most = op.get_attr_max_gram_length();
  if (least < 1 || most < least || op.get_attr_max_skip_count() < 0) {
    return opdk::ReportInferError(op, "min_gram_length, max_gram_length or max_skip_count is out of range");
  }
  int64_t grams = 0;
  bool fits = !starts.empty() && starts[0] == 0;
  for (size_t i = 0; fits && i < starts.size(); ++i) {
    const int64_t end = i + 1 < starts.size() ? starts[i + 1] : size, length = static_cast<int64_t>(i) + 1;
    fits = end >= starts[i] && end <= size && (end - starts[i]) % length == 0;
    grams += (end - starts[i]) / length;
  }
  if (!fits) return opdk::ReportInferError(op, "ngram_counts don't divide pool_int64s into n-grams");
  const bool placed =
      static_cast<int64_t>(places.size()) == grams && grams > 0 && *std::min_element(places.begin(), places.end()) >= 0;
  if (placed && *std::max_element(places.begin(), places.end()) >= INT32_MAX) {
    return opdk::ReportInferError(op, "one of ngram_indexes is beyond the 32-bit numbers");
  }
  const auto weights = op.get_attr_weights();
  if (!placed || (!weights.empty() && weights.size() != places.size())) {
    return opdk::ReportInferError(op, "there isn't one of ngram_indexes and weights for each n-gram of the pool");
  }
  return GRAPH_SUCCESS;
}

INFER_FUNC_REG(TfIdfVectorizer, TfIdfVectorizerInfer);
VERIFY_FUNC_REG(TfIdfVectorizer, TfIdfVectorizerVerify);

}  // namespace ge
