//go:build !tinygo

package coretest

import (
	"encoding/json"
	"reflect"
)

// Fill returns a value of x's own type in which every text is text, every number n and
// every truth true. A list has one item.
func Fill[T any](x T, text string, n int) T {
	v := reflect.New(reflect.TypeOf(x)).Elem()
	fill(v, text, n)
	return v.Interface().(T)
}

func fill(v reflect.Value, text string, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Float64:
		v.SetFloat(float64(n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text, n)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 { // any JSON
			data, _ := json.Marshal(map[string]string{"a": text})
			v.SetBytes(data)
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), text, n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text, n)
		}
	}
}
