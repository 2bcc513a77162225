import RatchetDependencies
import Testing

@Suite struct ContextTests {
  @Test("the context of a test process is test") func theContextOfATestProcessIsTest() {
    @Dependency(\.context) var context
    #expect(context == .test)
    #expect(Reader().name == "test")
  }

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

  @Test("the context decides which value a key has") func theContextDecidesWhichValueAKeyHas() {
    for (context, name) in [
      (DependencyContext.live, "live"), (.test, "test"), (.preview, "preview"),
    ] {
      withDependencies {
        $0.context = context
      } operation: {
        #expect(Reader().name == name)
      }
    }
  }

  @Test("a key without preview value has its live value in previews")
  func aKeyWithoutPreviewValueHasItsLiveValueInPreviews() {
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(Reader().level == 0)
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
