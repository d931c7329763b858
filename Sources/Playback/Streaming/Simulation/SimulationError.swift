// SPDX-License-Identifier: Apache-2.0

/// Why something can't be simulated.
public struct SimulationError: Error, Hashable, Sendable {
    /// The kind of error; more may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs, such as `deadTrace`. It is not meant for users.
        public let name: String
        init(_ name: String) { self.name = name }
        /// No period of the trace carries bits, so no session would end.
        public static let deadTrace = Code("deadTrace")
        /// A number that no trace or movie can have.
        public static let impossibleNumber = Code("impossibleNumber")
        /// A movie without segments or levels, or with rows of unequal length.
        public static let malformedMovie = Code("malformedMovie")
    }
    /// The kind of error, to be matched with the static members of ``Code``.
    public var code: Code
    /// Human-readable cause, location and remedy.
    public var message: String
    public init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }
}
