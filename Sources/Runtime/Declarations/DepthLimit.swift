import RatchetDependencies

// The rule: looking for what features declare takes stack for each level, and a state may be nested
// as deep as its user likes. So what lies too deep declares nothing, which is reported.

extension DeclarationChanges {
  /// How many levels below the root a child may lie that declares something.
  static var maxDepth: Int { 1_000 }

  /// The same for a child that is always present: more, so that what ends at the limit is not
  /// reported for its parts.
  static var maxDepthOfPresent: Int { 1_100 }

  /// How many levels always fit.
  @usableFromInline static var safeLevels: Int { 64 }

  /// How much stack a comparison may take; the rest is for what began it, and for what it calls.
  ///
  /// A level takes up to 6.5 kB in a debug build, or more if its state is large. So what fits
  /// decides only where the program would have ended.
  private static let maxStack = ThreadStack.size / 6 * 5

  /// Whether a child below this level lies too deep.
  @usableFromInline mutating func isTooDeep(_ maxDepth: Int) -> Bool {
    if depth >= maxDepth { return true }
    var local: UInt8 = 0
    // Safe: only the addresses are used. This value is a variable of what began the comparison.
    let start = unsafe withUnsafeMutablePointer(to: &self) { Int(bitPattern: $0) }
    let here = unsafe withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
    // What is further apart is not on one stack: AddressSanitizer may have another for variables.
    return (Self.maxStack...10 * Self.maxStack).contains(start - here)
  }

  /// Leaves out what a child declares that lies too deep.
  mutating func leaveOut(_ child: any Any.Type, at step: FeatureStep, _ kind: DeclarationKinds) {
    report(DeepChild(step: step, state: child, kind: kind, level: depth + 1))
  }
}

/// A child that lies too deep for what it declares.
struct DeepChild {
  /// The same for all children that one operator attaches.
  let step: FeatureStep
  fileprivate let state: any Any.Type
  fileprivate let kind: DeclarationKinds
  fileprivate let level: Int

  func report() {
    let lost = kind == .mirrors ? "its shared state is not shared" : "its subscriptions do not run"
    let name = "'\(CasePathMisuse.nameInModule(of: state))' in '\(step.label)'"
    RatchetDependencies.report(
      """
      A feature is too deep, at level \(level), and \(lost): \(name)

      The store looks level by level for what features declare, which takes stack. So it goes down \
      \(DeclarationChanges.maxDepth) levels, or fewer if they take more stack than there is, and \
      this feature and all those below it declare nothing; their actions are reduced as ever. To \
      fix this, keep what can be nested without limit in one flat collection, where each element \
      has the id of the one that it belongs to.
      """, fileID: step.origin.file, line: step.origin.line)
  }
}
