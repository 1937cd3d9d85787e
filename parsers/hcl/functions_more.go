package hcl

import (
	"crypto/sha1"
	"errors"
	"fmt"
	"math/big"
	"net/netip"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

var sum = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if !args[0].CanIterateElements() || args[0].LengthInt() == 0 || args[0].Type().IsObjectType() || args[0].Type().IsMapType() {
			return cty.NilVal, errors.New("no list with numbers")
		}
		total := cty.Zero
		for it := args[0].ElementIterator(); it.Next(); {
			_, item := it.Element()
			n, err := convert.Convert(item, cty.Number)
			if err != nil || n.IsNull() {
				return cty.NilVal, errors.New("an item is no number")
			}
			total = total.Add(n)
		}
		return total, nil
	},
})

// indexOf is index(list, value): where in the list the value stands.
var indexOf = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}, {Name: "value", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if ty := args[0].Type(); !ty.IsListType() && !ty.IsTupleType() {
			return cty.NilVal, errors.New("no list")
		}
		for it := args[0].ElementIterator(); it.Next(); {
			i, item := it.Element()
			if equal, err := stdlib.Equal(item, args[1]); err == nil && equal.True() {
				return i, nil
			}
		}
		return cty.NilVal, errors.New("the value is not in the list")
	},
})

// transpose swaps the keys and values of a map of lists of strings.
var transpose = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "values", Type: cty.Map(cty.List(cty.String))}},
	Type:   function.StaticReturnType(cty.Map(cty.List(cty.String))),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		lists := map[string][]cty.Value{}
		for it := args[0].ElementIterator(); it.Next(); {
			key, items := it.Element()
			for of := items.ElementIterator(); of.Next(); {
				_, item := of.Element()
				if item.IsNull() {
					return cty.NilVal, errors.New("an item is null")
				}
				lists[item.AsString()] = append(lists[item.AsString()], key)
			}
		}
		if len(lists) == 0 {
			return cty.MapValEmpty(cty.List(cty.String)), nil
		}
		result := map[string]cty.Value{}
		for key, items := range lists {
			result[key] = cty.ListVal(items)
		}
		return cty.MapVal(result), nil
	},
})

var cidrNetmask = textFunction(1, func(a []string) (string, error) {
	prefix, err := netip.ParsePrefix(a[0])
	if err != nil || !prefix.Addr().Is4() {
		return "", errors.New("no IPv4 prefix")
	}
	mask := uint32(0xFFFFFFFF) << (32 - prefix.Bits())
	return fmt.Sprintf("%d.%d.%d.%d", byte(mask>>24), byte(mask>>16), byte(mask>>8), byte(mask)), nil
})

// cidrHost is cidrhost(prefix, number); a negative number counts from the end.
var cidrHost = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "prefix", Type: cty.String}, {Name: "hostnum", Type: cty.Number}},
	Type:   function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		prefix, err := netip.ParsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, err
		}
		number, accuracy := args[1].AsBigFloat().Int(nil)
		space := prefix.Addr().BitLen() - prefix.Bits()
		if accuracy != big.Exact || number.BitLen() > space && !(number.Sign() < 0 && number.BitLen() <= space+1) {
			return cty.NilVal, errors.New("no such host in the prefix")
		}
		if number.Sign() < 0 {
			number.Add(number, new(big.Int).Lsh(big.NewInt(1), uint(space)))
			if number.Sign() < 0 {
				return cty.NilVal, errors.New("no such host in the prefix")
			}
		}
		host, err := offset(prefix.Masked().Addr(), number)
		return cty.StringVal(host.String()), err
	},
})

// offset returns the address a number of addresses behind another one.
func offset(from netip.Addr, by *big.Int) (netip.Addr, error) {
	n := new(big.Int).SetBytes(from.AsSlice())
	n.Add(n, by)
	if n.Sign() < 0 || n.BitLen() > from.BitLen() {
		return netip.Addr{}, errors.New("no such address")
	}
	to, _ := netip.AddrFromSlice(n.FillBytes(make([]byte, from.BitLen()/8)))
	return to, nil
}

// cidrSubnet is cidrsubnet(prefix, newbits, netnum).
var cidrSubnet = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "prefix", Type: cty.String}, {Name: "newbits", Type: cty.Number}, {Name: "netnum", Type: cty.Number}},
	Type:   function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		prefix, err := netip.ParsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, err
		}
		bits, _ := args[1].AsBigFloat().Int64()
		number, accuracy := args[2].AsBigFloat().Int(nil)
		if bits < 0 || bits > 128 || number.Sign() < 0 || accuracy != big.Exact || number.BitLen() > int(bits) {
			return cty.NilVal, errors.New("no such subnet")
		}
		subnet, err := subnetOf(prefix, int(bits), number)
		return cty.StringVal(subnet.String()), err
	},
})

func subnetOf(prefix netip.Prefix, bits int, number *big.Int) (netip.Prefix, error) {
	length := prefix.Bits() + bits
	size := prefix.Addr().BitLen()
	if length > size {
		return netip.Prefix{}, errors.New("the prefix is too short for so many bits")
	}
	at, err := offset(prefix.Masked().Addr(), new(big.Int).Lsh(number, uint(size-length)))
	return netip.PrefixFrom(at, length), err
}

// cidrSubnets is cidrsubnets(prefix, newbits...): networks one behind the other.
var cidrSubnets = function.New(&function.Spec{
	Params:   []function.Parameter{{Name: "prefix", Type: cty.String}},
	VarParam: &function.Parameter{Name: "newbits", Type: cty.Number},
	Type:     function.StaticReturnType(cty.List(cty.String)),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		prefix, err := netip.ParsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, err
		}
		var all []cty.Value
		next := new(big.Int).SetBytes(prefix.Masked().Addr().AsSlice())
		for _, arg := range args[1:] {
			bits, _ := arg.AsBigFloat().Int64()
			length := prefix.Bits() + int(bits)
			size := prefix.Addr().BitLen()
			if bits < 1 || length > size {
				return cty.NilVal, errors.New("no such subnet")
			}
			step := new(big.Int).Lsh(big.NewInt(1), uint(size-length))
			next.Add(next, new(big.Int).Sub(step, big.NewInt(1)))
			next.Sub(next, new(big.Int).Mod(next, step))
			if next.BitLen() > size {
				return cty.NilVal, errors.New("the prefix has no room for so many subnets")
			}
			at, _ := netip.AddrFromSlice(next.FillBytes(make([]byte, size/8)))
			if !prefix.Contains(at) {
				return cty.NilVal, errors.New("the prefix has no room for so many subnets")
			}
			all = append(all, cty.StringVal(netip.PrefixFrom(at, length).String()))
			next.Add(next, step)
		}
		if len(all) == 0 {
			return cty.ListValEmpty(cty.String), nil
		}
		return cty.ListVal(all), nil
	},
})

// uuidV5 is uuidv5(namespace, name).
var uuidV5 = textFunction(2, func(a []string) (string, error) {
	known := map[string]byte{"dns": 0x10, "url": 0x11, "oid": 0x12, "x500": 0x14}
	space := []byte{0x6b, 0xa7, 0xb8, 0, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}
	last, ok := known[a[0]]
	if !ok {
		return "", errors.New("only the namespaces dns, url, oid and x500 are known")
	}
	space[3] = last
	sum := sha1.Sum(append(space, a[1]...))
	sum[6] = sum[6]&0x0F | 0x50
	sum[8] = sum[8]&0x3F | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]), nil
})
