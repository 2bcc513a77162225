/// Runs one reducer on the elements (rows) of a collection in the parent's state, and embeds their
/// effects in the parent.
///
/// Used and owned by `forEach` of an `IdentifiedArray` and, for a `Stack`, by `StackFeatures`. Owns
/// the reduction, the form of the reducer that a store runs, which all rows share. Do not use the
/// collection while a row's reducer runs: the reducer has exclusive access to the collection.
///
/// A class, so that the closures that run for each action do not copy it.
@usableFromInline
final class RowFeatures<Parent, ParentAction, Rows: FeatureCollection, RowAction>
where ParentAction: Sendable, Rows.ID: Sendable, RowAction: Sendable {
  @usableFromInline typealias ID = Rows.ID

  /// Reaches the collection in the parent's state.
  @usableFromInline let rows: ChildState<Parent, Rows>
  /// The component from the parent to a row in feature paths; leads the walk that finds removed
  /// features from the parent's state to the rows.
  let attachment: ChildAttachment
  @usableFromInline let reduction: Reduction<Rows.Element, RowAction>
  /// Whether a reducer of the rows may have a storage of shared values, one for each row.
  @usableFromInline let hasStorages: Bool
  /// Wraps a row's id and action in the parent's action.
  let embed: @Sendable (ID, RowAction) -> ParentAction

  @usableFromInline init(
    rows: ChildState<Parent, Rows>, at source: ChildAttachment.Source,
    embed: @escaping @Sendable (ID, RowAction) -> ParentAction,
    row: some Reducer<Rows.Element, RowAction>
  ) {
    self.rows = rows
    self.embed = embed
    reduction = row.makeReduction()
    let kinds = DeclarationSearch.kinds(in: type(of: row))
    // `kinds` is what the row's type shows, but a reducer with its own `makeReduction` may declare
    // more. If only its reduction declares something `running`, this may be a storage of shared
    // values: a storage is `running`, as a subscription is.
    let isHidden = !kinds.contains(.running) && reduction.declarations.running != nil
    hasStorages = isHidden || kinds.contains(.storage)
    let read = rows.read
    // Without a declaration, the walk only finds features that have left, and starts nothing.
    attachment = ChildAttachment(source, to: Rows.Element.self, isStored: rows.isStored) {
      (parent: Parent, attachment, walk) in
      _ = read(parent) {
        walk.visitElements(of: $0, at: attachment, declaring: nil, setsElementPath: false) {
          _, _, _ in
        }
      }
    }
  }

  /// Runs the reducer on the element with an id and embeds its effects; returns `nil`, without
  /// running it, if no element has the id.
  @inlinable
  func reduce(_ parent: inout Parent, _ id: ID, _ action: RowAction) -> Effect<ParentAction>? {
    var effect: Effect<RowAction>?
    _ = rows.change(&parent) { rows in
      effect = rows.change(id: id) { row in
        hasStorages ? run(&row, id, action) : reduction.run(&row, action)
      }
    }
    guard let effect else { return nil }
    return effect.isNone ? Effect.none : embedded(effect, from: id)
  }

  /// Runs the reducer with the id added to the `ElementPath`, by which the operator
  /// `sharedStorage(_:)` finds the storage of the row.
  @usableFromInline
  func run(_ row: inout Rows.Element, _ id: ID, _ action: RowAction) -> Effect<RowAction> {
    ElementPath.adding(AnyID(id)) { reduction.run(&row, action) }
  }

  /// The effect of a row as an effect of the parent.
  @usableFromInline
  func embedded(_ effect: Effect<RowAction>, from id: ID) -> Effect<ParentAction> {
    effect.embedded(in: PathComponent(attachment, element: AnyID(id))) { [embed] action in
      embed(id, action)
    }
  }

  /// Returns the report of an action for an absent element, as an effect.
  @usableFromInline
  func absent(_ id: ID) -> Effect<ParentAction> {
    let component = PathComponent(attachment, element: AnyID(id))
    return Effect(.absent(ActionForAbsentChild(component: component, reason: .noElement)))
  }

  // MARK: - Declarations

  /// The declarations of all elements, in the order of the collection, as those of the parent.
  ///
  /// For an element of a stack, `present` gives the effect of a subscription the action that pops
  /// the element, which the dependency `dismiss` sends. Fields that elements keep in shared keys
  /// are only reported, because an element may be absent.
  @usableFromInline func declarations(
    present: @escaping (Effect<ParentAction>, ID) -> Effect<ParentAction> = { effect, _ in effect }
  ) -> Declarations<Parent> {
    reduction.declarations.ofParent(
      running: reduction.declarations.running.map { declaration(of: $0, present) },
      at: attachment)
  }

  /// The declaration of the rows (`row`) as a declaration of the parent: a walk visits each row
  /// that may have changed, and embeds the effects of the subscriptions to start there, which have
  /// the numbers from `firstStart` on, in the parent.
  private func declaration(
    of row: Declaration<Rows.Element>,
    _ present: @escaping (Effect<ParentAction>, ID) -> Effect<ParentAction>
  ) -> Declaration<Parent> {
    Declaration(at: row.origin) { [self] parent, walk in
      _ = rows.read(parent) { rows in
        walk.visitElements(
          of: rows, at: attachment, declaring: row, setsElementPath: hasStorages
        ) { walk, firstStart, id in
          walk.embedStarts(from: firstStart) { present(embedded(Effect($0), from: id), id).tree }
        }
      }
    }
  }
}
