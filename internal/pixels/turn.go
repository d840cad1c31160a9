package pixels

import "image"

// Turn is how a picture is turned and mirrored to stand upright (Exif 2.32, 4.6.4.A).
type Turn struct{ width, height, orientation int }

// NewTurn returns the turn of a picture of that size; orientations other than 2 to 8 leave it as it is.
func NewTurn(width, height, orientation int) Turn { return Turn{width, height, orientation} }

// None reports whether the picture stands upright as it is.
func (t Turn) None() bool { return t.orientation < 2 || t.orientation > 8 }

// Bounds returns the bounds of the picture when it is turned.
func (t Turn) Bounds() image.Rectangle {
	if t.orientation >= 5 && t.orientation <= 8 {
		return image.Rect(0, 0, t.height, t.width)
	}
	return image.Rect(0, 0, t.width, t.height)
}

// Point returns where a pixel goes.
func (t Turn) Point(x, y int) (tx, ty int) {
	right, bottom := t.width-1-x, t.height-1-y
	switch t.orientation {
	case 2:
		return right, y
	case 3:
		return right, bottom
	case 4:
		return x, bottom
	case 5:
		return y, x
	case 6:
		return bottom, x
	case 7:
		return bottom, right
	case 8:
		return y, right
	}
	return x, y
}
