# Functions on text, each in several forms.
locals {
  charsets = [textencodebase64("é", "ISO-8859-1"), textdecodebase64("6Q==", "latin1")]
  text = {
    chomp      = [chomp("a\n\n"), chomp("a\r\n"), chomp("a\n b\n"), chomp(""), chomp(5)]
    endswith   = [endswith("abc", "c"), endswith("abc", ""), endswith("", "c"), endswith(12, 2)]
    startswith = [startswith("abc", "ab"), startswith("abc", ""), startswith("", "c")]
    contains   = [strcontains("abc", "b"), strcontains("abc", "d"), strcontains("", "")]
    format     = [format("%s %d %v", "a", 1, true), format("%5.2f|%-5s|%05d|%+d", 1.005, "a", 42, 7), format("%q %#v %v", "a\"b", { a = [1] }, [1, "x", null]), format("%%"), format("%x %X %o %b %e %g %t", 255, 255, 8, 5, 12345.678, 0.00001, true), format("%[2]s %[1]s", "a", "b"), format("%s", 1.50), format("%d", "12"), format("%s", null == null), format("%3s|%-3s|%.2s", "é", "ü", "日本語"), format("")]
    formatlist = [formatlist("%s=%s", ["a", "b"], ["c", "d"]), formatlist("%s-%s", "x", ["a", "b"]), formatlist("%s", []), formatlist("%d", [1, 2]), formatlist("x"), formatlist("%s", toset(["b", "a"])), formatlist("%s %s", ["a"], "b")]
    indent     = [indent(2, "a\nb\n\nc"), indent(0, "a\nb"), indent("3", "a\nb"), indent(2, "")]
    join       = [join(",", ["a", "b"]), join("", ["a"]), join(",", []), join("-", toset(["b", "a"])), join(",", ["a"], ["b", "c"]), join(",", [1, true])]
    lower      = [lower("ÀB"), upper("àß"), title("hello wörld-x y's"), upper(true)]
    parseint   = [parseint("ff", 16), parseint("-101", 2), parseint("zZ", 62), parseint("10", "8")]
    regex      = [regex("[a-z]+", "12abc34"), regex("(\\d+)-(\\d+)", "10-20"), regex("(?P<a>\\w)(?P<b>\\w)", "xy"), regex("(a)|(b)", "b"), regex("", "x"), regex("^$", "")]
    regexall   = [regexall("[a-z]", "a1b2"), regexall("(\\d)(\\w)", "1a2b"), regexall("x", "y"), regexall("(?P<k>\\w)=(?P<v>\\d)", "a=1,b=2"), length(regexall("a", "aaa")) > 2]
    replace    = [replace("a.b.c", ".", "-"), replace("abc", "/[ab]/", "x"), replace("a1b2", "/(\\w)(\\d)/", "$2$1"), replace("ab", "/(?P<x>a)/", "$${x}!"), replace("aaa", "aa", "b"), replace("a/b", "/", "_"), replace("abc", "", "-"), replace("a", "//", "x"), replace("1.0", "1", 2), replace("abc", "/(b)/", "$1$1$$")]
    split      = [split(",", "a,b,,c"), split("", "abc"), split(",", ""), split("ab", "xabyab"), split(".", 1.5)]
    strrev     = [strrev("abc"), strrev("héllo"), strrev(""), strrev(123)]
    substr     = [substr("hello", 1, 3), substr("hello", -3, 2), substr("hello", 1, -1), substr("hello", 0, 99), substr("héé", 1, 1), substr("hello", -99, 2), substr("", 0, 1), substr("abc", 3, 1), substr("hello", 2, 0)]
    trim       = [trim("??a?!", "?!"), trim("", "x"), trim("abc", ""), trimprefix("v1.0", "v"), trimprefix("1.0", "v"), trimsuffix("a.tf", ".tf"), trimspace("\n a b \t"), trimprefix("vv1", "v")]
    length     = [length("héllo"), length(""), length("🤷‍♂️"), length("e\u0301")]
    base64     = [base64encode("é"), base64decode("w6k="), base64decode(""), base64gunzip(base64gzip("text")), base64sha256("a"), base64sha512("a"), textencodebase64("é", "UTF-16LE"), textdecodebase64("6QA=", "UTF-16LE"), textencodebase64("abc", "UTF-8")]
    gzip       = [base64gzip("text"), base64gzip("")]
    hash       = [md5("a"), sha1("a"), sha256("a"), sha512("a"), uuidv5("dns", "example.com"), uuidv5("url", "x"), uuidv5("oid", "1"), uuidv5("x500", "c"), uuidv5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "example.com"), uuidv5("6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "x"), md5("")]
    url        = [urlencode("a b&c=é/?~*"), urldecode("a+b%26c%3D%C3%A9"), urldecode("plain"), urlencode("")]
    time       = [formatdate("YYYY-MM-DD'T'hh:mm:ssZ", "2024-02-29T12:34:56Z"), formatdate("EEE, DD MMM YY h:mm AA ZZZZ", "2024-02-29T12:34:56+02:00"), formatdate("EEEE MMMM M D H H s m aa hh", "2024-01-02T03:04:05Z"), timeadd("2024-02-28T23:00:00Z", "26h30m"), timeadd("2024-02-28T23:00:00-05:00", "-1s"), timecmp("2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00"), timecmp("2023-01-01T00:00:00Z", "2024-01-01T00:00:00Z"), timecmp("2025-01-01T00:00:00Z", "2024-01-01T00:00:00Z")]
  }
}
