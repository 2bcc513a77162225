import RatchetDependencies

/// Generates the random parts of a simulated run: the arguments of actions, and the *faults* of
/// clients, such as an error that a client throws.
///
/// Everything is drawn from one list of choices, numbers that are recorded, which allows a failing
/// run to be repeated and shortened. Shortening prefers the simplest value of each kind: the lower
/// bound of a range, the first element, the empty text, no fault.
public struct Draw: Sendable {
  /// Makes the choices of the run, and records them.
  private let tape: ChoiceTape
  /// What draws the values: the moves of a run, or overrides of dependencies.
  private let purpose: RunChoices.Purpose

  package init(tape: ChoiceTape, isForOverrides: Bool = false) {
    self.tape = tape
    purpose = isForOverrides ? .draw : .move
  }

  /// Repeats chosen faults and earlier draws, in a test that a simulation printed.
  ///
  /// ```swift
  /// let draw = Draw(faults: ["save fails": [2]])
  /// ```
  ///
  /// - Parameters:
  ///   - faults: The calls that fail, counted from 1, for each name given to ``chance(_:of:)``.
  ///   - draws: All other drawn values, in order; after them, the simplest values.
  public init(faults: [String: [Int]] = [:], replaying draws: [Int] = []) {
    let faults = faults.flatMap { name, calls in
      calls.map { RunChoices.Fault(name: name, callInPart: $0, callInRun: $0) }
    }
    let part = RunChoices.Part(draws: draws, faults: faults)
    self.init(tape: ChoiceTape(RunChoices(start: part)), isForOverrides: true)
  }

  /// Stops faults: ``chance(_:of:)`` is `false` from now on.
  public func stopFaults() { tape.isFaultless = true }

  /// Chooses one of some options, of which 0 is the simplest.
  private func next(below count: Int) -> Int { tape.next(below: count, for: purpose) }

  /// A number in a range; if the range has more than `Int.max` numbers, one of its first.
  public func int(in range: ClosedRange<Int>) -> Int {
    let distance = UInt(bitPattern: range.upperBound &- range.lowerBound)
    return range.lowerBound + next(below: Int(min(distance, UInt(Int.max) - 1)) + 1)
  }

  /// A Boolean value, `false` in the simplest run.
  public func bool() -> Bool { next(below: 2) == 1 }

  /// Decides whether a fault with this probability, from 0 to 1, happens.
  ///
  /// ```swift
  /// values[API.self].save = { _ in if draw.chance(0.2, of: "save fails") { throw Timeout() } }
  /// ```
  ///
  /// The probability is rounded to thousandths, but only 0 means never, and only 1 means always.
  /// After its moves, when a run waits for the conditions that must hold eventually, the result is
  /// always `false`.
  ///
  /// - Parameters:
  ///   - probability: How often it happens.
  ///   - fault: The name of the fault, for the story of a failing run; without effect outside of
  ///     an override of a dependency. Faults with the same name are counted together.
  /// - Returns: Whether it happens.
  public func chance(_ probability: Double, of fault: String = "a fault") -> Bool {
    // The last `chances` of a thousand options mean a fault: the first one, the simplest, does not.
    let chances = Self.chances(of: probability)
    if purpose == .draw {
      return tape.fails(fault, chances: chances, of: Self.chances)
    }
    return !tape.isFaultless && next(below: Self.chances) >= Self.chances - chances
  }

  /// A probability in thousandths; 0 and 1,000 only for exactly 0 and 1, or beyond.
  private static func chances(of probability: Double) -> Int {
    if probability >= 1 { return chances }
    guard probability > 0 else { return 0 }
    return max(1, min(chances - 1, Int((probability * Double(chances)).rounded())))
  }

  private static var chances: Int { 1_000 }

  /// One of some elements; `nil` if there are none.
  ///
  /// The order of the elements must be the same in each process, or printed choices do not repeat a
  /// run: sort those of a `Set` or a `Dictionary` first.
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
    let limit = max(limit, .zero).capped
    return .milliseconds(next(below: Int(limit / .milliseconds(1)) + 1))
  }
}
