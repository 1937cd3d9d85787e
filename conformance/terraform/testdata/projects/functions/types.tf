# Conversions, encodings, networks.
locals {
  conversions = {
    tobool   = [tobool("true"), tobool(false), tobool(null), tobool("false")]
    tonumber = [tonumber("1.50"), tonumber(3), tonumber(null), tonumber("1e3"), tonumber("-0"), tonumber("0x10" == "" ? "1" : "2")]
    tostring = [tostring(1.50), tostring(true), tostring(null), tostring("x"), tostring(1e21), tostring(0.1), tostring(1 / 3), tostring(-5), tostring(1e-7), tostring(100000000000000000000)]
    tolist   = [tolist(["a", 1]), tolist([]), tolist(toset(["b", "a"])), tolist(null), tolist([1, 2]), tolist([true, 1 == 1]), tolist([[1], [2]]), tolist([{ a = 1 }, { a = 2 }]), tolist([null, "a"]), tolist([1, true, "x"]), tolist([["a"], [1, 2]])]
    toset    = [toset(["b", "a", "b"]), toset([]), toset([3, 1, 2]), toset([10, 9]), toset(["10", 9]), toset([1, true, "x"]), toset(null), toset([[2], [1]]), toset([{ a = 2 }, { a = 1 }]), toset([true, false]), toset([null]), toset(["é", "e", "z"])]
    tomap    = [tomap({ a = 1, b = "x" }), tomap({}), tomap(null), tomap({ a = [1], b = ["x"] }), tomap({ b = 1, a = 2 }), tomap({ a = true, b = 1, c = "x" }), tomap({ a = null, b = "x" })]
    types    = [tolist(["a"])[0], toset(["a"]) == toset(["a"]), length(tolist([])), tomap({ a = 1 })["a"], tomap({ a = 1 }).a]
  }
  encodings = {
    json    = [jsonencode({ b = 1, a = [true, null, "x\n<>&é\u2028"], c = 1.50 }), jsonencode("x"), jsonencode(null), jsonencode([]), jsonencode({}), jsonencode(toset(["b", "a"])), jsonencode(1e21), jsonencode(0.1), jsonencode(1 / 3), jsonencode("\u0000\u001f")]
    decoded = [jsondecode("{\"b\": [1, 2.50, \"x\"], \"a\": null}"), jsondecode("1"), jsondecode("\"x\""), jsondecode("[]"), jsondecode(" true "), jsondecode("{\"a\": 1, \"a\": 2}"), jsondecode("12345678901234567890"), jsondecode("\"\\u00e9\\ud83d\\ude00\"")]
    yaml    = [yamlencode({ b = 1, a = [true, null, "x"], c = { d = "yes", e = "1", f = "", g = "a: b", h = "multi\nline\n", i = "null", j = "~", k = "2020-01-01", l = "- x", m = "#c", n = " s ", o = "é\t", p = "0x1f", q = "1e3", r = "[a]", s = "*a", t = "!x", u = "true" } }), yamlencode("x"), yamlencode([]), yamlencode({}), yamlencode(null), yamlencode([1.50, [], {}, [["a"]], [{ a = 1, b = 2 }]]), yamlencode(toset(["b", "a"])), yamlencode({ "a b" = 1, "1" = 2, "true" = 3, "" = 4 }), yamlencode("a\nb"), yamlencode(1e21), yamlencode({ long = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ccccccccccccccccccccc" })]
    unyaml  = [yamldecode("a: 1\nb: [x, 'y', \"z\\n\"]\n"), yamldecode("- 1\n- 1.50\n- 0x1f\n- 0o17\n- 017\n- 1_000\n- 1e3\n- .5\n- +1\n- -1\n"), yamldecode("- true\n- yes\n- on\n- Yes\n- TRUE\n- null\n- ~\n- Null\n-\n"), yamldecode("- 2020-01-01\n- 2020-01-01T00:00:00Z\n- 12:30:45\n- !!str 1\n- !!int \"2\"\n- !!float 3\n"), yamldecode("a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n"), yamldecode("{}"), yamldecode("x"), yamldecode("|\n  a\n  b\n"), yamldecode(">-\n  a\n  b\n\n  c\n"), yamldecode("? a\n: b\n"), yamldecode("1: a\ntrue: b\n"), yamldecode("---\na: 1\n"), yamldecode("--- x\n...\n"), yamldecode("a: \"\\u00e9\"\nb: 'it''s'\n"), yamldecode("a: b: c" == "" ? "" : "a: 'b: c'"), yamldecode("a: |+\n  x\n\n"), yamldecode("!!set {a, b}" == "" ? "" : "{a, b}")]
    csv     = [csvdecode("a,b\n1,2\n"), csvdecode("a\n\"x\"\"y\"\n"), csvdecode("a,b\n"), csvdecode("a\n1\n\n2"), csvdecode("a,b\r\n1,\"2\n3\"\r\n")]
  }
  networks = {
    host     = [cidrhost("10.0.0.0/16", 5), cidrhost("10.0.0.0/16", -1), cidrhost("fd00::/64", 258), cidrhost("10.0.5.9/8", 1), cidrhost("10.0.0.0/8", 65536), cidrhost("0.0.0.0/0", 1), cidrhost("10.1.2.3/32", 0), cidrhost("10.0.0.0/16", "7"), cidrhost("fd00::/120", -2)]
    mask     = [cidrnetmask("10.0.0.0/16"), cidrnetmask("10.0.0.0/0"), cidrnetmask("10.0.0.0/32"), cidrnetmask("172.16.0.0/12")]
    subnet   = [cidrsubnet("10.0.0.0/16", 8, 2), cidrsubnet("10.0.0.0/16", 0, 0), cidrsubnet("fd00::/48", 16, 162), cidrsubnet("10.1.2.3/24", 4, 15), cidrsubnet("10.0.0.0/16", "4", "3"), cidrsubnet("0.0.0.0/0", 8, 10)]
    subnets  = [cidrsubnets("10.0.0.0/16", 4, 4, 8, 4), cidrsubnets("10.0.0.0/16"), cidrsubnets("fd00::/48", 16, 16), cidrsubnets("10.1.0.0/20", [4, 4, 6]...), [for s in cidrsubnets("10.0.0.0/8", 8, 8) : cidrsubnets(s, 4, 4)]]
    contains = [cidrcontains("10.0.0.0/8", "10.1.2.3"), cidrcontains("10.0.0.0/8", "11.0.0.0/16"), cidrcontains("10.0.0.0/16", "10.0.0.0/8"), cidrcontains("fd00::/8", "fd00::1"), cidrcontains("10.0.0.0/8", "10.0.0.0/8")]
  }
  huge  = jsondecode("[1e400]") == null
  never = [try(uuid(), 1), try(timestamp(), 1), try(bcrypt("x"), 1)]
  once  = [can(uuid()), length(uuid()) > 0 ? "x" : "x"]
  markers = [nonsensitive(sensitive("x")), nonsensitive("y"), sensitive("z") == "z", issensitive(nonsensitive("a"))]
  nothing = [ephemeralasnull("x"), ephemeralasnull({ a = 1 })]
}
