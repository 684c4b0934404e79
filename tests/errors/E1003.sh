opdk run --op SoftmaxV2
