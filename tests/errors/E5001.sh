echo "not a library" >libmine.so
opdk list --plugins libmine.so
