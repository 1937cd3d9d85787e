resource "helm_release" "this" {
  name             = var.release_name
  repository       = "https://charts.example.com/@1"
  chart            = "@M"
  namespace        = var.namespace
  version          = var.chart_version
  create_namespace = var.create_namespace
  atomic           = var.atomic
  wait             = var.wait

  values = [
    jsonencode({
      fullnameOverride = local.name
      serviceAccount = {
        create      = true
        name        = var.service_account_name
        annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.this.arn }
      }
      sources = [for rule in local.rules : rule.name if rule.priority > 10]
      env     = [for name, value in local.environment : { name = upper(name), value = value }]
      @2 = {
        enabled  = true
        interval = "60s"
      }
    }),
    jsonencode(var.configs),
    templatefile("${path.module}/values.yaml.tpl", { role_arn = aws_iam_role.this.arn, cluster = var.cluster_name }),
  ]

  depends_on = [aws_iam_role_policy_attachment.this]
}

resource "kubernetes_config_map" "this" {
  for_each = local.rules

  metadata {
    name      = "${local.name}-${each.key}"
    namespace = var.namespace
  }

  data = {
    "@3.json" = jsonencode({ name = each.value.name, priority = each.value.priority, targets = try(each.value.targets, {}) })
    "@4"      = join(",", sort(keys(local.environment)))
  }
}

resource "aws_cloudwatch_log_group" "this" {
  count             = try(var.attach_policies.@5, true) ? 1 : 0
  name              = "/aws/eks/${var.cluster_name}/${local.name}"
  retention_in_days = 30
  tags              = local.tags
}
