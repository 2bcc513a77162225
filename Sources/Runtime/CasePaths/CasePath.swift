import RatchetDependencies

/// Embeds values in a case of an enum, or in a case within a case, and extracts them.
///
/// It needs only a function that wraps the values, such as the constructor of the case:
///
/// ```swift
/// enum Action {
///   case number(Int)
///   case row(id: Int, action: String)
/// }
///
/// let number = CasePath(Action.number)
/// assert(number.extract(from: .number(1)) == 1)
/// assert(number.extract(from: .row(id: 1, action: "tap")) == nil)
///
/// let row = CasePath(Action.row)
/// if let (id, action) = row.extract(from: .row(id: 1, action: "tap")) {
///   print(id, action)  // 1 tap
/// }
/// ```
///
/// A closure that wraps the value in several cases names all of them:
///
/// ```swift
/// let form = CasePath { Action.view(.form($0)) }
/// ```
///
/// The first value is examined: this takes a few microseconds, and calls the function to make the
/// value again. Once this proves that the function only wraps its argument, extraction reads values
/// in place from the enum: through one case without allocation, through several in a fraction of a
/// microsecond. The proof is shared by all case paths of the same function, so you can create a
/// path at each use.
///
/// On arm64e, and for enums without reflection metadata, the case and the values are read from
/// mirrors, which takes microseconds. Without metadata, conform the enum to `CustomReflectable`,
/// with a mirror that names the case:
/// `Mirror(self, children: ["row": (id, action)], displayStyle: .enum)`.
///
/// Functions and metatypes cannot be extracted.
///
/// A function that does more than wrap its argument is reported once, with the line that created
/// the case path, and nothing is extracted. If no case has such a payload, it is reported when the
/// path is created; otherwise, the first time a value reveals the mistake.
public struct CasePath<Root, Value>: Sendable {
  /// Calls the user's function and, if there is a constructor, has it check the result.
  @usableFromInline let embedding: @Sendable (Value) -> Root
  /// What is known about the function, shared by its paths.
  ///
  /// `nil` if the types show that the function does not only wrap.
  @usableFromInline let constructor: CaseConstructor<Root, Value>?

  /// Makes a case path from a function that wraps one value, such as the constructor of a case.
  @preconcurrency
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(embed, CasePathCache.code(of: embed), SourceOrigin(fileID: fileID, line: line))
  }

  /// Makes a path; `code` identifies the function, if it captures nothing (`CasePathCache`).
  private init(
    _ embed: @escaping @Sendable (Value) -> Root, _ code: UInt?, _ origin: SourceOrigin
  ) {
    let constructor = CasePathCache.constructor(code) { CaseConstructor(embed, origin) }
    self.constructor = constructor
    if let constructor {
      embedding = { constructor.embed($0) }
    } else {
      embedding = embed
    }
  }

  /// Makes a value of the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// The associated values if `root` has the case, otherwise `nil`.
  ///
  /// Takes constant time, apart from copying the values.
  @inlinable
  public func extract(from root: Root) -> Value? {
    constructor?.extract(from: root)
  }

  /// Whether a value has the case.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func `is`(_ root: Root) -> Bool {
    extract(from: root) != nil
  }

  /// Changes the associated values in place; a value of another case is reported and left
  /// unchanged.
  ///
  /// ```swift
  /// CasePath(Action.number).modify(&action) { $0 += 1 }
  /// ```
  ///
  /// Copies nothing if the associated values are proved to lie in the enum unchanged.
  ///
  /// - Parameters:
  ///   - root: The value to change.
  ///   - fileID: Where to report a value of another case.
  ///   - line: Where to report a value of another case.
  ///   - body: Changes the associated values.
  /// - Returns: The result of `body`; `nil` if it was not called.
  /// - Throws: Any error that `body` throws, after the changes that it made before.
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ root: inout Root, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    // `change` cannot throw: while the payload is changed in place, the memory is not a valid enum.
    // So an error is kept and thrown afterward.
    var result: Swift.Result<Result, Failure>?
    let isChanged = change(&root) { value in
      result = Swift.Result { () throws(Failure) in try body(&value) }
    }
    if !isChanged {
      report(
        """
        Tried to modify \(title), but the '\(Root.self)' is in a different case: \
        \(ValueLine.text(root))

        Nothing was changed. To fix this, check with 'is(_:)' first, or assign the whole value.
        """, fileID: fileID, line: line)
    }
    return try result?.get()
  }

  /// A description of the case for messages.
  package var title: String {
    caseName.map { "the case '\($0)'" } ?? "the case that holds '\(Value.self)'"
  }

  /// What has been proved about the function; `nil` if it cannot wrap in a case.
  package var verdict: CaseVerdict? { constructor?.verdict }
}

extension CasePath {
  /// Makes a case path from a function that wraps several values, or none.
  ///
  /// The values are extracted as a tuple without labels: `CasePath(Action.row)` is a
  /// `CasePath<Action, (Int, String)>` for `case row(id: Int, action: String)`.
  @preconcurrency
  public init<each Associated>(
    _ embed: @escaping @Sendable (repeat each Associated) -> Root,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == (repeat each Associated) {
    self.init(
      { values in embed(repeat each values) },
      CasePathCache.code(of: PackFunction(function: embed)),
      SourceOrigin(fileID: fileID, line: line))
  }
}

extension CasePath {
  /// The names of the cases, such as `view.form`, once a value has shown them.
  @usableFromInline var caseName: String? { constructor?.chain?.name }

  /// Identifies the cases of the path; `nil` until a value has shown them.
  ///
  /// ``ChildAttachment.Source`` uses it to distinguish children that are attached at the same line.
  var location: AnyHashable? { constructor?.chain.map { AnyHashable($0.ids) } }

  /// A value's cases along the path, for a store that is scoped to a case.
  func cases(of root: Root) -> [CaseID] { constructor?.cases(of: root) ?? [] }

  /// Changes the associated values in place if `root` has the case; returns whether it has.
  ///
  /// Copies nothing if the payload is proved to lie in the enum unchanged.
  @inlinable
  func change(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    if let isChanged = constructor?.change(&root, body) { return isChanged }
    guard var value = extract(from: root) else { return false }
    body(&value)
    root = embedding(value)
    return true
  }
}
