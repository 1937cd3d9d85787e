# Locals in any order, and every construct of the language.
locals {
  last  = local.first + 1
  first = local.zero + 1
  zero  = 0

  list   = ["a", "b", "c"]
  mixed  = [1, "two", true, null, [3], { four = 4 }]
  map    = { one = 1, two = "2", "three" = true, (local.list[0]) = "a", 5 = "five", true = "yes" }
  nested = { a = { b = { c = [1, 2, { d = "e" }] } }, list = [{ n = 1, tags = ["x"] }, { n = 2, tags = ["y", "z"] }] }
  set    = toset(["b", "a", "b"])
  nil    = null
  empty  = { list = [], map = {}, string = "", set = toset([]) }
}

locals {
  sums        = [1 + 2 * 3, (1 + 2) * 3, 10 / 4, 10 % 3, -7 % 3, -(1), 1e3, 1.50, 0.1 + 0.2, 1 / 3, "3" + 4, 9007199254740993, 1.0, 100000000000000000000 + 1]
  comparisons = [1 < 2, 2 <= 2, "3" > 2, 1 >= 2, 1 == 1.0, "1" == 1, "a" != "b", null == null, [1] == [1], { a = 1 } == { a = 1 }, ["a"] == ["b"], true == "true"]
  logic       = [true && false, true || false, !true, "true" && true, !"false", true && !false || false]
  deep        = local.nested.a.b.c[2].d
  indexes     = [local.list[0], local.list["1"], local.list.2, local.map["two"], local.map.one, local.mixed[5].four, local.nested["list"][1]["tags"][0], "${local.list[1]}"]
  splats      = [local.nested.list[*].n, local.nested.list.*.n, local.nested.list[*].tags[0], local.nested.list[*]["tags"], null[*], "x"[*], local.nil[*], local.list[*], local.nested.list.*.tags.0, local.set[*]]
  choices     = [true ? 1 : 2, false ? "a" : "b", true ? 1 : "a", true ? [1] : ["a"], true ? { a = 1 } : { a = "x" }, false ? null : 3, true ? null : 3, local.zero == 0 ? "zero" : "other", true ? [1, 2] : [], false ? [1, 2] : [], true ? {} : { a = 1 }, true ? [] : toset(["a"]), true ? tomap({ a = 1 }) : tomap({ b = "x" }), true ? { a = 1, b = "c" } : {}, "true" ? 1 : 2, true ? 1 : true ? "b" : 3]
}

locals {
  upper     = [for x in local.list : upper(x)]
  indexed   = [for i, x in local.list : "${i}=${x}"]
  filtered  = [for x in local.list : x if x != "b"]
  by_key    = { for k, v in local.map : upper(k) => v }
  grouped   = { for x in ["apple", "avocado", "banana"] : substr(x, 0, 1) => x... }
  inverted  = { for i, x in local.list : x => i }
  of_set    = [for x in local.set : x]
  of_set_kv = [for k, v in local.set : "${k}${v}"]
  loops     = [for a in [1, 2] : [for b in [3, 4] : a * b if a != b]]
  shadowed  = [for local in local.list : local]
  of_object = [for k, v in local.nested : k]
  numbers   = { for n in [3, 1, 2] : n => n * n }
  in_order  = [for k, v in { b = 1, a = 2, C = 3, "10" = 4, "9" = 5 } : "${k}${v}"]
  nothing   = [for x in [] : x]
  no_map    = { for x in [] : x => x }
  of_null   = [for x in local.mixed : x == null]
}

locals {
  plain     = "text"
  parts     = "a ${local.first} b ${local.list[0]} ${true} ${1.50} ${null == null}"
  whole     = "${local.list}"
  number    = "${1}"
  escapes   = "a\tb\n\"c\" \\ $${d} %%{e} \u00e9 \U0001F600 $ % {"
  directive = "%{if local.zero == 0}zero%{else}more%{endif}"
  no_else   = "%{if false}zero%{endif}."
  looped    = "%{for x in local.list}<${x}>%{endfor}"
  keyed     = "%{for k, v in { b = 1, a = 2 }~} ${k}=${v} %{~endfor}"
  trimmed   = "a   ${~ "b" ~}   c"
  nested_in = "x${"y${"z"}"}"
  heredoc   = <<EOT
a: ${local.first}
  b: "${local.list[1]}"
EOT
  flush     = <<-EOT
    a:
      - ${local.first}

      - $${text}
    %{if true}
    yes
    %{endif}
    %{for x in local.list~}
    - ${x}
    %{endfor~}
    %%{ not }
  EOT
  tabs      = <<-EOT
	tab
	  more
  EOT
  in_call   = upper(<<-EOT
    shout
  EOT
  )
  oddly     = <<-EOT
      six
    four
        eight
  EOT
  blank     = <<-EOT

  EOT
  joined    = <<-EOT
    a${1 + 1}${"b"}
      ${join("\n", ["c", "d"])}
  EOT
}

locals {
  objects = {
    commas   = { a = 1, b = 2, }
    colons   = { a : 1, "b" : 2 }
    computed = { "${local.list[0]}-x" = 1, (local.list[1]) = 2, (1) = 3 }
    lines = {
      a = 1
      b = 2
    }
    twice = { for x in ["a"] : "k" => x }
  }
  merged   = merge(local.map, { one = 10 }, { new = null })
  tried    = [try(local.map.nope, "default"), try(local.list[9], local.nil.x, 1), try(local.mixed[4].x, "no"), can(local.map.nope), can(local.map.one), try(null, 1), try(tonumber("x"), 0), try([1][0], 2)]
  coalesce = coalesce(null, "", "x")
  spread   = [max([1, 5, 3]...), concat([[1], [2]]...), merge([{ a = 1 }, { b = 2 }]...), format("%s-%s", ["a", "b"]...), zipmap(["a"], [1])]
  names    = [core::upper("a"), core::length([1])]
  legacy   = [local.nested.list.0.n, local.nested.list.1.tags.1]
  equality = [local.nil == null, "" == null, [] == [], {} == {}, toset([]) == toset([]), tolist(["a"]) == tolist(["a"]), tomap({ a = 1 }) == tomap({ a = 1 }), toset(["a", "b"]) == toset(["b", "a"])]
}

output "last" { value = local.last }
output "all" {
  value = [local.first, local.list, local.nested.a]
}
