// SPDX-License-Identifier: Apache-2.0

/// Ads that are requested before their break.
public struct PrefetchSchedule: Hashable, Sendable, Codable {
    public struct Window: Hashable, Sendable, Codable {
        /// Seconds since 1970.
        public var start: Double
        public var end: Double

        public init(start: Double, end: Double) {
            self.start = start
            self.end = end
        }

        func contains(_ time: Double) -> Bool { start <= time && time < end }
    }

    public struct Criterion: Hashable, Sendable, Codable {
        /// A variable of a break, such as `scte.event_id`.
        public var variable: String
        public var value: String

        public init(_ variable: String, _ value: String) {
            self.variable = variable
            self.value = value
        }
    }

    public var id: String
    /// When to ask the ad server.
    public var retrieval: Window
    /// When the ads may be used.
    public var consumption: Window
    /// All must match, at most five; if there are none, the ads go into the first break in the window.
    public var criteria: [Criterion]
    /// Added to the request.
    public var variables: [String: String]

    public static let maxCriteria = 5
    /// The limit of active schedules.
    public static let limit = 25

    public init(id: String, retrieval: Window, consumption: Window, criteria: [Criterion] = [], variables: [String: String] = [:]) {
        self.id = id
        self.retrieval = retrieval
        self.consumption = consumption
        self.criteria = Array(criteria.prefix(Self.maxCriteria))
        self.variables = variables
    }

    func takes(at now: Double, variables: [String: String]) -> Bool {
        consumption.contains(now) && criteria.allSatisfy { variables[$0.variable] == $0.value }
    }
}
