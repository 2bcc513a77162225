import RatchetDependencies
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct BuiltInKeysTests {
  @Test("counted identifiers start at zero for each source")
  func countedIdentifiersStartAtZeroForEachSource() {
    func read() -> [String] {
      withDependencies {
        $0.uuid = .incrementing
      } operation: {
        @Dependency(\.uuid) var uuid
        return (0..<3).map { _ in uuid().uuidString }
      }
    }
    let expected = (0..<3).map { "00000000-0000-0000-0000-00000000000\($0)" }
    #expect(read() == expected)
    #expect(read() == expected)
  }

  @Test("an identifier is made of its number")
  func identifiersOfNumbers() {
    let uuid = UUIDGenerator.incrementing
    #expect((0..<300).allSatisfy { uuid() == UUID($0) })
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
    let date = Date(timeIntervalSince1970: 1_000)
    let id = UUID()
    withDependencies {
      $0.date = .constant(date)
      $0.uuid = .constant(id)
    } operation: {
      @Dependency(\.date) var now
      @Dependency(\.uuid) var uuid
      #expect(now() == date && now.now == date)
      #expect(uuid() == id && uuid() == id)
    }
  }

  @Test("a seed gives the same numbers in every run") func aSeedGivesTheSameNumbersInEveryRun() {
    let source = RandomNumberSource.seeded(0)
    let numbers = (0..<3).map { _ in source { $0.next() } }
    #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    let again = RandomNumberSource.seeded(0)
    #expect((0..<3).map { _ in again { $0.next() } } == numbers)
    #expect(RandomNumberSource.seeded(1)({ $0.next() }) != numbers[0])
  }

  @Test("a shared generator hands each number out once")
  func aSharedGeneratorHandsEachNumberOutOnce() async {
    let source = RandomNumberSource.seeded(7)
    let all = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<20 { group.addTask { (0..<100).map { _ in source { $0.next() } } } }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(all.count == 2_000)
  }

  @Test("a generator may be used inside its own use") func aGeneratorMayBeUsedInsideItsOwnUse() {
    let source = RandomNumberSource.seeded(0)
    let numbers = source { outer in
      [outer.next(), source { $0.next() }, outer.next()]
    }
    #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
  }

  @Test("sources of chance time and place have no test value")
  func sourcesOfChanceTimeAndPlaceHaveNoTestValue() {
    let found = messages {
      _ = Everything().names
    }
    #expect(
      found.compactMap { $0.text.split(separator: " ").dropFirst(3).first }.sorted() == [
        "CalendarKey", "ContinuousClockKey", "DateKey", "LocaleKey", "RandomNumberKey",
        "SuspendingClockKey", "TimeZoneKey", "UUIDKey",
      ]
    )
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
