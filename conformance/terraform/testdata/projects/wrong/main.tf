# Calls that Terraform refuses, or that only look as if it did.
# What a null or an empty collection could be is not kept: try takes the first of these.
output "uncalled" {
  value = try(urldecode("abc") ? 1 : 1, "!")
}

output "conditional" {
  value = try(true ? 1.5 : tomap(null), "!")
}
output "types" {
  value = try(false ? (null ? tomap({ a = "x" }) : null) : "true", "!")
}
output "set" {
  value = setunion(toset([true]), cidrsubnets("10.1.2.3/24"))
}
locals {
  zero     = try(cidrsubnets("0.0.0.0/0", 2), "!")
  marks    = fileset("[a]", "x")
  wide     = indent(1000, "a")
  infinite = [can(1 / 0), can(tonumber("Inf"))]
  aliases  = try(yamldecode("a: *x"), "!")
  negative = [cidrsubnet("10.0.0.0/16", -1, 0), cidrsubnet("10.0.0.0/16", 2, -1)]
  defaults = [try(lookup(tomap({ a = 1 }), "b", "x"), "!"), try(lookup(tomap({ a = 1 }), "b", []), "!"), lookup(tomap({ a = "x" }), "b", 5)]
  typeless = try(coalescelist(null, ["a"]), "!")
  text = {
    conversions = [try(tonumber("x"), "!"), try(tobool("yes"), "!"), try(tobool(1), "!"), try(tostring([]), "!"), try(tonumber(true), "!"), try(tolist({}), "!"), try(tolist("a"), "!"), try(toset({ a = 1 }), "!"), try(tomap([]), "!"), try(tomap({ a = 1, b = [] }), "!"), try(tolist([1, []]), "!"), try(tonumber(""), "!"), try(tobool("1"), "!"), try(tobool("TRUE"), "!"), try(tolist([{ a = 1 }, { b = 1 }]), "!"), try(toset([1, []]), "!"), try(tonumber(" 1"), "!"), try(tonumber("1_000"), "!"), try(tonumber("0x1"), "!"), try(tonumber("+1"), "!"), try(tonumber(".5"), "!"), try(tonumber("5."), "!")]
    arguments   = [try(upper(), "!"), try(upper("a", "b"), "!"), try(upper([]), "!"), try(upper(null), "!"), try(join(","), "!"), try(join(",", "a"), "!"), try(join(",", [[]]), "!"), try(join(",", [null]), "!"), try(join(null, []), "!"), try(split(",", null), "!"), try(split(",", []), "!"), try(format(), "!"), try(format("%d", "x"), "!"), try(format("%s"), "!"), try(format("%s", "a", "b"), "!"), try(format("%z", 1), "!"), try(format("%s", []), "!"), try(format("%d", 1.5), "!"), try(format("%*d", 5, 42), "!"), try(format("%c", 65), "!"), try(format("%s", null), "!"), try(format("%d", null), "!"), try(format("%v", null), "!"), try(format("%"), "!"), try(format("%t", "x"), "!"), try(format("%[3]s", "a"), "!"), try(format(1), "!"), try(formatlist("%s %s", ["a"], ["b", "c"]), "!"), try(formatlist("%s", [[]]), "!"), try(formatlist("%s", null), "!")]
    substr      = [try(substr("abc", 9, 1), "!"), try(substr("abc", 0), "!"), try(substr("abc", 0.5, 1), "!"), try(substr("abc", 0, -2), "!"), try(substr(null, 0, 1), "!")]
    regex       = [try(regex("(", "a"), "!"), try(regex("a", "b"), "!"), try(regex("(?=a)", "a"), "!"), try(regexall("[", "a"), "!"), try(replace("a", "/(/", "b"), "!"), try(replace("a", "/a/"), "!"), try(regex("(?P<x>a)(b)", "ab"), "!"), try(regex("a", null), "!")]
    numbers     = [try(parseint("x", 10), "!"), try(parseint("1", 1), "!"), try(parseint("1", 63), "!"), try(parseint("1.5", 10), "!"), try(parseint(12, 10), "!"), try(parseint(null, 10), "!"), try(1 / 0, "!"), try(0 / 0, "!"), try(5 % 0, "!"), try(log(0, 2), "!"), try(log(-1, 2), "!"), try(log(8, 1), "!"), try(pow("x", 1), "!"), try(max(), "!"), try(min([]...), "!"), try(max("a"), "!"), try(abs("x"), "!"), try(ceil(null), "!"), try(-"x", "!"), try(!"x", "!"), try("a" + 1, "!"), try([] + 1, "!"), try(null + 1, "!"), try(true + 1, "!"), try("a" < "b", "!"), try(null < 1, "!"), try(true && "x", "!"), try(null && true, "!"), try(1 && true, "!"), try(false && "x", "!"), try(true || [], "!"), try(!null, "!")]
    dates       = [try(formatdate("YYYY", "x"), "!"), try(formatdate("Q", "2024-01-01T00:00:00Z"), "!"), try(formatdate("'a", "2024-01-01T00:00:00Z"), "!"), try(timeadd("x", "1h"), "!"), try(timeadd("2024-01-01T00:00:00Z", "1d"), "!"), try(timecmp("x", "y"), "!"), try(formatdate("YYYY", "2024-01-01"), "!"), try(formatdate("YYYY", "2024-02-30T00:00:00Z"), "!")]
    encoded     = [try(base64decode("?"), "!"), try(base64decode("/w=="), "!"), try(base64decode("YQ"), "!"), try(base64gunzip("YQ=="), "!"), try(jsondecode("{"), "!"), try(jsondecode(""), "!"), try(jsondecode("{a: 1}"), "!"), try(jsondecode("1 2"), "!"), try(jsondecode(null), "!"), try(yamldecode("a: b: c"), "!"), try(yamldecode(""), "!"), try(yamldecode("# only\n"), "!"), try(yamldecode("- a\nb"), "!"), try(yamldecode("a: 1\na: 2"), "!"), try(yamldecode("\t- x"), "!"), try(csvdecode("a,b\n1"), "!"), try(csvdecode("a,a\n1,2"), "!"), try(csvdecode(""), "!"), try(uuidv5("nope", "x"), "!"), try(textencodebase64("é", "US-ASCII"), "!"), try(textencodebase64("a", "NOPE"), "!"), try(textdecodebase64("?", "UTF-8"), "!"), try(urldecode("%zz"), "!"), try(base64encode(null), "!"), try(md5([]), "!")]
    indents     = [try(indent(-1, "a\nb"), "!"), try(indent(1.5, "a\nb"), "!"), try(indent("x", "a"), "!"), try(indent(null, "a"), "!"), try(chomp(null), "!"), try(trim("a"), "!"), try(title([]), "!"), try(strrev(null), "!"), try(startswith("a"), "!"), try(startswith(null, "a"), "!")]
  }
  collections = {
    alltrue   = [try(alltrue("x"), "!"), try(alltrue([1]), "!"), try(alltrue(["x"]), "!"), try(alltrue(null), "!"), try(anytrue({}), "!"), try(alltrue(), "!"), try(anytrue(["0"]), "!")]
    chunklist = [try(chunklist([1], -1), "!"), try(chunklist([1], 1.5), "!"), try(chunklist("a", 1), "!"), try(chunklist(null, 1), "!"), try(chunklist(toset(["a"]), 1), "!"), try(chunklist([1, []], 1), "!")]
    coalesce  = [try(coalesce(), "!"), try(coalesce(null), "!"), try(coalesce("", ""), "!"), try(coalesce([], 1), "!"), try(coalesce(null, []), "!"), try(coalesce([], ["a"]), "!"), try(coalesce({}, { a = 1 }), "!"), try(coalescelist(), "!"), try(coalescelist([]), "!"), try(coalescelist("a"), "!"), try(coalescelist([], {}), "!"), try(coalescelist(toset(["a"])), "!")]
    compact   = [try(compact("a"), "!"), try(compact(null), "!"), try(compact([[]]), "!"), try(compact(toset(["b", "a"])), "!"), try(compact({}), "!")]
    concat    = [try(concat(), "!"), try(concat(null), "!"), try(concat("a"), "!"), try(concat(toset(["a"])), "!"), try(concat([1], {}), "!"), try(concat([1], null), "!")]
    contains  = [try(contains("abc", "a"), "!"), try(contains(null, 1), "!"), try(contains([null], null), "!"), try(contains({}, 1), "!"), try(contains({ a = 1 }, 1), "!"), try(contains(["a"]), "!"), try(contains(tolist(["a"]), 1), "!"), try(contains([["a"]], "a"), "!")]
    distinct  = [try(distinct("a"), "!"), try(distinct(toset(["a"])), "!"), try(distinct(null), "!"), try(distinct([1, []]), "!"), try(distinct({}), "!")]
    element   = [try(element([], 0), "!"), try(element("a", 0), "!"), try(element(["a"], 1.5), "!"), try(element(["a"], "x"), "!"), try(element(toset(["a"]), 0), "!"), try(element({ a = 1 }, 0), "!"), try(element(null, 0), "!"), try(element(["a"], null), "!"), try(element(["a", "b"], -3), "!")]
    flatten   = [try(flatten("a"), "!"), try(flatten({}), "!"), try(flatten(null), "!"), try(flatten(), "!"), try(flatten([null]), "!")]
    index     = [try(index(["a"], "b"), "!"), try(index([], 1), "!"), try(index("a", "a"), "!"), try(index(toset(["a"]), "a"), "!"), try(index(["1"], 1), "!"), try(index(null, 1), "!"), try(index({}, 1), "!")]
    keys      = [try(keys([]), "!"), try(keys(null), "!"), try(keys("a"), "!"), try(values([]), "!"), try(values(null), "!"), try(keys(), "!")]
    length    = [try(length(1), "!"), try(length(null), "!"), try(length(true), "!"), try(length(), "!"), try(length([], []), "!")]
    lookup    = [try(lookup({}, "a"), "!"), try(lookup({ a = 1 }, "b", []), "!"), try(lookup([], 0, 1), "!"), try(lookup(null, "a", 1), "!"), try(lookup({ a = 1 }, null, 1), "!"), try(lookup({ a = 1 }), "!"), try(lookup({ a = 1 }, [], 1), "!")]
    matchkeys = [try(matchkeys(["a"], [], []), "!"), try(matchkeys("a", "b", "c"), "!"), try(matchkeys(["a"], [1], ["1"]), "!"), try(matchkeys(["a"], ["x"], null), "!"), try(matchkeys(["a"], ["x"]), "!"), try(matchkeys(["a"], ["x"], [[]]), "!")]
    merge     = [try(merge("a"), "!"), try(merge([]), "!"), try(merge({ a = 1 }, []), "!"), try(merge(null), "!"), try(merge([{}, null]...), "!"), try(merge(toset(["a"])), "!")]
    one       = [try(one([1, 2]), "!"), try(one("a"), "!"), try(one(null), "!"), try(one({}), "!"), try(one({ a = 1 }), "!")]
    range     = [try(range(), "!"), try(range(1, 2, 0), "!"), try(range(1, 5, -1), "!"), try(range(5, 1, 1), "!"), try(length(range(2000)), "!"), try(range("x"), "!"), try(range(null), "!"), try(length(range(1024)), "!"), try(length(range(1025)), "!"), try(range(1, 2, 3, 4), "!")]
    reverse   = [try(reverse("a"), "!"), try(reverse({}), "!"), try(reverse(null), "!")]
    sets      = [try(setunion("a"), "!"), try(setunion(), "!"), try(setunion(null), "!"), try(setintersection(["a"], [[]]), "!"), try(setsubtract(["a"]), "!"), try(setunion({ a = 1 }), "!"), try(setproduct(), "!"), try(setproduct(["a"]), "!"), try(setproduct("a"), "!"), try(setproduct(["a"], null), "!"), try(setproduct({ a = 1 }, ["x"]), "!"), try(setunion(["a"], [1, []]), "!")]
    slice     = [try(slice(["a"], 0, 2), "!"), try(slice(["a"], 1, 0), "!"), try(slice(["a"], -1, 1), "!"), try(slice(toset(["a"]), 0, 1), "!"), try(slice("abc", 0, 1), "!"), try(slice(["a"], 0.5, 1), "!"), try(slice(null, 0, 0), "!"), try(slice({ a = 1 }, 0, 1), "!")]
    sort      = [try(sort("a"), "!"), try(sort([null]), "!"), try(sort([[]]), "!"), try(sort({}), "!"), try(sort(null), "!"), try(sort([{}]), "!")]
    sum       = [try(sum([]), "!"), try(sum(["x"]), "!"), try(sum("1"), "!"), try(sum({ a = 1 }), "!"), try(sum([null]), "!"), try(sum(null), "!"), try(sum([true]), "!"), try(sum([[]]), "!")]
    transpose = [try(transpose({ a = "x" }), "!"), try(transpose([]), "!"), try(transpose(null), "!"), try(transpose({ a = [null] }), "!"), try(transpose({ a = null }), "!"), try(transpose({ a = toset(["x"]) }), "!")]
    zipmap    = [try(zipmap(["a"], []), "!"), try(zipmap("a", "b"), "!"), try(zipmap([null], [1]), "!"), try(zipmap(["a"], toset([1])), "!"), try(zipmap(toset(["a"]), [1]), "!"), try(zipmap(null, []), "!"), try(zipmap([[]], [1]), "!"), try(zipmap(["a"], { a = 1 }), "!")]
    networks  = [try(cidrhost("10.0.0.0", 1), "!"), try(cidrhost("10.0.0.0/30", 4), "!"), try(cidrhost("10.0.0.0/30", -5), "!"), try(cidrhost("10.0.0.0/16", 1.5), "!"), try(cidrhost("x", 1), "!"), try(cidrhost("10.0.0.0/33", 1), "!"), try(cidrhost("010.0.0.0/8", 1), "!"), try(cidrnetmask("fd00::/8"), "!"), try(cidrnetmask("x"), "!"), try(cidrsubnet("10.0.0.0/16", 17, 0), "!"), try(cidrsubnet("10.0.0.0/16", 2, 4), "!"), try(cidrsubnet("fd00::/48", 64, 1), "!"), try(cidrsubnets("10.0.0.0/16", 0), "!"), try(cidrsubnets("10.0.0.0/16", 17), "!"), try(cidrsubnets("10.0.0.0/30", 1, 1, 1), "!"), try(cidrsubnets("10.0.0.0/16", 33), "!"), try(cidrsubnets("fd00::/16", 33), "!"), try(cidrcontains("10.0.0.0/8", "fd00::1"), "!"), try(cidrcontains("x", "10.0.0.1"), "!"), try(cidrcontains("10.0.0.0/8", "x"), "!"), try(cidrcontains("10.0.0.1", "10.0.0.1"), "!"), try(cidrhost(null, 1), "!"), try(cidrsubnet("10.0.0.0/16", 8, 1.5), "!")]
  }
  language = {
    objects      = [try({}.a, "!"), try({ a = 1 }["b"], "!"), try([][0], "!"), try([1][-1], "!"), try([1][1.5], "!"), try([1]["x"], "!"), try("a"[0], "!"), try("a".b, "!"), try(null.a, "!"), try(null[0], "!"), try({ a = null }.a.b, "!"), try({ (null) = 1 }, "!"), try({ ([]) = 1 }, "!"), try([1][null], "!"), try(toset(["a"])[0], "!"), try(toset(["a"])["a"], "!"), try([1][true], "!"), try({ "true" = 1 }[true], "!"), try({ "1" = 1 }[1], "!"), try(1.a, "!"), try(true["x"], "!"), try([1].a, "!"), try([{ a = 1 }].a, "!")]
    loops        = [try([for x in null : x], "!"), try([for x in 5 : x], "!"), try([for x in "a" : x], "!"), try({ for x in ["a", "a"] : x => 1 }, "!"), try({ for x in [null] : x => 1 }, "!"), try({ for x in [[]] : x => 1 }, "!"), try([for x in [1] : x if null], "!"), try([for x in [1] : x if "x"], "!"), try([for x in [1] : x if "true"], "!"), try({ for x in [1, "1"] : x => x }, "!"), try([for x in [1, 2] : x if x], "!")]
    conditionals = [try(null ? 1 : 2, "!"), try("x" ? 1 : 2, "!"), try(1 ? 1 : 2, "!"), try(true ? 1 : [], "!"), try(true ? {} : [], "!"), try(true ? [1] : { a = 1 }, "!"), try(true ? "a" : [], "!"), try(false ? tolist([]) : toset([1]), "!"), try(true ? [[1]] : ["a"], "!"), try(true ? { a = [] } : { a = "x" }, "!"), try(true ? toset(["b", "a"]) : ["x"], "!"), try(true ? null : [], "!"), try(true ? tolist([1]) : ["a", "b"], "!"), try(true ? tomap({ a = 1 }) : { b = "x" }, "!"), try(true ? [1, "a"] : [true], "!"), try(true ? { a = 1 } : { b = [] }, "!"), try(true ? 1 : null.x, "!")]
    templates    = [try("${[]}", "!"), try("a${[]}", "!"), try("a${null}", "!"), try("${null}", "!"), try("a${{}}", "!"), try("%{for x in null}${x}%{endfor}", "!"), try("%{for x in [[]]}${x}%{endfor}", "!"), try("%{if null}x%{endif}", "!"), try("a${toset(["a"])}", "!")]
    splats       = [try(null[*].a, "!"), try([null][*].a, "!"), try("a"[*].b, "!"), try([{ a = 1 }, {}][*].a, "!"), try({ a = 1 }[*].a, "!"), try([1].*.a, "!"), try(tomap({ a = 1 })[*].a, "!"), try(toset([{ a = 1 }])[*].a, "!")]
    spread       = [try(max(null...), "!"), try(max("a"...), "!"), try(merge({ a = 1 }...), "!"), try(concat(toset([["a"]])...), "!"), try(upper(["a", "b"]...), "!"), try(max(toset([1, 2])...), "!")]
    nothing      = [try(null), can(null.a), try(1 / 0, 2 / 0, "third"), can([1, 2][5]), can(tonumber("x") + 1)]
    caught       = { a = try({ b = 1 / 0 }, "!"), c = try([upper([])], "!"), d = [for x in ["1", "x"] : try(tonumber(x), "!")] }
  }
}
