opdk run --op Expand --input x=ones:1 --input shape=list:999999999,999999999,9999:int64
