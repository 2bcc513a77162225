/// How many characters must be inserted, removed or replaced to turn one text into the other.
func editDistance(_ first: some StringProtocol, _ second: some StringProtocol) -> Int {
  let target = Array(second)
  var row = Array(0...target.count)
  for (i, character) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in target.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
    }
  }
  return row[target.count]
}
