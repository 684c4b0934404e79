opdk run --op SoftmaxV2 --input x=ones:2 --attr axis=1
