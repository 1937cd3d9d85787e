terraform {
  backend "s3" {
    encrypt = true
  }
}

provider "aws" {
  region = "us-east-1"
}

resource "aws_instance" "@1" {
  for_each          = var.instance_types
  ami               = data.aws_ami.ubuntu.id
  instance_type     = each.value
  availability_zone = element(var.availability_zones, length(each.key))
  tags              = { Name = "${var.vpc_name}-${each.key}" }
}

data "aws_ami" "ubuntu" {
  most_recent = true
  owners      = ["099720109477"]

  filter {
    name   = "name"
    values = ["ubuntu/images/hvm-ssd/ubuntu-jammy-22.04-amd64-server-*"]
  }
}

resource "aws_route53_record" "@2" {
  count   = length(var.availability_zones)
  zone_id = "Z@ID"
  name    = "@3-${count.index}.${var.vpc_name}.example.com"
  type    = "A"
  ttl     = 300
  records = [for instance in aws_instance.@1 : instance.private_ip]
}
