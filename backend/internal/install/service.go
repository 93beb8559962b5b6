package install

import (
	"encoding/xml"
	"path/filepath"
	"strings"
)

// The service's name with each manager.
const (
	unitName  = "bua.service"
	agentName = "com.zapvol.bua"
	taskName  = "bua"
)

// service plans the backend as a service of the person's: it starts when they log
// in, and again when it ends by a fault.
func (p *planner) service() {
	m := p.m
	args := []string{p.o.Program, "serve"}
	if !p.o.Default && !p.o.ForAll {
		args = append(args, "--config-dir", p.o.ConfigDir)
	}
	switch m.System {
	case "linux":
		if !m.Has("systemctl") {
			p.note("there is no systemd here, so the backend is no service; the browser starts it when it asks for it, and bua mcp where none runs")
			return
		}
		if p.o.ForAll {
			p.file("systemd unit of every user", unit(args), 0o644, m.root("etc/systemd/user", unitName))
			p.command("systemd starts it with each login", unitName, []string{"systemctl", "--global", "enable", unitName}, []string{"systemctl", "--global", "disable", unitName})
			return
		}
		p.file("systemd unit of yours", unit(args), 0o644, m.config("systemd/user", unitName))
		p.command("systemd starts it with each login", unitName, []string{"systemctl", "--user", "enable", unitName}, []string{"systemctl", "--user", "disable", "--now", unitName})
		p.command("systemd starts it now, anew where it runs", unitName, []string{"systemctl", "--user", "restart", unitName}, []string{"systemctl", "--user", "stop", unitName})
	case "darwin":
		dir, list := m.home("Library/LaunchAgents"), []string{"launchctl", "load", "-w"}
		if p.o.ForAll {
			dir = m.root("Library/LaunchAgents")
		}
		file := filepath.Join(dir, agentName+".plist")
		p.file("launchd agent", plist(args), 0o644, file)
		if !p.o.ForAll { // the others' begins with their next login
			p.command("launchd starts it now and with each login", agentName, append(list, file), []string{"launchctl", "unload", "-w", file})
		}
	case "windows":
		if p.o.ForAll {
			p.note("a task is each user's own on Windows: each runs bua install once, without --system")
			return
		}
		file := m.config("bua", "task.xml")
		p.file("description of the task", task(args, m.User), 0o644, file)
		p.command("Windows starts it with each login", taskName, []string{"schtasks", "/Create", "/F", "/TN", taskName, "/XML", file}, []string{"schtasks", "/Delete", "/F", "/TN", taskName})
		p.command("Windows starts it now", taskName, []string{"schtasks", "/Run", "/TN", taskName}, []string{"schtasks", "/End", "/TN", taskName})
	}
}

// unit is the backend as a systemd user unit. It may read and write the person's
// files, as they may: what an agent downloads is theirs.
func unit(args []string) []byte {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%", "$", "$$").Replace(a) + `"`
	}
	return []byte(`[Unit]
Description=bua, through which agents work in your browser
Documentation=man:bua(1)

[Service]
ExecStart=` + strings.Join(quoted, " ") + `
Restart=on-failure
RestartSec=2
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`)
}

// plist is the backend as a launchd agent.
func plist(args []string) []byte {
	var list strings.Builder
	for _, a := range args {
		list.WriteString("\t\t<string>" + escaped(a) + "</string>\n")
	}
	return []byte(xml.Header + `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>` + agentName + `</string>
	<key>ProgramArguments</key>
	<array>
` + list.String() + `	</array>
	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<dict>
		<key>SuccessfulExit</key>
		<false/>
	</dict>
	<key>ProcessType</key>
	<string>Background</string>
</dict>
</plist>
`)
}

// task is the backend as a Windows task of a person: a trigger or a principal of
// nobody's would take an administrator. With the limit there is by default it
// would end after three days.
func task(args []string, person string) []byte {
	quoted := make([]string, len(args)-1)
	for i, a := range args[1:] {
		quoted[i] = `"` + a + `"`
	}
	return []byte(`<?xml version="1.0"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>bua, through which agents work in your browser</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>` + escaped(person) + `</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>` + escaped(person) + `</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Hidden>true</Hidden>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>10</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>` + escaped(args[0]) + `</Command>
      <Arguments>` + escaped(strings.Join(quoted, " ")) + `</Arguments>
    </Exec>
  </Actions>
</Task>
`)
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}
