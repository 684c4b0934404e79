opdk run --op Relu --input x=zeros:999999999x999999999
