// SPDX-License-Identifier: Apache-2.0

/// A response of an origin.
public struct OriginResponse: Sendable {
    /// The source of a body.
    public enum Body: Sendable {
        case bytes([UInt8])
        /// A range of a file, sent by the kernel.
        case file(path: String, range: Range<Int>)
        /// Written while it is sent; chunked unless the headers announce a length.
        case stream(@Sendable (OriginWriter) async throws -> Void)
        /// Bytes instead of a response, including the status line. The connection closes after them.
        case raw([UInt8])
        /// No response at all, until the client disconnects.
        case silence
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Body
    /// A delay in milliseconds before the head is sent.
    public var delay: Int

    public init(status: Int = 200, headers: [(name: String, value: String)] = [], body: Body = .bytes([]), delay: Int = 0) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
    }

    public static func text(_ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8") -> OriginResponse {
        OriginResponse(status: status, headers: [("Content-Type", type)], body: .bytes(Array(text.utf8)))
    }

    public static func redirect(to location: String, status: Int = 302) -> OriginResponse {
        OriginResponse(status: status, headers: [("Location", location)])
    }

    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
