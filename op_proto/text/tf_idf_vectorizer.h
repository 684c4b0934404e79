// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// How often the n-grams of a pool occur in each row of input ([C] or [N, C]): output [max(ngram_indexes) + 1] or
// [N, max + 1]. pool_int64s holds the n-grams, one after the other, those of n from ngram_counts[n - 1] on;
// ngram_indexes their places in the output. An n-gram of min_gram_length to max_gram_length elements may leave out 0 to
// max_skip_count elements between each two. mode TF: the counts; IDF: the weight (1 without weights) of what occurs;
// TFIDF: the product.
REG_OP(TfIdfVectorizer)
    .INPUT(input, TensorType({DT_INT32, DT_INT64, DT_STRING}))
    .OUTPUT(output, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(max_gram_length, Int)
    .REQUIRED_ATTR(max_skip_count, Int)
    .REQUIRED_ATTR(min_gram_length, Int)
    .REQUIRED_ATTR(mode, String)
    .REQUIRED_ATTR(ngram_counts, ListInt)
    .REQUIRED_ATTR(ngram_indexes, ListInt)
    .ATTR(pool_int64s, ListInt, {})
    .ATTR(pool_strings, ListString, {})
    .ATTR(weights, ListFloat, {})
    .OP_END_FACTORY_REG(TfIdfVectorizer);

}  // namespace ge
