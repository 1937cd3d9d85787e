package funcs

import (
	"errors"
	"math/big"
	"net"
	"strings"

	"github.com/apparentlymart/go-cidr/cidr"
	ctycidr "github.com/hashicorp/go-cty-funcs/cidr"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/gocty"

	"github.com/karplint/karplint/base/pattern"
)

// networkOf reads a prefix. Like Terraform, it accepts leading zeros: 010.0.0.0/8 is 10.0.0.0/8.
func networkOf(prefix cty.Value) (*net.IPNet, error) {
	_, network, err := net.ParseCIDR(withoutZeros(prefix.AsString()))
	return network, err
}

var leadingZeros = pattern.New(`(^|\.)0+([0-9])`)

func withoutZeros(address string) string {
	if strings.Contains(address, ":") {
		return address
	}
	return leadingZeros().ReplaceAllString(address, "$1$2")
}

var cidrNetmask = newFunction(cty.String, []cty.Type{cty.String}, func(args []cty.Value) (cty.Value, error) {
	network, err := networkOf(args[0])
	if err != nil || network.IP.To4() == nil {
		return cty.NilVal, errors.New("no IPv4 prefix")
	}
	return cty.StringVal(net.IP(network.Mask).String()), nil
})

// cidrHost is cidrhost(prefix, number); a negative number counts from the end.
var cidrHost = newFunction(cty.String, []cty.Type{cty.String, cty.Number}, func(args []cty.Value) (cty.Value, error) {
	var number *big.Int
	network, err := networkOf(args[0])
	if err := errors.Join(err, gocty.FromCtyValue(args[1], &number)); err != nil {
		return cty.NilVal, err
	}
	host, err := cidr.HostBig(network, number)
	return cty.StringVal(host.String()), err
})

// cidrSubnet is cidrsubnet(prefix, newbits, netnum).
var cidrSubnet = newFunction(cty.String, []cty.Type{cty.String, cty.Number, cty.Number}, func(args []cty.Value) (cty.Value, error) {
	var bits int
	var number *big.Int
	network, err := networkOf(args[0])
	if err := errors.Join(err, gocty.FromCtyValue(args[1], &bits), gocty.FromCtyValue(args[2], &number)); err != nil {
		return cty.NilVal, err
	}
	if bits < 0 || number.Sign() < 0 {
		return cty.UnknownVal(cty.String), nil // Terraform returns a useless network here instead of an error
	}
	subnet, err := cidr.SubnetBig(network, bits, number)
	if err != nil {
		return cty.NilVal, err
	}
	return cty.StringVal(subnet.String()), nil
})

// cidrSubnets is cidrsubnets(prefix, newbits...): consecutive networks.
var cidrSubnets = function.New(&function.Spec{
	Params:   ctycidr.SubnetsFunc.Params(),
	VarParam: ctycidr.SubnetsFunc.VarParam(),
	Type:     function.StaticReturnType(cty.List(cty.String)),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		return ctycidr.Subnets(cty.StringVal(withoutZeros(args[0].AsString())), args[1:]...)
	},
})
