// keep saves a value on our server; a string as it is, all else as JSON.
function keep(name, value) {
  fetch("/data/" + name, { method: "POST", body: typeof value === "string" ? value : JSON.stringify(value), keepalive: true })
}
