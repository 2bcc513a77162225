/// Runs one reducer on the elements (rows) of a collection in the parent's state, and embeds their
/// effects in the parent.
///
/// Used by `forEach`, which owns it. Owns the reduction, the form of the reducer that a store runs,
/// which all rows share. Do not use the collection while a row's reducer runs: the reducer has
/// exclusive access to the collection. What the rows declare is in `RowDeclarations`.
///
/// A class, like ``ChildFeature``, so that the closures that an action runs do not copy it.
@usableFromInline
final class RowFeatures<Parent, ParentAction, Rows: FeatureCollection, RowAction>
where ParentAction: Sendable, Rows.ID: Sendable, RowAction: Sendable {
  @usableFromInline typealias ID = Rows.ID

  @usableFromInline let rows: ChildState<Parent, Rows>
  /// The step from the parent to the rows in feature paths; leads the search for rows that have
  /// left the collection.
  let step: FeatureStep
  @usableFromInline let reduction: Reduction<Rows.Element, RowAction>
  let embed: @Sendable (ID, RowAction) -> ParentAction

  @usableFromInline init(
    rows: ChildState<Parent, Rows>, at site: ChildSite,
    embed: @escaping @Sendable (ID, RowAction) -> ParentAction,
    row: some Reducer<Rows.Element, RowAction>
  ) {
    self.rows = rows
    self.embed = embed
    reduction = row.makeReduction()
    let read = rows.read
    step = FeatureStep(site, to: Rows.Element.self, isStored: rows.isStored) {
      (parent: Parent, group, walk) in
      _ = read(parent) { walk.rows($0, in: group) }
    }
  }

  /// Runs the reducer on the element with an id and embeds its effects; returns `nil`, without
  /// running it, if no element has the id.
  @inlinable
  func reduce(_ parent: inout Parent, _ id: ID, _ action: RowAction) -> Effect<ParentAction>? {
    var effect: Effect<RowAction>?
    _ = rows.change(&parent) { rows in
      effect = rows.change(id: id) { row in reduction.run(&row, action) }
    }
    guard let effect else { return nil }
    return effect.isNone ? Effect.none : embedded(effect, from: id)
  }

  @usableFromInline
  func embedded(_ effect: Effect<RowAction>, from id: ID) -> Effect<ParentAction> {
    effect.embedded(in: PathComponent(step, element: AnyID(id))) { [embed] action in
      embed(id, action)
    }
  }

  /// Returns the report of an action for an absent element, as an effect.
  @usableFromInline
  func absent(_ id: ID) -> Effect<ParentAction> {
    let component = PathComponent(step, element: AnyID(id))
    return Effect(.absent(ActionForAbsentChild(component: component, reason: .noElement)))
  }
}
