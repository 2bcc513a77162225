import RatchetDependencies
import Testing

@Suite struct ScopeTests {
  @Test("a value is made once per scope, and each outermost withDependencies of a test is a scope")
  func aValueIsMadeOncePerScope() {
    func read() -> Token {
      withDependencies { _ in
      } operation: {
        let outer = Holder().token
        #expect(Holder().token === outer)
        withDependencies {
          $0.level = 2
        } operation: {
          #expect(Holder().token === outer)
        }
        return outer
      }
    }
    #expect(read() !== read())
  }

  @Test("outside scopes and tests a value is made once per process")
  func outsideScopesAndTestsAValueIsMadeOncePerProcess() async {
    let first = await Task.detached { Holder().token }.value
    let second = await Task.detached { Holder().token }.value
    #expect(first === second)
  }

  @Test("a scope that begins keeps overrides and forgets values")
  func aScopeThatBeginsKeepsOverridesAndForgetsValues() {
    var values = DependencyValues.freshScope
    values.level = 3
    let first = values[TokenKey.self]
    var next = values
    next.beginScope()
    #expect(next.level == 3)
    #expect(next[TokenKey.self] !== first)
    #expect(values[TokenKey.self] === first)
  }

  @Test("bound values are the current ones") func boundValuesAreTheCurrentOnes() async {
    var values = DependencyValues.freshScope
    values.level = 3
    let bound = values
    bound.withValues { #expect(DependencyValues.current.isIdentical(to: bound)) }
    await bound.withValues {
      await Task.yield()
      #expect(DependencyValues.current.isIdentical(to: bound))
    }
    values.level = 3
    #expect(!values.isIdentical(to: bound))
    #expect(!DependencyValues.current.isIdentical(to: bound))
  }

  private struct Holder {
    @Dependency(TokenKey.self) var token
  }

  private enum TokenKey: DependencyKey {
    static var liveValue: Token { Token() }
    static var testValue: Token { Token() }
  }
}
