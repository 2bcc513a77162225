package import RatchetDependencies

// Clients of which this module has the interface only, as a module of features has them.

/// A client whose live value is in the module of the tests.
package struct WeatherClient: TestDependencyKey {
  package var forecast: @Sendable () -> String

  package init(forecast: @escaping @Sendable () -> String) {
    self.forecast = forecast
  }

  package static var testValue: WeatherClient { WeatherClient { "test" } }
  package static var previewValue: WeatherClient { WeatherClient { "preview" } }
}

/// A client that nothing gives a live value.
package struct UnlinkedClient: TestDependencyKey {
  package var number: Int

  package init(number: Int = 1) {
    self.number = number
  }

  package static var testValue: UnlinkedClient { UnlinkedClient() }
}

/// A key that is not its own value, and that nothing gives a live value.
package enum UnlinkedKey: TestDependencyKey {
  package static var testValue: String { "test" }
}

extension DependencyValues {
  package var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }

  package var unlinked: UnlinkedClient {
    get { self[UnlinkedClient.self] }
    set { self[UnlinkedClient.self] = newValue }
  }
}
