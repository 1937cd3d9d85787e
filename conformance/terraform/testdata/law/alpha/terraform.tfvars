cluster = "shop"
