opdk run --op Softmax --input x=ones:2 --attr axes=1
