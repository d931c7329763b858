// SPDX-License-Identifier: Apache-2.0

/// A playback report for a collector (CTA-5004-B, event mode), to be sent by POST. Delivery is not guaranteed.
public struct ClientReport: Hashable, Sendable {
    /// How events are written into the body.
    public enum Format: Hashable, Sendable {
        /// One line of structured fields per event: `application/cmcd`.
        case lines
        /// An array of objects: `application/json`.
        case json

        /// The value of the `Content-Type` header.
        public var contentType: String {
            switch self {
            case .lines: "application/cmcd"
            case .json: "application/json"
            }
        }
    }

    /// Absolute URL of the collector.
    public var url: String
    /// The format of ``body``.
    public var format: Format
    /// The report as text; one or several lines.
    public var body: String
    public init(url: String, format: Format, body: String) {
        self.url = url
        self.format = format
        self.body = body
    }
}

/// A server that receives events, and which events it receives.
public struct ClientCollector: Hashable, Sendable {
    /// Absolute URL.
    public var url: String
    /// The format in which reports are sent.
    public var format = ClientReport.Format.lines
    /// Whether each response to a request is reported as well (response mode).
    public var reportsResponses = false
    /// Seconds between periodic playback reports; 0 for none.
    public var interval = 30.0
    /// Number of events that are sent together; events older than ``maxDelay`` are sent regardless.
    public var batch = 8
    /// The longest that an event waits, in seconds.
    public var maxDelay = 5.0

    public init(url: String) { self.url = url }
}
