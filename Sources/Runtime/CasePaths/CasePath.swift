import RatchetDependencies

/// Embeds values in one case of an enum and extracts them.
///
/// It needs only the constructor of the case:
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
/// The first value of a case is examined by reflection, which takes a few microseconds and makes
/// the value again with the constructor. If that proves that the associated values lie in the enum
/// unchanged, every later extraction reads them there, without reflection or allocation. That also
/// holds for case paths made from the same constructor later, so a path can be made at each use.
/// Constructors that were converted to functions of another type are extracted by reflection every
/// time.
///
/// Generic code cannot extract functions and metatypes, and reflection cannot examine a type that
/// conforms to `CustomReflectable`; use ``init(embed:extract:)`` for them.
///
/// A function that is not the constructor of a case is reported once, with the line that made the
/// case path; then nothing is extracted. If no case has such a payload, the report comes when the
/// path is made, otherwise at the first value that is embedded or examined and shows the mistake.
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  @usableFromInline let extraction: @Sendable (Root) -> Value?
  /// Embeds and extracts for a single case; `nil` in a path of several cases, and in a path made by
  /// hand, with `init(embed:extract:)`, or of a function that cannot be a constructor.
  @usableFromInline let constructor: CaseConstructor<Root, Value>?
  /// `nil` unless this is a path of several cases: a case of `Root`, then a case of its payload.
  @usableFromInline let nesting: CaseNesting<Root, Value>?

  /// Makes a case path from the constructor of a case with one associated value.
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(embed, CasePathCache.code(of: embed), SourceOrigin(fileID: fileID, line: line))
  }

  private init(
    _ embed: @escaping @Sendable (Value) -> Root, _ code: UInt?, _ origin: SourceOrigin
  ) {
    let constructor = CasePathCache.constructor(code) { CaseConstructor(embed, origin) }
    if let constructor {
      embedding = { constructor.embed($0) }
      extraction = { constructor.extract(from: $0) }
    } else {
      embedding = embed
      extraction = { _ in nil }
    }
    self.constructor = constructor
    nesting = nil
  }

  /// Makes a case path from functions.
  ///
  /// `extract` must return the value that `embed` was given, and `nil` for every value of another
  /// case.
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(embed: embed, extract: extract, nesting: nil)
  }

  /// Makes a case path through several cases.
  @usableFromInline
  init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?,
    nesting: CaseNesting<Root, Value>?
  ) {
    embedding = embed
    extraction = extract
    constructor = nil
    self.nesting = nesting
  }

  /// Makes a value of the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// The associated values if `root` is of the case, otherwise `nil`.
  ///
  /// Takes constant time, apart from copying the values.
  @inlinable
  public func extract(from root: Root) -> Value? {
    if let constructor { return constructor.extract(from: root) }
    return extraction(root)
  }

  /// Whether a value is of the case.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func `is`(_ root: Root) -> Bool {
    extract(from: root) != nil
  }

  /// Whether a value is of the case, as a pattern in a `switch`.
  ///
  /// ```swift
  /// switch action {
  /// case CasePath(Action.number): print("a number")
  /// default: print("another action")
  /// }
  /// ```
  @inlinable
  public static func ~= (path: CasePath, root: Root) -> Bool { path.is(root) }

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
        A value of '\(Root.self)' was to be changed as one of \(title), and is of another \
        case: \(ValueLine.text(root))

        Nothing was changed. To fix this, look with 'is' first, or set the whole value.
        """, fileID: fileID, line: line)
    }
    return try result?.get()
  }

  /// A description of the case for messages.
  package var title: String {
    caseName.map { "the case '\($0)'" } ?? "the case that holds '\(Value.self)'"
  }

  /// What has been proved about the constructor; `nil` for a case path made by hand.
  package var verdict: CaseVerdict? { constructor?.verdict }
}

extension CasePath {
  /// Makes a case path from the constructor of a case with several associated values, or none.
  ///
  /// The values are extracted as a tuple without labels: `CasePath(Action.row)` is a
  /// `CasePath<Action, (Int, String)>` for `case row(id: Int, action: String)`.
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
  /// The number of the case in its enum (the tag), once a value has shown it.
  var caseTag: Int? { constructor?.verdict.tag }

  /// The name of the case, once a value has shown it.
  @usableFromInline
  var caseName: String? {
    if let nesting { return nesting.name() }
    return caseTag.flatMap { tag in constructor?.witnesses.cases[tag].name }
  }

  /// Changes the associated values in place if `root` is of the case; returns whether it is.
  ///
  /// Copies nothing if the payload is proved to lie in the enum unchanged.
  @inlinable
  func change(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    if let isChanged = constructor?.change(&root, body) { return isChanged }
    if let nesting { return nesting.change(&root, body) }
    guard var value = extract(from: root) else { return false }
    body(&value)
    root = embedding(value)
    return true
  }
}
