package cdpcheck

import (
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/io"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// rewrite reads parameters into cdproto's type and writes them again.
type rewrite func(params []byte) ([]byte, error)

// commands are those whose parameters are known here. cdproto has no list of
// them by name, so whoever lets core write a new one adds a line.
func commands() map[string]rewrite {
	m := map[string]rewrite{}
	add(m, browser.GetVersion)
	add(m, browser.GetWindowForTarget)
	add(m, browser.SetDownloadBehavior)
	add(m, browser.CancelDownload)
	add(m, dom.DescribeNode)
	add(m, dom.Enable)
	add(m, dom.Focus)
	add(m, dom.GetBoxModel)
	add(m, dom.GetContentQuads)
	add(m, dom.GetDocument)
	add(m, dom.GetFrameOwner)
	add(m, dom.GetNodeForLocation)
	add(m, dom.RequestNode)
	add(m, dom.ResolveNode)
	add(m, dom.ScrollIntoViewIfNeeded)
	add(m, dom.SetFileInputFiles)
	add(m, emulation.SetFocusEmulationEnabled)
	add(m, fetch.Enable)
	add(m, fetch.Disable)
	add(m, fetch.ContinueRequest)
	add(m, fetch.FailRequest)
	add(m, fetch.FulfillRequest)
	add(m, input.DispatchDragEvent)
	add(m, input.DispatchKeyEvent)
	add(m, input.DispatchMouseEvent)
	add(m, input.DispatchTouchEvent)
	add(m, input.InsertText)
	add(m, input.SetInterceptDrags)
	add(m, inspector.Enable)
	add(m, io.Close)
	add(m, io.Read)
	add(m, log.Enable)
	add(m, network.Enable)
	add(m, network.Disable)
	add(m, page.AddScriptToEvaluateOnNewDocument)
	add(m, page.BringToFront)
	add(m, page.CaptureScreenshot)
	add(m, page.Close)
	add(m, page.CreateIsolatedWorld)
	add(m, page.Enable)
	add(m, page.GetFrameTree)
	add(m, page.GetLayoutMetrics)
	add(m, page.GetNavigationHistory)
	add(m, page.HandleJavaScriptDialog)
	add(m, page.Navigate)
	add(m, page.NavigateToHistoryEntry)
	add(m, page.Reload)
	add(m, page.RemoveScriptToEvaluateOnNewDocument)
	add(m, page.ScreencastFrameAck)
	add(m, page.SetInterceptFileChooserDialog)
	add(m, page.SetLifecycleEventsEnabled)
	add(m, page.StartScreencast)
	add(m, page.StopLoading)
	add(m, page.StopScreencast)
	add(m, runtime.AddBinding)
	add(m, runtime.CallFunctionOn)
	add(m, runtime.Disable)
	add(m, runtime.Enable)
	add(m, runtime.Evaluate)
	add(m, runtime.GetProperties)
	add(m, runtime.ReleaseObject)
	add(m, runtime.ReleaseObjectGroup)
	add(m, runtime.RunIfWaitingForDebugger)
	add(m, runtime.TerminateExecution)
	add(m, target.ActivateTarget)
	add(m, target.AttachToTarget)
	add(m, target.CloseTarget)
	add(m, target.CreateTarget)
	add(m, target.DetachFromTarget)
	add(m, target.GetBrowserContexts)
	add(m, target.GetTargetInfo)
	add(m, target.GetTargets)
	add(m, target.SetAutoAttach)
	add(m, target.SetDiscoverTargets)
	return m
}

func add[P, R any](m map[string]rewrite, c cdp.Command[P, R]) {
	m[c.Method] = func(params []byte) ([]byte, error) {
		var typed P
		if err := jsonv2.Unmarshal(params, &typed, strict()); err != nil {
			return nil, err
		}
		return jsonv2.Marshal(typed)
	}
}
