import numpy as np


def tf_idf_vectorizer(input, max_gram_length, max_skip_count, min_gram_length, mode, ngram_counts, ngram_indexes,
                      pool_int64s, pool_strings, weights):
    grams = []
    for n, begin in enumerate(ngram_counts, 1):
        end = ngram_counts[n] if n < len(ngram_counts) else len(pool_int64s)
        grams += [tuple(pool_int64s[i:i + n]) for i in range(begin, end, n)]
    width = max(ngram_indexes) + 1
    rows = input.reshape(-1, input.shape[-1])
    y = np.zeros((rows.shape[0], width))
    for row, counts in zip(rows.tolist(), y):
        for n in range(min_gram_length, min(max_gram_length, len(row)) + 1):
            for step in range(1, min(max_skip_count if n > 1 else 0, len(row)) + 2):
                for begin in range(max(0, len(row) - (n - 1) * step)):
                    gram = tuple(row[begin:begin + (n - 1) * step + 1:step])
                    if gram in grams:
                        counts[ngram_indexes[len(grams) - 1 - grams[::-1].index(gram)]] += 1
    y = np.minimum(y, 1) if mode == "IDF" else y
    if mode != "TF" and len(weights):
        y = y * np.array(weights[:width] if len(weights) >= width else list(weights) + [1] * (width - len(weights)))
    return y.reshape(input.shape[:-1] + (width,))
