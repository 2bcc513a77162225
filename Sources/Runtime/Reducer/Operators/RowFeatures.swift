/// Runs one reducer on the elements (rows) of a collection in the parent's state, and embeds their
/// effects in the parent.
///
/// Used by `forEach`, which owns it. Owns the reduction, the form of the reducer that a store runs,
/// which all rows share. Do not use the collection while a row's reducer runs: the reducer has
/// exclusive access to the collection.
///
/// A class, like ``ChildFeature``, so that the closures that an action runs do not copy it.
@usableFromInline
final class RowFeatures<Parent, ParentAction, Rows: FeatureCollection, RowAction>
where ParentAction: Sendable, Rows.ID: Sendable, RowAction: Sendable {
  @usableFromInline typealias ID = Rows.ID

  @usableFromInline let rows: ChildState<Parent, Rows>
  /// The attachment of the rows to the parent, in feature paths; leads the search for rows that
  /// have left the collection.
  let attachment: ChildAttachment
  @usableFromInline let reduction: Reduction<Rows.Element, RowAction>
  /// Whether a reducer of the rows may have a storage of shared values, one for each row.
  @usableFromInline let hasStorages: Bool
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
    // A reducer that passes on what another one declares may not tell it by its type.
    let isHidden = !kinds.contains(.running) && reduction.declarations.running != nil
    hasStorages = isHidden || kinds.contains(.storage)
    let read = rows.read
    attachment = ChildAttachment(source, to: Rows.Element.self, isStored: rows.isStored) {
      (parent: Parent, attachment, walk) in
      _ = read(parent) {
        walk.visitElements(of: $0, at: attachment, nil, inPath: false) { _, _, _ in }
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

  @usableFromInline
  func run(_ row: inout Rows.Element, _ id: ID, _ action: RowAction) -> Effect<RowAction> {
    ElementPath.adding(AnyID(id)) { reduction.run(&row, action) }
  }

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

  /// The declarations of all elements, in the order of the collection; `present` makes an effect
  /// one of a presented element.
  ///
  /// Fields that elements keep in shared keys are only reported: an element may be absent.
  @usableFromInline func declarations(
    present: @escaping (Effect<ParentAction>, ID) -> Effect<ParentAction> = { effect, _ in effect }
  ) -> Declarations<Parent> {
    reduction.declarations.ofParent(
      running: reduction.declarations.running.map { declaration(of: $0, present) },
      at: attachment)
  }

  private func declaration(
    of row: Declaration<Rows.Element>,
    _ present: @escaping (Effect<ParentAction>, ID) -> Effect<ParentAction>
  ) -> Declaration<Parent> {
    Declaration(at: row.origin) { [self] parent, walk in
      _ = rows.read(parent) { rows in
        walk.visitElements(of: rows, at: attachment, row, inPath: hasStorages) { walk, first, id in
          walk.embedStarts(from: first) { present(embedded(Effect($0), from: id), id).tree }
        }
      }
    }
  }
}
