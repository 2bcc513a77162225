import Ratchet
import RatchetRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a page shows of a recording, or of a run of a test, as the JSON that its script reads.
///
/// Used by `Recording.page`, which adds each replayed step, and by `RunObserver`, for a test. Owns
/// the lines of the state after the last step.
///
/// The page gets all lines of the state before the first step and, for each step, only the edits
/// that turn the previous lines into the next; from these, its script computes the state after any
/// step. Times are in nanoseconds. Actions are numbered from 1, from the start of the recording.
package struct RecordedRun: Encodable {
  /// An action, what it changed, and what its reducer read.
  struct Step: Encodable {
    let time: Int64
    /// The number of the effect that sent the action; `nil` if the action was sent from outside.
    let effect: Int?
    /// The name of that effect.
    let name: String?
    /// The action on one line; below, on several lines, if the one line is long.
    let action: String
    let lines: [String]?
    /// What the action changed in the state, as `Difference` writes it; `nil` for no change.
    let change: String?
    /// What the action changed in the lines of the state.
    let edits: [Edit]
    /// What the reducer read, each under the name of its source.
    ///
    /// The values are JSON texts, because a number of JavaScript does not have all digits.
    let reads: [[String: String]]
    /// Whether a new store starts with this step: its effects are numbered from 1.
    let isResumed: Bool
  }

  /// Lines of a text that are replaced by others.
  struct Edit: Encodable, Equatable {
    /// The number of lines before this edit, counted in the new text: edits apply one after the
    /// other, from the start.
    let at: Int
    /// The number of lines that are removed.
    var removed = 0
    /// The lines that replace them.
    var lines: [String] = []
  }

  /// An effect, from its start to its end.
  struct Effect: Encodable {
    let id: Int
    let name: String?
    let origin: String?
    let path: String
    let isSubscription: Bool
    /// The time of the start, and the number of the action before it.
    let start: Int64
    let after: Int
    /// The time of the end, and the number of the action before it; `nil` if the end is not known.
    var end: Int64?
    var endAfter: Int?
    /// Whether the effect finished, failed, or was cancelled.
    var how: RecordedEffect.Event?
    var reason: String?
  }

  let program: String
  let version: String
  /// The name that distinguishes the run from the others of the page; `nil` if it is the only one.
  package var name: String?
  /// The number of actions before the first step of the page.
  private(set) var first = 0
  /// The lines of the state before the first step.
  private(set) var state: [String] = []
  private(set) var steps: [Step] = []
  /// In the order of their starts, including those that ended before the first step.
  private(set) var effects: [Effect] = []
  /// Why there are no more steps, if the recording cannot be replayed to its end.
  var problem: String?

  /// Writes the state after each step; reuses the lines of elements that have not changed.
  private var text = ValueText()
  /// The lines of the state after the last step.
  private var lines: [String] = []
  /// The indices in `effects` of those that have not ended, by their numbers.
  private var live: [Int: Int] = [:]
  /// The latest time of an action or effect so far.
  private var latest: Int64 = 0
  /// Whether another store has begun since the last step.
  private var isResumed = false

  private enum CodingKeys: CodingKey {
    case program, version, name, first, state, steps, effects, problem
  }

  init(program: String, version: String = "") {
    self.program = program
    self.version = version
  }

  /// Takes the state before the first step that is shown.
  mutating func begin(_ state: Any, after count: Int) {
    first = count
    isResumed = false
    lines = text.lines(ofNext: state)
    self.state = lines
  }

  /// Adds an action that was reduced.
  mutating func addStep<State, Action>(_ step: ReplayedStep<State, Action>) {
    let wasCut = text.isCut
    let old = exchange(&lines, with: text.lines(ofNext: step.after))
    latest = max(latest, step.time.nanoseconds)
    let difference = LineDifference(from: old, to: lines)
    let action = ActionText.text(step.action, before: step.before)
    let sender: (Int?, String?) =
      switch step.source {
      case .caller: (nil, nil)
      case .effect(let number, let name): (number, name)
      }
    steps.append(
      Step(
        time: step.time.nanoseconds, effect: sender.0, name: sender.1,
        action: action, lines: action.utf8.count > 100 ? ValueText.lines(step.action) : nil,
        // The text is made from `difference`, like the edits, except in two cases: the lines are
        // cut, or the step is the first of a new store. Then the previous lines are those of the
        // previous store, not of the state before this step.
        change: wasCut || text.isCut || isResumed
          ? Difference.text(from: step.before, to: step.after) : Difference.text(of: difference),
        edits: Edit.all(difference),
        reads: step.reads.map { $0.mapValues(Self.text) },
        isResumed: exchange(&isResumed, with: false)))
  }

  private static func text(_ value: RecordedJSON) -> String {
    (try? JSONEncoder.ofRecordings.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Called where a recording continues with a new store, whose effects are numbered from 1 again:
  /// ends all effects of the previous store.
  mutating func addStore(after count: Int) {
    isResumed = true
    for effect in live.keys {
      endEffect(RecordedEffect(endedWithStore: effect, at: latest), count)
    }
  }

  /// Adds the start or the end of an effect.
  mutating func addEvent(_ event: RecordedEffect, after count: Int) {
    latest = max(latest, event.time)
    if event.event == .started {
      live[event.effect] = effects.count
      return effects.append(
        Effect(
          id: event.effect, name: event.name, origin: event.origin, path: event.path ?? "",
          isSubscription: event.isSubscription ?? false, start: event.time, after: count))
    }
    endEffect(event, count)
  }

  /// Adds the end of an effect; does nothing if its start was not added.
  private mutating func endEffect(_ event: RecordedEffect, _ count: Int) {
    guard let position = live.removeValue(forKey: event.effect) else { return }
    effects[position].end = event.time
    effects[position].endAfter = count
    effects[position].how = event.event
    effects[position].reason = event.reason
  }
}

extension RecordedRun.Edit {
  /// The edits that turn the lines of one text into those of another, from the start to the end.
  static func all(_ difference: LineDifference) -> [Self] {
    var edits: [Self] = []
    /// The number of lines of the new text so far.
    var position = 0
    /// Whether the previous line belongs to the last edit.
    var isOpen = false
    for line in difference.lines {
      if line.isSame {
        isOpen = false
        position += 1
        continue
      }
      if !isOpen { edits.append(Self(at: position)) }
      isOpen = true
      if case .inserted(let text) = line {
        edits[edits.count - 1].lines.append(text)
        position += 1
      } else {
        edits[edits.count - 1].removed += 1
      }
    }
    return edits
  }
}
