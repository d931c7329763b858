// SPDX-License-Identifier: Apache-2.0

/// Why something cannot be simulated.
public struct SimulationError: Error, Hashable, Sendable {
    /// More may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        init(_ name: String) { self.name = name }
        /// A trace without a period that carries bits: no session over it would end.
        public static let deadTrace = Code("deadTrace")
        /// A number that no trace or movie can have.
        public static let impossibleNumber = Code("impossibleNumber")
        /// A movie without segments or levels, or with rows of unequal length.
        public static let malformedMovie = Code("malformedMovie")
    }
    public var code: Code
    /// Cause, place and cure, for people.
    public var message: String
    public init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }
}
