-- What wrk sends. Each thread is one browser: it has one connection, and a session of its own, because a session has one search.
-- wrk -t N -c N -s browser.lua ADDRESS -- list|search|add SESSIONS QUERIES RUN
-- A line of SESSIONS: the path that adds a word, the beginning of its form, and headers, with tabs between.
-- A line of QUERIES: a text to search for. RUN makes the added texts new.

local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

local function lines(path)
  local result = {}
  for line in io.lines(path) do result[#result + 1] = line end
  return result
end

function init(args)
  local page, run = args[1], args[4]
  local parts = {}
  for part in (lines(args[2])[number] .. "\t"):gmatch("([^\t]*)\t") do parts[#parts + 1] = part end
  local headers = {}
  for index = 3, #parts do
    local name, value = parts[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end

  local count = 0
  if page == "list" then
    local text = wrk.format("GET", "/", headers)
    request = function() return text end
  elseif page == "search" then
    local texts = {}
    for index, query in ipairs(lines(args[3])) do texts[index] = wrk.format("GET", "/search?text=" .. query, headers) end
    -- Browsers search for different texts at a time.
    count = number * 7
    request = function()
      count = count + 1
      return texts[count % #texts + 1]
    end
  else
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    request = function()
      count = count + 1
      return wrk.format("POST", parts[1], headers, parts[2] .. "text=new" .. run .. "x" .. number .. "x" .. count)
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format("result\t%d\t%d\t%d\t%d\t%d", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(95), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
