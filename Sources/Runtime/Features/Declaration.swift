package import RatchetDependencies

/// Finds what a reducer declares for a state, such as subscriptions, and what is to start or stop
/// because the state has changed.
///
/// A `FeatureWalk` visits the declaration with the state of each feature that the reducer runs in,
/// such as each row of a list. The feature has a `DeclarationRecord` of what each operator has
/// declared in it so far.
///
/// Used by the operators around the reducer, which build their declaration from it, and by the
/// store, after each action. Owns the closure that compares. Do not start, stop, or release
/// anything in that closure: add it to the findings of the walk, which are carried out at its end.
@usableFromInline
package final class Declaration<State> {
  @usableFromInline package typealias Visit = (_ state: State, _ walk: inout FeatureWalk) -> Void

  /// Compares what a state declares with the records, and adds the differences to the walk.
  ///
  /// Called only by the method `visit`, through this object, which therefore stays alive until the
  /// closure returns.
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

  /// The declaration of one operator.
  ///
  /// `compare` compares the state with the record of what the operator has declared in the feature,
  /// or with `nil` if that is nothing. It adds to the walk what is to start and stop, and replaces
  /// the record if something has changed.
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

  /// The declaration of a reducer whose body is built as late as possible.
  ///
  /// `make` builds the body, if that is not done yet, and returns its declaration, or `nil` if it
  /// declares nothing. It is called under the dependencies of the feature that is visited: at the
  /// first visit and, after `nil`, at each later one.
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
  /// Holds the declaration once `make` has returned one.
  private final class Lazy { var made: Declaration? }

  /// Combines what several reducers declare for the same state, in this order; `nil` if none of
  /// them declares anything.
  ///
  /// Inlinable, because code that the compiler specializes for the user's types takes a fifth of
  /// the time. (Benchmark `sub10`, in `Tests/Benchmarks`.)
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

  /// A declaration of something that a feature owns while it is in the state.
  ///
  /// `begin` is called when the feature appears, and returns a closure to call when it has left.
  /// It runs during a walk, so it must start nothing: it only prepares that closure.
  static func owned(_ begin: @escaping () -> (() -> Void)) -> Declaration {
    Declaration(
      at: { nil },
      comparing: { _, record, _ in
        if record == nil { record = DeclarationRecord(ended: begin()) }
      })
  }
}

/// Identifies one operator that declares something: the key of its record in each feature.
@usableFromInline package final class DeclarationKey {
  @usableFromInline init() {}
}

/// Records what one operator has declared in one feature; subclasses record subscriptions.
@usableFromInline package class DeclarationRecord {
  /// Called when the feature has left the state, if `Declaration.owned` has given a closure.
  private let ended: (() -> Void)?

  init(ended: (() -> Void)? = nil) { self.ended = ended }

  /// Adds to the walk that what is recorded here is to end; called when it is no longer declared,
  /// or the feature has left.
  func end(_ walk: inout FeatureWalk) {
    if let ended { walk.atEnd(ended) }
  }
}
