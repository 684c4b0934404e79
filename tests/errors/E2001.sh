echo "a shopping list" >notes.txt
opdk run notes.txt
