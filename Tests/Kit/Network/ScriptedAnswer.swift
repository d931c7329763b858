// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// What a ``ScriptedNetwork`` answers.
public struct ScriptedAnswer: Sendable {
    public enum Ending: Sendable {
        case whole
        /// The connection breaks after so many bytes.
        case drop(atByte: Int)
        /// Nothing more comes after so many bytes.
        case stall(atByte: Int)
    }
    public var status: Int
    public var headers: TransportHeaders
    public var bytes: [UInt8]
    public var ending: Ending
    /// Seconds before the head, beyond the latency of the network.
    public var delay: Double
    /// Where it came from after redirects; nil is the address asked.
    public var url: String?

    public init(
        status: Int = 200, headers: TransportHeaders = [:], bytes: [UInt8] = [], ending: Ending = .whole, delay: Double = 0,
        url: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.bytes = bytes
        self.ending = ending
        self.delay = delay
        self.url = url
    }

    public static let notFound = ScriptedAnswer(status: 404)
    /// Never a head.
    public static let silence = ScriptedAnswer(delay: .infinity)
}
