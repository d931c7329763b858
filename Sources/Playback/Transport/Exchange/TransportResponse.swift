// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// The head of an answer, and its body to read.
public struct TransportResponse: Sendable {
    /// As HTTP has it: 200, or 206 for a span. Transports without statuses use the same two.
    public var status: Int
    public var headers: TransportHeaders
    /// After redirects, absolute.
    public var url: String
    /// Bytes of ``body``, when announced.
    public var contentLength: Int?
    public var body: TransportBody

    public init(status: Int = 200, headers: TransportHeaders = [:], url: String, contentLength: Int?, body: TransportBody) {
        self.status = status
        self.headers = headers
        self.url = url
        self.contentLength = contentLength
        self.body = body
    }

    /// The facts of the head that a session asks for.
    public var head: ResponseHead {
        ResponseHead(
            status: status, url: url, contentLength: contentLength, age: headers["Age"].flatMap(Double.init),
            date: headers["Date"].flatMap { HTTPDate($0)?.secondsSince1970 },
            serverThroughput: headers["CMSD-Dynamic"].flatMap(estimatedThroughput))
    }
}

/// The `etp` value of a CMSD-Dynamic field (CTA-5006): kbit/s. With several hops, the last one is nearest to the client.
private func estimatedThroughput(_ field: String) -> Double? {
    var found: Double?
    for part in field.split(whereSeparator: { $0 == "," || $0 == ";" }) {
        let pair = part.split(separator: "=", maxSplits: 1)
        if pair.count == 2, pair[0].drop(while: { $0 == " " }) == "etp" { found = Double(pair[1]) ?? found }
    }
    return found
}
