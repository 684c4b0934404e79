opdk run --op Softmax
