opdk run --op Gather --input x=ones:2 --input indices=list:7:int64 --engine ai_cpu
