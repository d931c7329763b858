// SPDX-License-Identifier: Apache-2.0

/// Status line and header of a response.
struct HTTPHead: Hashable, Sendable {
    var status: Int
    /// The reason phrase; empty in HTTP/2.
    var reason: String
    var headers: TransportHeaders = [:]

    /// The length of the body as announced.
    var contentLength: Int? { headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }

    /// The phrase for messages: the standard's for common statuses, otherwise the server's.
    var phrase: String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 410: "Gone"
        case 416: "Range Not Satisfiable"
        case 429: "Too Many Requests"
        case 451: "Unavailable For Legal Reasons"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        default: String(reason.prefix(100))
        }
    }
}

/// Reads heads from header lines. Heads of interim responses (1xx) are skipped.
struct HTTPHeadParser {
    enum Step: Hashable { case more, head(HTTPHead), malformed(String) }

    /// Limits the size of a header in bytes, interim responses included.
    static let maximumBytes = 80 << 10

    /// Whether a status line was read, be it that of an interim response.
    private(set) var hasStatus = false
    private var head: HTTPHead?
    private var bytes = 0

    /// - Parameter line: one line with its end; an empty line ends a head.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
        bytes += line.count
        guard bytes <= Self.maximumBytes else { return .malformed("its header is longer than \(Self.maximumBytes) bytes") }
        let end = line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? 0
        let text = line[..<end]
        guard !text.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            return .malformed("a header line has a character that HTTP doesn't allow")
        }
        guard !text.isEmpty else { return ended() }
        guard head != nil else { return status(text) }
        // The continuation of the line before (RFC 9112 5.2).
        if text[0] == 0x20 || text[0] == 0x09 {
            head?.headers.continueLast(with: Self.value(text))
            return .more
        }
        guard let colon = text.firstIndex(of: 0x3A), colon > 0 else { return .malformed("a header line has no name") }
        let name = String(decoding: text[..<colon], as: UTF8.self)
        let value = Self.value(text[(colon + 1)...])
        if name.lowercased() == "content-length", let other = head?.headers["Content-Length"], other != value {
            return .malformed("it has two different lengths")
        }
        head?.headers.add(name, value)
        return .more
    }

    private mutating func ended() -> Step {
        guard let head else { return .malformed("it has no status line") }
        guard (100..<200).contains(head.status), head.status != 101 else { return .head(head) }
        self.head = nil
        return .more
    }

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`, or SHOUTcast's `ICY 200 OK`.
    private mutating func status(_ line: Slice<UnsafeRawBufferPointer>) -> Step {
        let words = line.split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, words[1].count == 3, let status = Int(String(decoding: words[1], as: UTF8.self)), status >= 100 else {
            return .malformed("its status line is invalid")
        }
        hasStatus = true
        head = HTTPHead(status: status, reason: words.count > 2 ? String(decoding: words[2], as: UTF8.self) : "")
        return .more
    }

    private static func value(_ text: Slice<UnsafeRawBufferPointer>) -> String {
        let start = text.drop { $0 == 0x20 || $0 == 0x09 }
        let end = start.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.map { String(decoding: start[...$0], as: UTF8.self) } ?? ""
    }
}
