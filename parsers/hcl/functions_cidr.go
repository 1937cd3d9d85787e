package hcl

import (
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/karplint/karplint/internal/pattern"
)

// parsePrefix reads a prefix as Terraform does, which takes 010.0.0.0/8 for 10.0.0.0/8.
func parsePrefix(text string) (netip.Prefix, error) {
	return netip.ParsePrefix(withoutZeros(text))
}

var leadingZeros = pattern.New(`(^|\.)0+([0-9])`)

func withoutZeros(address string) string {
	if strings.Contains(address, ":") {
		return address
	}
	return leadingZeros().ReplaceAllString(address, "$1$2")
}

var cidrNetmask = textFunction(1, func(a []string) (string, error) {
	prefix, err := parsePrefix(a[0])
	if err != nil || !prefix.Addr().Is4() {
		return "", errors.New("no IPv4 prefix")
	}
	mask := uint32(0xFFFFFFFF) << (32 - prefix.Bits())
	return fmt.Sprintf("%d.%d.%d.%d", byte(mask>>24), byte(mask>>16), byte(mask>>8), byte(mask)), nil
})

// cidrContains is cidrcontains(prefix, address or prefix).
var cidrContains = testFunctionOf(func(prefix, inside string) (bool, error) {
	outer, err := parsePrefix(prefix)
	if err != nil {
		return false, err
	}
	inner, err := parsePrefix(inside)
	if address, alone := netip.ParseAddr(withoutZeros(inside)); alone == nil {
		inner, err = netip.PrefixFrom(address, address.BitLen()), nil
	}
	switch {
	case err != nil:
		return false, err
	case inner.Addr().Is4() != outer.Addr().Is4():
		return false, errors.New("an IPv4 address beside an IPv6 one")
	}
	return outer.Contains(inner.Addr()) && inner.Bits() >= outer.Bits(), nil
})

// cidrHost is cidrhost(prefix, number); a negative number counts from the end.
var cidrHost = newFunction(cty.String, []cty.Type{cty.String, cty.Number}, func(args []cty.Value) (cty.Value, error) {
	prefix, err := parsePrefix(args[0].AsString())
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
var cidrSubnet = newFunction(cty.String, []cty.Type{cty.String, cty.Number, cty.Number}, func(args []cty.Value) (cty.Value, error) {
	prefix, err := parsePrefix(args[0].AsString())
	if err != nil {
		return cty.NilVal, err
	}
	bits, whole := args[1].AsBigFloat().Int64()
	number, accuracy := args[2].AsBigFloat().Int(nil)
	if bits < 0 || number.Sign() < 0 {
		return cty.UnknownVal(cty.String), nil // Terraform gives some network that nobody means
	}
	if whole != big.Exact || bits > 128 || accuracy != big.Exact || number.BitLen() > int(bits) {
		return cty.NilVal, errors.New("no such subnet")
	}
	subnet, err := subnetOf(prefix, int(bits), number)
	return cty.StringVal(subnet.String()), err
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
		prefix, err := parsePrefix(args[0].AsString())
		if err != nil {
			return cty.NilVal, err
		}
		if prefix.Masked().Addr().IsUnspecified() {
			return cty.UnknownVal(cty.List(cty.String)), nil // Terraform looks before the first network of all
		}
		var all []cty.Value
		next := new(big.Int).SetBytes(prefix.Masked().Addr().AsSlice())
		for _, arg := range args[1:] {
			bits, whole := arg.AsBigFloat().Int64()
			length := prefix.Bits() + int(bits)
			size := prefix.Addr().BitLen()
			if whole != big.Exact || bits < 1 || bits > 32 || length > size {
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
