-- What wrk sends. Each thread is one browser: it has one connection, and a session of its own, because a session has one search.
-- With more sessions than threads, the pages of a thread are those of several sessions in turn.
-- wrk -t N -c N -s browser.lua ADDRESS -- list|search|add SESSIONS QUERIES RUN N
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

-- The path, the form and the headers of a line.
local function session(line)
  local parts, headers = {}, {}
  for part in (line .. "\t"):gmatch("([^\t]*)\t") do parts[#parts + 1] = part end
  for index = 3, #parts do
    local name, value = parts[index]:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  return parts, headers
end

function init(args)
  local page, run, step = args[1], args[4], tonumber(args[5])
  local sessions = lines(args[2])
  local parts, headers = session(sessions[number])

  local count = 0
  if page == "list" or page == "search" then
    local queries, texts = lines(args[3]), {}
    -- Each session several times, so that all queries come.
    for turn = 1, math.max(1, math.floor(#queries * step / #sessions)) do
      for index = number, #sessions, step do
        local _, own = session(sessions[index])
        -- Browsers search for different texts at a time.
        local query = queries[(turn + index * 7) % #queries + 1]
        texts[#texts + 1] = wrk.format("GET", page == "list" and "/" or "/search?text=" .. query, own)
      end
    end
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
