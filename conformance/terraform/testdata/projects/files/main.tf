locals {
  texts = [file("data/a.txt"), file("${path.module}/data/crlf.txt"), file("./data/../data/a.txt"), file("data/empty"), try(file("data/nope"), "missing"), try(file("data/binary"), "binary"), file("data/bom.txt"), try(file("data"), "directory")]
  base64 = [filebase64("data/a.txt"), filebase64("data/binary"), filebase64("data/empty")]
  exists = [fileexists("data/a.txt"), fileexists("data/nope"), try(fileexists("data"), "directory"), fileexists("nope/a.txt")]
  hashes = [filemd5("data/a.txt"), filesha1("data/a.txt"), filesha256("data/a.txt"), filesha512("data/a.txt"), filebase64sha256("data/a.txt"), filebase64sha512("data/binary")]
  sets = {
    all      = fileset("data", "*")
    texts    = fileset("data", "*.txt")
    deep     = fileset("data", "**")
    deep_txt = fileset(path.module, "data/**/*.txt")
    braces   = fileset("data", "*.{txt,yaml}")
    question = fileset("data", "?.txt")
    class    = fileset("data", "[a-c].*")
    one      = fileset("data", "deep/*")
    none     = fileset("data", "*.nope")
    no_dir   = fileset("nope", "*")
    exact    = fileset(".", "data/a.txt")
    stars    = fileset(".", "*/*.yaml")
    dots     = fileset("data/..", "data/*.csv")
    not      = fileset("data", "[!a]*.txt")
    each     = [for f in fileset("data", "**/*.yaml") : try(yamldecode(file("data/${f}")), "documents")]
  }
  outside = fileset("data/deep", "../*.txt")
  decoded = [yamldecode(file("data/b.yaml")), jsondecode(file("data/c.json")), csvdecode(file("data/d.csv")), try(yamldecode(file("data/two.yaml")), "two documents")]
  documents = [for d in split("---", file("data/two.yaml")) : yamldecode(d) if trimspace(d) != ""]
  rendered = {
    hello   = templatefile("templates/hello.tftpl", { name = "you", items = ["a", "b"] })
    nobody  = templatefile("${path.module}/templates/hello.tftpl", { name = "you", items = [] })
    json    = templatefile("templates/json.tftpl", { name = "n" })
    yaml    = templatefile("templates/yaml.tftpl", { values = { a = [1, "x"], b = { c = null } } })
    escaped = templatefile("templates/escaped.tftpl", { name = "up" })
    surplus = templatefile("templates/value.tftpl", { value = 1.50, more = "x" })
    bool    = templatefile("templates/value.tftpl", { value = true })
    list    = try(templatefile("templates/value.tftpl", { value = ["a"] }), "no string")
    missing = try(templatefile("templates/missing.tftpl", {}), "missing")
    no_file = try(templatefile("templates/nope.tftpl", {}), "no file")
    name    = try(templatefile("templates/value.tftpl", { "not-a-name" = 1, value = 2 }), "bad name")
    no_map  = try(templatefile("templates/value.tftpl", "x"), "no map")
    bare    = templatefile("templates/bare.tftpl", { list = toset(["b", "a"]) })
    nested  = try(templatefile("templates/nested.tftpl", {}), "recursion")
    string  = templatestring(local.template, { name = "x" })
  }
  template = "Hello $${name} %%{ if true }yes%%{ endif }"
  paths    = [basename("a/b.c"), dirname("a/b.c"), basename("/"), dirname("/"), basename(""), dirname(""), dirname("a"), basename("a/b/"), dirname("a/b/"), pathexpand("a/b")]
}
resource "terraform_data" "files" {
  for_each = fileset("data", "b.yaml")
  input    = yamldecode(file("data/${each.key}")).b
}
