// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// The head of a response, and its body to be read.
public struct TransportResponse: Sendable {
    /// The HTTP status: 200, or 206 for a byte range. Other transports use the same two.
    public var status: Int
    /// The header fields of the response; empty for transports without any.
    public var headers: TransportHeaders
    /// The absolute URL after redirects.
    public var url: String
    /// Length of ``body`` in bytes, if announced.
    public var contentLength: Int?
    /// The body, which is received while it is read.
    public var body: TransportBody

    public init(status: Int = 200, headers: TransportHeaders = [:], url: String, contentLength: Int?, body: TransportBody) {
        self.status = status
        self.headers = headers
        self.url = url
        self.contentLength = contentLength
        self.body = body
    }

    /// The response head for a session.
    public var head: ResponseHead {
        ResponseHead(
            status: status, url: url, contentLength: contentLength, age: headers["Age"].flatMap(Double.init),
            date: headers["Date"].flatMap { HTTPDate($0)?.secondsSince1970 },
            modified: headers["Last-Modified"].flatMap { HTTPDate($0)?.secondsSince1970 },
            server: ServerData(fixed: joined("CMSD-Static"), dynamic: joined("CMSD-Dynamic")))
    }

    private func joined(_ name: String) -> String? {
        let values = headers.values(name)
        return values.isEmpty ? nil : values.joined(separator: ",")
    }
}
