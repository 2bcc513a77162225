import RatchetDependencies
import Testing

@Suite struct ContextTests {
  @Test("only the name of the program tells that it tests")
  func onlyTheNameOfTheProgramTellsThatItTests() {
    for (arguments, context) in [
      (["/build/debug/appPackageTests.xctest"], DependencyContext.test),
      (["appPackageTests.xctest", "--testing-library", "swift-testing"], .test),
      (["/build/debug/app", "appPackageTests.xctest"], .live),
      (["/build/debug/appTests"], .live),
      ([], .live),
    ] {
      #expect(DependencyContext.ofProcess(arguments: arguments) == context)
    }
  }

  @Test("the context decides which value a key has; without a preview value it is the live one")
  func theContextDecidesWhichValueAKeyHas() {
    for (context, name, level) in [
      (DependencyContext.live, "live", 0), (.test, "test", 1), (.preview, "preview", 0),
    ] {
      withDependencies {
        $0.context = context
      } operation: {
        #expect(Reader().name == name)
        #expect(Reader().level == level)
      }
    }
  }

  @Test("overrides come before the context") func overridesComeBeforeTheContext() {
    withDependencies {
      $0.name = "override"
      $0.context = .live
    } operation: {
      #expect(Reader().name == "override")
      #expect(Reader().level == 0)
    }
  }
}
