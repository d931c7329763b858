// SPDX-License-Identifier: Apache-2.0

/// Facts about playing for a collector (CTA-5004-B, event mode), to be sent by POST. Nothing depends on its arrival.
public struct ClientReport: Hashable, Sendable {
    /// How events are written into a body.
    public enum Format: Hashable, Sendable {
        /// A line of structured fields for each event: `application/cmcd`.
        case lines
        /// An array of objects: `application/json`.
        case json

        public var contentType: String {
            switch self {
            case .lines: "application/cmcd"
            case .json: "application/json"
            }
        }
    }

    /// Absolute.
    public var url: String
    public var format: Format
    public var body: String
    public init(url: String, format: Format, body: String) {
        self.url = url
        self.format = format
        self.body = body
    }
}

/// Where events are reported, and which.
public struct ClientCollector: Hashable, Sendable {
    /// Absolute.
    public var url: String
    public var format = ClientReport.Format.lines
    /// Each answer to a request is reported as well (response mode).
    public var reportsResponses = false
    /// Seconds between reports on how playing goes; 0 for none.
    public var interval = 30.0
    /// Events that are sent together; what is older than ``patience`` is sent whatever its number.
    public var batch = 8
    /// Seconds.
    public var patience = 5.0

    public init(url: String) { self.url = url }
}
