opdk run --op Add --input x1=ones:2 --input x2=ones:3
