class Bua < Formula
  desc "{{.Summary}}"
  homepage "{{.Home}}"
  version "{{.Version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{url (archive "darwin" "arm64")}}"
      sha256 "{{sum (archive "darwin" "arm64")}}"
    end
    on_intel do
      url "{{url (archive "darwin" "amd64")}}"
      sha256 "{{sum (archive "darwin" "amd64")}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url (archive "linux" "arm64")}}"
      sha256 "{{sum (archive "linux" "arm64")}}"
    end
    on_intel do
      url "{{url (archive "linux" "amd64")}}"
      sha256 "{{sum (archive "linux" "amd64")}}"
    end
  end

  def install
    bin.install "bua"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/bua.bash" => "bua"
    zsh_completion.install "completions/_bua"
    fish_completion.install "completions/bua.fish"
    doc.install "LICENCES.txt"
  end

  service do
    run [opt_bin/"bua", "serve"]
    keep_alive crashed: true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/bua version")
  end
end
