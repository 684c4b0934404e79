opdk run --op Misbehave --input x=ones:1 --attr how=exit --plugins "$MISBEHAVING"
