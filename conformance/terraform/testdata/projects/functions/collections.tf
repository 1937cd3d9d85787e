# Functions on collections, each in several forms.
locals {
  collections = {
    alltrue    = [alltrue([]), alltrue([true, "true"]), alltrue([true, false]), alltrue([true, null]), anytrue([]), anytrue([false, true]), anytrue(["false"]), anytrue([null, true]), alltrue(toset([true])), anytrue([1 == 1])]
    chunklist  = [chunklist(["a", "b", "c"], 2), chunklist([], 2), chunklist(["a"], 0), chunklist([1, 2, 3], "1")]
    coalesce   = [coalesce("", "a"), coalesce(null, 1), coalesce(1, "a"), coalesce("", null, "x"), coalesce([1], [2]), coalesce(null, { a = 1 }), coalesce(true, false), coalesce(null, true, "x")]
    lists      = [coalescelist([], ["a"]), coalescelist(["b"], []), coalescelist([], [], [1]), coalescelist(tolist([]), ["x"])]
    compact    = [compact(["a", "", "b"]), compact([]), compact(["a", null]), compact(["", ""]), compact([1, "", 2])]
    concat     = [concat(["a"], ["b"]), concat([1], ["x"]), concat([], []), concat(["a"], []), concat([["a"]], ["b"]), concat(tolist(["a"]), tolist(["b"])), concat(tolist([1]), tolist(["b"])), concat(tolist([1]), ["b"])]
    contains   = [contains(["a", "b"], "a"), contains(["a"], "c"), contains([1, 2], 1), contains(toset(["x"]), "x"), contains(["1"], 1), contains([1], "1"), contains([], "x"), contains([["a"]], ["a"]), contains([true], "true")]
    distinct   = [distinct(["a", "b", "a"]), distinct([1, 1, 2]), distinct([]), distinct([[1], [1]]), distinct([1, "1"]), distinct([{ a = 1 }, { a = 1 }]), distinct([true, "true"])]
    element    = [element(["a", "b"], 0), element(["a", "b"], 3), element(["a", "b"], -1), element([1, "x"], 1), element(["a"], "0"), element([["x"]], 0)]
    flatten    = [flatten([["a"], [["b"], "c"]]), flatten([]), flatten([[], []]), flatten(["a", ["b", null]]), flatten([toset(["b", "a"]), "x"]), flatten([{ a = [1] }, [2]]), flatten(toset([["a"]])), flatten([[null]])]
    index      = [index(["a", "b"], "b"), index([1, 2], 2), index(["a", "a"], "a"), index([[1]], [1])]
    keys       = [keys({ b = 1, a = 2 }), keys({}), keys(tomap({ x = 1 })), values({ b = 1, a = 2 }), values({}), values({ b = "x", a = [1] }), keys({ "10" = 1, "9" = 2, A = 1, a = 2 })]
    length     = [length([]), length({ a = 1 }), length(["a", null]), length(toset(["a", "a"])), length([1, [2, 3]]), length(tomap({}))]
    lookup     = [lookup({ a = 1 }, "a", 0), lookup({ a = 1 }, "b", 0), lookup({ a = "x" }, "a"), lookup({ a = 1 }, "b", "none"), lookup({}, "a", null), lookup({ a = [1] }, "b", []), lookup(tomap({ a = 1 }), "b", 2), lookup({ "1" = "x" }, 1, "y"), lookup({ a = { b = 1 } }, "a", {})]
    merge      = [merge({ a = 1 }, { a = 2, b = 3 }), merge({}, {}), merge(), merge({ a = 1 }, null), merge(tomap({ a = 1 }), { b = "x" }), merge({ a = { b = 1 } }, { a = { c = 2 } }), merge(tomap({ a = "x" }), tomap({ b = "y" })), merge(null, null), merge([{ a = 1 }, { a = 2 }]...)]
    one        = [one([]), one(["a"]), one(toset(["x"])), one([null]), one(toset([]))]
    range      = [range(3), range(0), range(1, 4), range(1, 10, 3), range(4, 1), range(0, 1, 0.25), range("2"), range(5, 0, -2), range(-2), range(1, 1), range(0.5, 3)]
    reverse    = [reverse(["a", "b"]), reverse([]), reverse([1, "x", true]), reverse(tolist([1, 2])), reverse(toset(["a", "b"]))]
    sets       = [setintersection(["a", "b"], ["b", "c"]), setintersection(["a"], ["b"]), setunion(["b"], ["a", "b"]), setsubtract(["a", "b"], ["b"]), setunion([], ["a"]), setsubtract([], []), setintersection(["a"]), setunion([1], ["1"]), setsubtract([1, 2], [2]), setunion(toset([1]), toset([2]), [3]), setintersection([], ["a"])]
    product    = [setproduct(["a", "b"], [1, 2]), setproduct([], ["a"]), setproduct(["a"], ["b"], ["c", "d"]), setproduct(["a"], toset(["y", "x"])), setproduct(toset(["b", "a"]), toset([1])), setproduct([1, "x"], [true])]
    slice      = [slice(["a", "b", "c"], 1, 3), slice(["a"], 0, 0), slice([1, "x", true], 0, 2), slice(tolist(["a"]), 0, 1), slice([], 0, 0), slice(["a", "b"], "0", 1)]
    sort       = [sort(["b", "a"]), sort([]), sort(["10", "9"]), sort([3, 1]), sort(["B", "a", "É", "e"]), sort(toset(["b", "a"])), sort([true, "a"])]
    sum        = [sum([1, 2]), sum([1.5, "2"]), sum(toset([1, 2])), sum([0.1, 0.2]), sum(["3"]), sum([-1, 1]), sum(tolist([1]))]
    zipmap     = [zipmap(["a", "b"], [1, 2]), zipmap([], []), zipmap(["a"], [["x"]]), zipmap(["a", "a"], [1, 2]), zipmap([1, 2], ["x", "y"]), zipmap(["a", "b"], [1, "x"])]
    number     = [abs(-1.5), abs(3), ceil(1.2), ceil(-1.2), floor(1.8), floor(-1.2), log(8, 2), log(100, 10), max(1, 3, 2), min(3, 1.5, 2), max(1), max("2", 10), abs("-4"), ceil("1.5"), log(1, 2), min([1, 2]...), floor(5)]
  }
}

# Functions that no public repository calls.
locals {
  uncalled = {
    matchkeys  = [matchkeys(["a", "b", "c"], ["x", "y", "x"], ["x"]), matchkeys([], [], []), matchkeys(["a"], ["x"], ["y"]), matchkeys([1, 2], ["x", "y"], ["y", "x"]), matchkeys(["a"], ["x"], toset(["x"]))]
    transpose  = [transpose({ a = ["x", "y"], b = ["y"] }), transpose({}), transpose({ a = [] }), transpose({ a = [1] })]
    number     = [pow(2, 10), pow(2, -1), pow(4, 0.5), signum(-3), signum(0), signum(2), pow(0, 0)]
  }
}
