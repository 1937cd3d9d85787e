module "a" {
  source = "./pools"
  family = "Bottlerocket"
  policy = "WhenUnderutilized"
}
module "b" {
  source = "./pools"
  name   = "b"
  family = "AL2023"
  policy = "WhenUnderutilized"
}
