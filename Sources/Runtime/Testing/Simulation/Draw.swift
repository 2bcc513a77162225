import RatchetDependencies

/// Makes the random parts of a simulated run: the arguments of actions, and the *faults* of
/// clients, such as an error that a client throws.
///
/// Everything is drawn from one list of choices, so that a failing run can be repeated and
/// shortened. Shortening tends to the simplest value of each kind: the lower bound of a range, the
/// first element, the empty text, no fault.
public struct Draw: Sendable {
  private let choices: ChoiceTape
  /// Whether overrides of dependencies make the draws: a printed test repeats only these.
  private let isForOverrides: Bool

  package init(choices: ChoiceTape, isForOverrides: Bool = false) {
    self.choices = choices
    self.isForOverrides = isForOverrides
  }

  /// Repeats earlier draws, in a test that a simulation has printed; then draws the simplest
  /// values.
  public init(replaying choices: [Int]) {
    self.init(choices: ChoiceTape(choices))
  }

  /// Stops faults: ``chance(_:)`` is `false` from now on.
  public func stopFaults() { choices.isFaultless = true }

  private func next(below count: Int) -> Int {
    choices.next(below: count, isForOverrides: isForOverrides)
  }

  /// A number in a range; if the range has more than `Int.max` numbers, one of its first.
  public func int(in range: ClosedRange<Int>) -> Int {
    let distance = UInt(bitPattern: range.upperBound &- range.lowerBound)
    return range.lowerBound + next(below: Int(min(distance, UInt(Int.max) - 1)) + 1)
  }

  /// A Boolean value, `false` in the simplest run.
  public func bool() -> Bool { next(below: 2) == 1 }

  /// Decides whether a fault with this probability, from 0 to 1, happens.
  ///
  /// The probability is rounded to thousandths, but only 0 means never, and only 1 means always.
  ///
  /// Always `false` once a run waits for the conditions that its world expects eventually.
  public func chance(_ probability: Double) -> Bool {
    if choices.isFaultless { return false }
    return next(below: Self.chances) >= Self.chances - Self.chances(of: probability)
  }

  private static func chances(of probability: Double) -> Int {
    if probability >= 1 { return chances }
    guard probability > 0 else { return 0 }
    return max(1, min(chances - 1, Int((probability * Double(chances)).rounded())))
  }

  private static var chances: Int { 1_000 }

  /// One of some elements; `nil` if there are none.
  public func element<Elements: Collection>(of elements: Elements) -> Elements.Element? {
    if elements.isEmpty { return nil }
    let position = next(below: elements.count)
    return elements[elements.index(elements.startIndex, offsetBy: position)]
  }

  /// A text of lowercase letters, up to a length.
  public func text(upTo length: Int = 8) -> String {
    var text = ""
    while text.count < length {
      // No letter is the simplest choice.
      let letter = next(below: 27)
      if letter == 0 { break }
      text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8(letter - 1)))
    }
    return text
  }

  /// A duration in whole milliseconds, from zero to a limit; at most a thousand years.
  public func duration(upTo limit: Duration) -> Duration {
    let limit = min(max(limit, .zero), .seconds(60 * 60 * 24 * 365_250))
    return .milliseconds(next(below: Int(limit / .milliseconds(1)) + 1))
  }
}
