opdk lst
