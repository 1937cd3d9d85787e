locals { over = "tf" }
