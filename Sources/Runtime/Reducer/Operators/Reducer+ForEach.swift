extension Reducer {
  /// Runs a row feature, before this reducer, for the element that an action addresses.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     if case .row(let id, .deleteButtonTapped) = action { state.rows.remove(id: id) }
  ///     return .none
  ///   }
  ///   .forEach(\.rows, action: Action.row) { Row() }
  /// }
  /// ```
  ///
  /// Takes constant time for any number of rows, and copies neither rows nor the collection. An
  /// action for an id that is not in the collection runs no row and is reported; this reducer still
  /// runs. When an element leaves the collection, its effects are cancelled; moving it does not
  /// affect them.
  ///
  /// - Parameters:
  ///   - rows: The key path to the collection.
  ///   - action: Wraps an element's id and its action, such as the constructor of a case.
  ///   - fileID: The file of the operator, which is part of the rows' feature path.
  ///   - line: The line of the operator.
  ///   - column: The column of the operator.
  ///   - row: The reducer of an element.
  /// - Returns: A reducer that runs the row and then this one.
  @preconcurrency
  @inlinable
  public func forEach<ID: Hashable & Sendable, RowState, RowAction: Sendable, Row: Reducer>(
    _ rows: WritableKeyPath<State, IdentifiedArray<ID, RowState>>,
    action: @escaping @Sendable (ID, RowAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<RowState, RowAction> row: () -> Row
  ) -> some Reducer<State, Action> where Row.State == RowState, Row.Action == RowAction {
    let path = CasePath(action, fileID: fileID, line: line)
    let row = row()
    let source = ChildAttachment.Source(rows, path, fileID, line, column)
    return OperatorReducer(of: Self.self, Row.self) {
      let features = RowFeatures(
        rows: ChildState(rows), at: source, embed: { path.embed(($0, $1)) }, row: row)
      let reduction = self.makeReduction()
      let base = reduction.run
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        guard let (id, rowAction) = path.extract(from: action) else { return base(&state, action) }
        let effect = features.reduce(&state, id, rowAction) ?? features.absent(id)
        return effect.merged(with: base(&state, action))
      }
      return Reduction(run, declaring: .all([features.declarations(), reduction.declarations]))
    }
  }
}
