/// What a drawing function needs besides the state.
package struct Frame: Equatable, Sendable {
  package var size: ScreenSize
  package var area: DrawingArea
  /// The effects in flight, oldest first.
  package var inFlight: [EffectAge]
  /// The step of the store that is shown, in a program that undoes.
  package var step: Step?
  /// Whether keys have a meaning, and not in a replay, which has keys of its own.
  package var showsKeys = true

  package init(size: ScreenSize, area: DrawingArea = .inline, inFlight: [EffectAge] = []) {
    self.size = size
    self.area = area
    self.inFlight = inFlight
  }

  /// A step of a store, of so many.
  package struct Step: Equatable, Sendable {
    package var number: Int
    package var last: Int

    package init(number: Int, last: Int) {
      self.number = number
      self.last = last
    }
  }

  /// The line with the keys of a screen, each followed by what it does, such as `q quit`; none if
  /// keys are not shown.
  ///
  /// Where they do not all fit, those before the last two are left out, from the end, and then the
  /// first of the two: they say where the help is, and how to leave.
  package func keys(_ keys: [String]) -> [Line] {
    var shown = keys
    while shown.count > 1, Line(keys: shown).columns > size.columns {
      shown.remove(at: max(0, shown.count - 3))
    }
    return showsKeys ? [Line(keys: shown)] : []
  }

  /// The positions of so many rows of a list to show, with the selected one among them, in the
  /// middle if possible.
  package static func rows(_ count: Int, of all: Int, around selection: Int) -> Range<Int> {
    let first = max(0, min(selection - count / 2, all - count))
    return first..<max(first, min(all, first + count))
  }

  /// The lines as sent to the terminal, cut to its size.
  package func rendered(_ lines: [Line], isColoured: Bool = false) -> [String] {
    lines.prefix(size.rows).map { $0.rendered(columns: size.columns, isColoured: isColoured) }
  }
}

extension Line {
  fileprivate init(keys: [String]) {
    self.init(
      spans: keys.enumerated().flatMap { index, text -> [(String, Style)] in
        let (key, word) = text.firstWord
        return [(index == 0 ? key : "  " + key, .key), (" " + word, .quiet)]
      })
  }
}

/// How long an effect has been in flight, in whole seconds.
package struct EffectAge: Equatable, Sendable {
  package var name: String
  package var seconds: Int

  package init(name: String, seconds: Int) {
    self.name = name
    self.seconds = seconds
  }
}

/// The times since which effects have been in flight.
struct EffectAges: Sendable {
  typealias Instant = ContinuousClock.Instant

  private var seen: [(id: Int, name: String, since: Instant)] = []

  /// Updates the effects in flight: new ones start at `now`, ended ones are removed.
  mutating func update(_ inFlight: [(id: Int, name: String)], now: Instant) {
    seen = inFlight.map { effect in
      let since = seen.first { $0.id == effect.id }?.since ?? now
      return (effect.id, effect.name, since)
    }
  }

  func ages(at now: Instant) -> [EffectAge] {
    seen.map { EffectAge(name: $0.name, seconds: Int((now - $0.since).components.seconds)) }
  }

  /// When an age next changes; nil if nothing is in flight, so that nothing need be drawn.
  func nextChange(after now: Instant) -> Instant? {
    seen.map { $0.since + .seconds((now - $0.since).components.seconds + 1) }.min()
  }
}
