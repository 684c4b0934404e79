opdk run --op Relu --input x=ones:2 --output /proc/out
