opdk run --op Gelu --input x=ones:2:int8
