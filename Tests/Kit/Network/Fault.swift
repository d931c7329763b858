// SPDX-License-Identifier: Apache-2.0

/// What a ``FaultyOrigin`` does wrong with an answer.
public enum Fault: Hashable, Sendable {
    /// Announces everything and closes the connection after so many bytes of the body.
    case drop(atByte: Int)
    /// Announces no length and closes before the end of the chunked body.
    case truncate(toBytes: Int)
    /// Closes before any answer.
    case close
    case slow(bytesPerSecond: Int)
    /// Sends so many bytes and then nothing more, on an open connection.
    case stall(atByte: Int)
    case delayHead(milliseconds: Int)
    case status(Int, retryAfter: String? = nil)
    case contentType(String)
    /// Announces so many bytes more than there are, or fewer when negative.
    case wrongLength(by: Int)
    case redirect(to: String, status: Int = 302)
    /// Each redirect leads to the next, so many times, and then to the content.
    case redirectChain(Int)
    /// Bytes that are no HTTP.
    case garbage
    /// A body of the content over and over without an end.
    case endless
    /// Takes the request and never answers.
    case noResponse
    /// Answers a range with everything and status 200.
    case ignoresRange
    /// Answers a range with other bytes than those asked for.
    case wrongRange
    /// Answers a range without saying which.
    case noRange
    /// A header of so many bytes.
    case hugeHeader(Int)
}

/// Which answers a fault befalls.
public struct FaultRule: Hashable, Sendable {
    /// A path in which `*` stands for any characters.
    public var pattern: String
    /// Counted from 1 among the requests that the pattern fits.
    public var requests: ClosedRange<Int>
    public var fault: Fault

    public init(_ pattern: String, requests: ClosedRange<Int> = 1...Int.max, _ fault: Fault) {
        self.pattern = pattern
        self.requests = requests
        self.fault = fault
    }
}

/// Whether a text fits a pattern in which `*` stands for any characters.
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
