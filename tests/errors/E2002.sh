opdk run --op Sofmax --input x=ones:2
