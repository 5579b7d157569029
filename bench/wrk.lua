-- Sends the requests of a file in turn: per request a line "METHOD PATH KEY", then its body on a line (empty: none).
local requests = {}
local n = 0

function init(args)
  local file = io.open(args[1], "r")
  while true do
    local head = file:read("*l")
    if not head then break end
    local body = file:read("*l")
    local method, path, key = head:match("^(%S+) (%S+) (%S*)$")
    local headers = {}
    if key ~= "" then headers["Authorization"] = "Bearer " .. key end
    if body ~= "" then headers["Content-Type"] = "application/json" else body = nil end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
  n = math.random(#requests)
end

function request()
  n = n % #requests + 1
  return requests[n]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\nRESULT {"requests":%d,"us":%d,"failed":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, e.status + e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
