import RatchetDependencies
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct BuiltInKeysTests {
  @Test("an identifier is made of its number, which starts at zero for each source")
  func identifiersOfNumbers() {
    for _ in 1...2 {
      let uuid = UUIDGenerator.incrementing
      #expect((0..<300).allSatisfy { uuid() == UUID($0) })
    }
    #expect(UUID(2).uuidString == "00000000-0000-0000-0000-000000000002")
    #expect(UUID(-1).uuidString == "00000000-0000-0000-FFFF-FFFFFFFFFFFF")
  }

  @Test("counted identifiers are distinct under contention")
  func countedIdentifiersAreDistinctUnderContention() async {
    let uuid = UUIDGenerator.incrementing
    let all = await withTaskGroup(of: [UUID].self) { group in
      for _ in 0..<100 { group.addTask { (0..<100).map { _ in uuid() } } }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(all.count == 10_000)
    #expect(all.map(\.uuidString).max() == "00000000-0000-0000-0000-00000000270F")
  }

  @Test("constant sources repeat their value") func constantSourcesRepeatTheirValue() {
    let date = DateGenerator.constant(Date(timeIntervalSince1970: 1_000))
    #expect(date().timeIntervalSince1970 == 1_000 && date.now == date())
    let uuid = UUIDGenerator.constant(UUID())
    #expect(uuid() == uuid())
  }

  @Test("a seed gives the same numbers in every run") func aSeedGivesTheSameNumbersInEveryRun() {
    let source = RandomNumberSource.seeded(0)
    let numbers = (0..<3).map { _ in source { $0.next() } }
    #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    #expect(RandomNumberSource.seeded(1)({ $0.next() }) != numbers[0])
  }

  @Test("a shared generator hands each number out once, also inside its own use")
  func aSharedGeneratorHandsEachNumberOutOnce() async {
    let source = RandomNumberSource.seeded(7)
    let all = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<20 {
        group.addTask {
          (0..<50).flatMap { _ in source { outer in [outer.next(), source { $0.next() }] } }
        }
      }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(all.count == 2_000)
  }

  @Test("sources of chance time and place have no test value")
  func sourcesOfChanceTimeAndPlaceHaveNoTestValue() {
    let found = messages {
      _ = Everything().names
    }
    #expect(
      found.compactMap { $0.text.split(separator: " ").first }.sorted() == [
        #"'\.calendar'"#, #"'\.continuousClock'"#, #"'\.date'"#, #"'\.locale'"#,
        #"'\.randomNumberGenerator'"#, #"'\.suspendingClock'"#, #"'\.timeZone'"#, #"'\.uuid'"#,
      ]
    )
    #expect(
      found.first { $0.text.contains("date") }?.text == #"""
        '\.date' has no test value: no override is in effect, and the key has no 'testValue'.

        Its live value was used. To fix this, override '$0.date' in the test store or with \#
        'withDependencies'.
        """#)
  }

  @Test("live values are those of the system") func liveValuesAreThoseOfTheSystem() {
    withDependencies {
      $0.context = .live
    } operation: {
      let everything = Everything()
      #expect(everything.continuousClock is ContinuousClock)
      #expect(everything.suspendingClock is SuspendingClock)
      #expect(abs(everything.date.now.timeIntervalSinceNow) < 3_600)
      #expect(everything.uuid() != everything.uuid())
      #expect(everything.random { $0.next() } != everything.random { $0.next() })
      #expect(!everything.names.contains(""))
    }
  }

  // MARK: - Fixtures

  private struct Everything {
    @Dependency(\.continuousClock) var continuousClock
    @Dependency(\.suspendingClock) var suspendingClock
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.randomNumberGenerator) var random
    @Dependency(\.calendar) var calendar
    @Dependency(\.locale) var locale
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.context) var context
    @Dependency(\.log) var log

    var names: [String] {
      [
        "\(continuousClock)", "\(suspendingClock)", "\(date.now)", "\(uuid())", "\(random)",
        "\(calendar.identifier)", locale.identifier, timeZone.identifier, "\(context)",
        "\(type(of: log))",
      ]
    }
  }
}
