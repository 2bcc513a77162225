package import RatchetDependencies

/// Finds what a reducer declares for a state, such as subscriptions, and what is to start or stop
/// because the state has changed.
///
/// One declaration serves all features that the reducer runs in, such as the rows of a list; what
/// an operator has declared so far in each of them is in a `DeclarationRecord` of the feature.
///
/// Used by the operators around the reducer, which build their declaration from it, and by the
/// store, after each action. Owns the closure that compares. Do not start, stop, or release
/// anything in it: the `FeatureWalk` collects that.
@usableFromInline
package final class Declaration<State> {
  @usableFromInline package typealias Visit = (_ state: State, _ walk: inout FeatureWalk) -> Void

  /// Called only by the method `visit`, so that this object stays alive during each call.
  @usableFromInline let body: Visit
  /// The declarations in this list, if `all` made it of several; otherwise empty.
  @usableFromInline let parts: [Declaration]
  /// Finds the source line of the operator that declares something, for reports; in a list, the
  /// first operator's.
  @usableFromInline let origin: () -> SourceOrigin?

  @usableFromInline init(
    at origin: @escaping () -> SourceOrigin?, parts: [Declaration] = [], _ body: @escaping Visit
  ) {
    self.origin = origin
    self.body = body
    self.parts = parts
  }

  /// The declaration of one operator; `compare` updates the record of what the operator has
  /// declared in the feature.
  @inlinable convenience init(
    at origin: @escaping () -> SourceOrigin?,
    comparing compare:
      @escaping (
        _ state: State, _ record: inout DeclarationRecord?, _ walk: inout FeatureWalk
      ) -> Void
  ) {
    let key = DeclarationKey()
    self.init(at: origin) { state, walk in
      let known = walk.record(of: key)
      var record = known
      compare(state, &record, &walk)
      if record !== known { walk.set(record, of: key) }
    }
  }

  /// The declaration of a reducer whose body is built as late as possible: `make` is called at the
  /// first visit, under the dependencies of the feature.
  convenience init(lazily make: @escaping () -> Declaration?) {
    let lazy = Lazy()
    self.init(at: { lazy.made?.origin() }) { state, walk in
      if lazy.made == nil { lazy.made = walk.values.map { $0.withValues(make) } ?? make() }
      lazy.made?.visit(state, &walk)
    }
  }

  /// Compares what a state declares with what it declared before.
  @inlinable func visit(_ state: State, _ walk: inout FeatureWalk) {
    body(state, &walk)
  }
}

extension Declaration {
  /// What was made at the first visit.
  private final class Lazy { var made: Declaration? }

  /// Combines what several reducers declare for the same state, in this order; `nil` if none of
  /// them declares anything.
  ///
  /// Inlinable, because code that the compiler specializes for the user's types takes a fifth of
  /// the time. (Benchmark `sub10`.)
  @inlinable static func all(_ declarations: [Declaration?]) -> Declaration? {
    // Makes one flat list, even of lists: each level would cost one more call for each action.
    var parts: [Declaration] = []
    for case let declaration? in declarations {
      if declaration.parts.isEmpty { parts.append(declaration) } else { parts += declaration.parts }
    }
    if parts.count < 2 { return parts.first }
    return Declaration(at: { parts.lazy.compactMap { $0.origin() }.first }, parts: parts) {
      [parts] state, walk in
      for part in parts { part.visit(state, &walk) }
    }
  }

  /// A declaration of something that a feature owns as long as it is in the state: `begin` is
  /// called when the feature appears, and returns what to call when it has left.
  static func owned(_ begin: @escaping () -> (() -> Void)) -> Declaration {
    Declaration(
      at: { nil },
      comparing: { _, record, _ in
        if record == nil { record = DeclarationRecord(ended: begin()) }
      })
  }
}

/// Identifies an operator that declares something, in each feature in which it does.
@usableFromInline package final class DeclarationKey {
  @usableFromInline init() {}
}

/// Records what one operator has declared in one feature.
@usableFromInline package class DeclarationRecord {
  private let ended: (() -> Void)?

  init(ended: (() -> Void)? = nil) { self.ended = ended }

  /// Ends what is declared: adds it to what the walk has found.
  func end(_ walk: inout FeatureWalk) {
    if let ended { walk.atEnd(ended) }
  }
}
