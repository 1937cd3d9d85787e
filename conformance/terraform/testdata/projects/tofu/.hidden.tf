locals { from_auto = 1 }
