// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

/// A response of a ``ScriptedNetwork``.
public struct ScriptedAnswer: Sendable {
    public enum Ending: Sendable {
        case whole
        /// The connection breaks after this many bytes.
        case drop(atByte: Int)
        /// Nothing more arrives after this many bytes.
        case stall(atByte: Int)
    }
    public var status: Int
    public var headers: TransportHeaders
    public var bytes: [UInt8]
    public var ending: Ending
    /// Seconds before the head, in addition to the latency of the network.
    public var delay: Double
    /// The URL after redirects; nil for the requested URL.
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
    /// Never sends a head.
    public static let silence = ScriptedAnswer(delay: .infinity)
}
