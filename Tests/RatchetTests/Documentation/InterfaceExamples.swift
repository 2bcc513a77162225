// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import RatchetTesting

// The examples of keys without a live value, and of models; see `DocumentationTests`.

public struct WeatherClient: TestDependencyKey {
  public var forecast: @Sendable (String) async throws -> String

  public init(forecast: @escaping @Sendable (String) async throws -> String) {
    self.forecast = forecast
  }

  public static let testValue = WeatherClient(forecast: unimplemented("WeatherClient.forecast"))
  public static let previewValue = WeatherClient { "Sunny in \($0)." }
}

extension WeatherClient: DependencyKey {
  public static let liveValue = WeatherClient { city in try await download(city) }
}

private func download(_ city: String) async throws -> String { city }

private func keptByAModel() async {
  let model = withDependencies {
    $0.facts.fetch = { "\($0) is a number." }
  } operation: {
    FactModel()
  }
  await model.load(1)
}

private final class FactModel {
  @Dependency(FactClient.self) var facts

  func load(_ number: Int) async { _ = try? await facts.fetch(number) }
}

@MainActor final class ListModel {
  @Dependency(FactClient.self) var facts
  var detail: DetailModel?

  func rowTapped(_ number: Int) {
    detail = withDependencies(from: self) { DetailModel(number) }
  }
}

struct DetailModel {
  let number: Int
  @Dependency(FactClient.self) var facts

  init(_ number: Int) {
    self.number = number
  }
}
