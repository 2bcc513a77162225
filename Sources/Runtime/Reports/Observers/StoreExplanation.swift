public import Ratchet
import RatchetRecording

extension Store {
  /// Describes what the store is waiting for: the effects and subscriptions in flight, and their
  /// causes.
  ///
  /// ```text
  /// 1 effect in flight
  /// effect 3 "fetch" (App/Facts.swift:12)
  ///   in rows[3]
  ///   cancellable by CancelID.fetch
  ///   for 1.5 s
  ///   sent last: progress(0.5)
  ///   started by refresh, sent by effect 1 "load"
  ///   started by appeared
  /// ```
  ///
  /// Ages, last actions, and the effects that led to an effect are shown if the store has an
  /// ``RatchetReports/EffectHistory``. A scoped store describes the store from which it was
  /// scoped.
  public func explain() -> String {
    StoreExplanation(inFlight, observers, unreturned: statistics.effectsUnwinding).text
  }
}

extension StoreExplanation {
  /// Describes effects in flight, with what the `EffectHistory` among the observers, if there is
  /// one, knows of them.
  @MainActor package init(
    _ inFlight: [EffectDescription], _ observers: [AnyObject], unreturned: Int
  ) {
    let records = observers.lazy.compactMap { $0 as? any EffectRecords }.first
    effects = inFlight.map { effect in
      StoreExplanation.Effect(
        effect: effect, age: records?.age(of: effect.id),
        lastSent: records?.lastSent(by: effect.id),
        ancestors: Self.ancestors(of: effect, records))
    }
    self.unreturned = unreturned
  }

  /// Follows an effect back to the effect that sent its action, and so on.
  @MainActor private static func ancestors(
    of effect: EffectDescription, _ records: (any EffectRecords)?
  ) -> [EffectDescription] {
    var ancestors: [EffectDescription] = []
    var next = effect.sender
    while let id = next, let ancestor = records?.effect(id) {
      ancestors.append(ancestor)
      next = ancestor.sender
    }
    return ancestors
  }
}

/// What a store is waiting for, at one moment, for ``Ratchet/Store/explain()``.
package struct StoreExplanation {
  /// An effect in flight, and what is known of it; without an ``EffectHistory``, `age` and
  /// `lastSent` are `nil`, and `ancestors` is empty.
  struct Effect {
    let effect: EffectDescription
    /// How long ago it started, on the store's `continuousClock`.
    let age: Duration?
    /// The last action that it sent, as text.
    let lastSent: String?
    /// The effects that led to this one, the nearest first, as far as they are remembered: each of
    /// them sent the action that started the one before.
    let ancestors: [EffectDescription]
  }

  /// The effects in flight, including subscriptions, in the order in which they were returned.
  let effects: [Effect]
  /// The number of cancelled effects whose operations have not returned yet.
  let unreturned: Int

  /// The explanation as indented text.
  package var text: String {
    ([headline] + effects.flatMap(\.lines)).joined(separator: "\n")
  }

  /// The counts: `2 effects in flight, 1 for subscriptions`, where the 2 do not include the 1.
  private var headline: String {
    let subscribed = effects.count(where: \.effect.isSubscription)
    let others = effects.count - subscribed
    var text = "\(others) effect\(others == 1 ? "" : "s") in flight"
    if subscribed > 0 { text += ", \(subscribed) for subscriptions" }
    if unreturned > 0 { text += ", \(unreturned) cancelled but still running" }
    return text
  }
}

extension StoreExplanation.Effect {
  /// The effect's title, and an indented line for each thing that is known of it.
  fileprivate var lines: [String] {
    var details: [String] = []
    if effect.isSubscription {
      details.append("subscription" + (effect.subscriptionID.map { " \($0)" } ?? ""))
    }
    if !effect.path.isEmpty { details.append("in \(ValueLine.cut(effect.path))") }
    if !effect.ids.isEmpty {
      details.append("cancellable by \(ValueLine.cut(effect.ids.joined(separator: ", ")))")
    }
    if effect.isWaiting { details.append("waiting for the part before it") }
    if let age { details.append("for \(age.shortText)") }
    if let lastSent { details.append("sent last: \(lastSent)") }
    for effect in [effect] + ancestors {
      let sender = effect.sender.map { ", sent by \(title(of: $0))" } ?? ""
      details.append("started by \(effect.cause)\(sender)")
    }
    let origin = effect.origin.map { " (\($0))" } ?? ""
    return ["\(effect.title)\(origin)"] + details.map { "  \($0)" }
  }

  /// The title of an effect, which is only its number if it is not remembered.
  private func title(of id: Int) -> String {
    ancestors.first { $0.id == id }?.title ?? "effect \(id)"
  }
}
