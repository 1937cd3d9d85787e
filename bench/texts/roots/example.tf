module "this" {
  source = "../../"

  cluster_name = local.cluster_name

  vpc = {
    link = {
      id                 = data.aws_vpcs.ids.ids[0]
      private_subnet_ids = data.aws_subnets.subnets.ids
    }
  }

  node_groups = {
    default = { desired_size = 1, max_size = 2, min_size = 1 }
  }

  @A = { enabled = false }
  @B = {
    configs = { replicas = @N, mode = "@1", options = { @2 = true, @3 = ["@4", "@5"] } }
    rules   = [{ name = "@6", targets = { @7 = "@8" } }]
  }

  karpenter = {
    enabled = @K
    configs = { replicas = 1 }
    resource_configs = {
      nodePools = {
        general = { weight = @N }
        on-demand = {
          template = {
            metadata = { labels = { nodetype = "on-demand" } }
            spec = {
              requirements = [{ key = "karpenter.sh/capacity-type", operator = "In", values = ["on-demand"] }]
              taints       = [{ effect = "NoSchedule", key = "nodegroup", value = "on-demand" }]
            }
          }
          disruption = { consolidationPolicy = "WhenEmpty", consolidateAfter = "10m" }
        }
      }
    }
  }
}

resource "helm_release" "echo" {
  name       = "echo-@ID"
  repository = "https://charts.example.com/@1"
  chart      = "base"
  namespace  = "default"
  version    = "0.3.9"
  values     = [file("${path.module}/echo.yaml")]
}
