package convert

import (
	"github.com/karplint/karplint/convert/units"
)

// isAside reports whether a person set an object aside.
func (c *Converter) isAside(u *units.Unit) bool {
	by, ok := c.aside.Of(u)
	return ok && (by.IsGlob || by.Reason != "")
}

// setAside leaves an object as it is if a person set it aside, and reports a comment that does not, because it gives no reason.
func (c *conversion) setAside(o *object, u *units.Unit) bool {
	by, ok := c.aside.Of(u)
	switch {
	case !ok:
		return false
	case !c.isOld(u): // which is not converted as a whole
		return by.IsGlob || by.Reason != ""
	case by.IsGlob:
		o.See("").Answer(by.Answer).Info(nil, "set aside (%s), so that it stays as it is", by.Text)
	case by.Reason != "":
		o.Info(nil, "set aside (%s), so that it stays as it is: %s", by.Text, by.Reason)
	default:
		o.Warn(nil, "%s gives no reason, so the object is not set aside; write the reason after --", by.Text)
		return false
	}
	return true
}

// isOld reports whether an object is of an old version of the API.
func (c *conversion) isOld(u *units.Unit) bool {
	_, old := c.Change(u.Res)
	return old
}
