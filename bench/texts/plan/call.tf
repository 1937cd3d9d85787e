module "@1_@N" {
  source       = "../../modules/part-@D"
  name         = "${var.vpc_name}-@1"
  vpc_id       = var.vpc_id
  encryption   = var.encryption
  buckets      = ["@2", "@3", "@4"]
  cidrs        = var.cidrs
  tags         = { team = "@5" }
}

