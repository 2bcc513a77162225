# The guides as the search of the site reads them: a JSON array of the sections of the pages.
#
#   awk -f Docs/search.awk PAGE.md ...
#
# A section is [page, title of the page, heading, first sentence, words]: each word once, also the
# words that make up a name in code, as 'undo' of 'undoTapped'. Pages of symbols are left out.

function plain(text) {
  gsub(/<doc:|>|`|\*\*/, "", text)
  while (match(text, /\[[^]]*\]\([^)]*\)/)) {
    link = substr(text, RSTART + 1, index(substr(text, RSTART), "](") - 2)
    text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
  }
  return text
}

function escaped(text, character, pattern, parts, count, i, result) {
  count = split(text, parts, pattern)
  result = parts[1]
  for (i = 2; i <= count; i++) result = result "\\" character parts[i]
  return result
}

function json(text) {
  return "\"" escaped(escaped(text, "\\", "\\\\"), "\"", "\"") "\""
}

function add(text, parts, count, i) {
  # A name once as it is, and once as its words.
  split_names = text
  while (match(split_names, /[a-z0-9][A-Z]/))
    split_names = substr(split_names, 1, RSTART) " " substr(split_names, RSTART + 1)
  count = split(tolower(text " " split_names), parts, /[^a-z0-9]+/)
  for (i = 1; i <= count; i++)
    if (length(parts[i]) > 1 && !(parts[i] in seen)) {
      seen[parts[i]] = 1
      words = words " " parts[i]
    }
}

function finish() {
  if (words != "") {
    printf "%s\n[%s,%s,%s,%s,%s]", comma, json(page), json(title), json(heading), json(sentence),
      json(substr(words, 2))
    comma = ","
  }
  words = sentence = ""
  isWhole = 0
  split("", seen)
}

BEGIN { printf "[" }

FNR == 1 {
  finish()
  page = FILENAME
  sub(/.*\//, "", page)
  sub(/\.md$/, "", page)
  isSymbol = /^# ``/
  title = plain(substr($0, 3))
  heading = ""
  isCode = isTopics = 0
  if (!isSymbol) add(title)
  next
}

isSymbol { next }
/^```/ { isCode = !isCode; next }

!isCode && /^##+ / {
  finish()
  heading = plain($0)
  sub(/^#+ /, "", heading)
  isTopics = heading == "Topics"
  if (!isTopics) add(heading)
  next
}

isTopics || /^!\[/ { next }

{
  add(plain($0))
  if (!isCode && !isWhole && /^[A-Za-z`<*\[@]/) {
    sentence = sentence (sentence == "" ? "" : " ") plain($0)
    if (match(sentence, /[.:?!]( |$)/)) {
      sentence = substr(sentence, 1, RSTART)
      isWhole = 1
    }
  } else if (sentence != "") isWhole = 1
}

END { finish(); print "\n]" }
