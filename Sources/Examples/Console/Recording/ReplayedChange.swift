import Ratchet
import RatchetRecording

/// What a step of a replay has changed, where a program has no words of its own for it.
package enum ReplayedChange {
  /// The lines of the state that differ, with some around them.
  package static func lines(from old: Any, to new: Any) -> [String] {
    Difference.text(from: old, to: new)?.split(separator: "\n").map(String.init) ?? []
  }

  /// The members that differ, each on one line such as `count: 0 -> 1`, and what else was added or
  /// removed.
  package static func members(from old: Any, to new: Any) -> [String] {
    var members: [String] = []
    for line in lines(from: old, to: new) {
      guard let mark = ["  - ", "  + "].first(where: line.hasPrefix) else { continue }
      let text = line.dropFirst(4).drop { $0 == " " }
      let member = text.last == "," ? text.dropLast() : text
      // Lines that only open or close a value say nothing by themselves.
      if let last = member.last, "([".contains(last) || member.count == 1 { continue }
      let name = member.prefix { $0 != ":" } + ": "
      if mark == "  + ", let last = members.last, last.hasPrefix("- " + name),
        member.hasPrefix(name)
      {
        members[members.count - 1] = last.dropFirst(2) + " -> " + member.dropFirst(name.count)
      } else {
        members.append("\(mark.dropFirst(2))\(member)")
      }
    }
    return members
  }
}
