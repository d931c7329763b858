// SPDX-License-Identifier: Apache-2.0

/// A fault that a ``FaultyOrigin`` introduces into a response.
public enum Fault: Hashable, Sendable {
    /// Announces the full length and closes the connection after this many bytes of the body.
    case drop(atByte: Int)
    /// Announces no length and closes before the chunked body is complete.
    case truncate(toBytes: Int)
    /// Closes the connection without responding.
    case close
    case slow(bytesPerSecond: Int)
    /// Sends this many bytes and then nothing more, on an open connection.
    case stall(atByte: Int)
    case delayHead(milliseconds: Int)
    case status(Int, retryAfter: String? = nil)
    case contentType(String)
    /// Announces a length that is this many bytes too large, or too small if negative.
    case wrongLength(by: Int)
    case redirect(to: String, status: Int = 302)
    /// Redirects this many times in a chain, and then serves the content.
    case redirectChain(Int)
    /// Sends bytes that are not HTTP.
    case garbage
    /// Repeats the content endlessly as the body.
    case endless
    /// Accepts the request and never responds.
    case noResponse
    /// Responds to a range request with the full content and status 200.
    case ignoresRange
    /// Responds to a range request with a different range.
    case wrongRange
    /// Responds to a range request without Content-Range.
    case noRange
    /// Sends a header of this many bytes.
    case hugeHeader(Int)
}

/// Selects the requests to which a fault applies.
public struct FaultRule: Hashable, Sendable {
    /// A path pattern in which `*` matches any characters.
    public var pattern: String
    /// Counted from 1 among the requests that match the pattern.
    public var requests: ClosedRange<Int>
    public var fault: Fault

    public init(_ pattern: String, requests: ClosedRange<Int> = 1...Int.max, _ fault: Fault) {
        self.pattern = pattern
        self.requests = requests
        self.fault = fault
    }
}

/// Whether a text matches a pattern in which `*` stands for any characters.
func fits(_ pattern: String, _ text: String) -> Bool {
    let (pattern, text) = (Array(pattern.utf8), Array(text.utf8))
    var (p, t, star, mark) = (0, 0, -1, 0)
    while t < text.count {
        if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
            (star, mark) = (p, t)
            p += 1
        } else if p < pattern.count, pattern[p] == text[t] {
            p += 1
            t += 1
        } else if star >= 0 {
            p = star + 1
            mark += 1
            t = mark
        } else {
            return false
        }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
}
