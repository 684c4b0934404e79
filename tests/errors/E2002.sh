opdk run --op SofmaxV2 --input x=ones:2
