// Command manifests checks what is deployed against the schemas of those who run it:
// Kubernetes's own, which its validator brings along, and the Compose specification's.
// It is a module of its own, so that nothing of it is in bua's.
//
//	manifests kubernetes.yaml|compose.yaml...
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/kubectl-validate/pkg/openapiclient"
	"sigs.k8s.io/kubectl-validate/pkg/validator"
)

// kubernetes is the oldest version that the manifest is for.
const kubernetes = "1.30"

func main() {
	failed := false
	for _, file := range os.Args[1:] {
		n, err := check(context.Background(), file)
		if err != nil {
			fmt.Fprintln(os.Stderr, file+": "+err.Error())
			failed = true
			continue
		}
		fmt.Printf("%s: %d good\n", file, n)
	}
	if failed || len(os.Args) < 2 {
		os.Exit(1)
	}
}

// check reports how many objects, or services, of a file are good.
func check(ctx context.Context, file string) (int, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	if strings.HasPrefix(filepath.Base(file), "compose") {
		return compose(ctx, file, data)
	}
	v, err := validator.New(openapiclient.NewHardcodedBuiltins(kubernetes))
	if err != nil {
		return 0, err
	}
	n := 0
	for documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(data))); ; {
		text, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		_, object, err := v.Parse(text)
		if err == nil {
			err = v.Validate(object)
		}
		if err != nil {
			return n, fmt.Errorf("document %d: %w", n+1, err)
		}
		n++
	}
}

// compose reads the file as Compose does, which checks it against the specification
// and that what is named is there.
func compose(ctx context.Context, file string, data []byte) (int, error) {
	p, err := loader.LoadWithContext(ctx, types.ConfigDetails{
		WorkingDir: filepath.Dir(file), ConfigFiles: []types.ConfigFile{{Filename: file, Content: data}}, Environment: types.Mapping{},
	}, func(o *loader.Options) { o.SetProjectName("bua", true) })
	if err != nil {
		return 0, err
	}
	return len(p.Services), nil
}
