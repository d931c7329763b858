// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

@Suite("Responses at the edge of HTTP", .timeLimit(.minutes(1)))
struct RawResponseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var bytes: String
        var body: String?
        var cause: TransportError.Cause?
        var testDescription: String { String(bytes.prefix(80)).debugDescription }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    static let readable = [
        Case(bytes: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n\(ok)Content-Length: 2\r\n\r\nok", body: "ok"),
        Case(bytes: "\(ok)\r\nuntil the end", body: "until the end"),
        Case(bytes: "HTTP/1.0 200 OK\r\n\r\nold", body: "old"),
        Case(bytes: "HTTP/1.1 204 No Content\r\n\r\n", body: ""),
        Case(bytes: "\(ok)Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n", body: "ok"),
        Case(bytes: "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", body: "ok"),
        Case(bytes: "\(ok)Content-Length: 99999999999999999999999\r\n\r\nok", body: "ok"),
        Case(bytes: "\(ok)A: 1\r\n 2\r\nContent-Length: 2\r\n\r\nok", body: "ok"),
        Case(bytes: "\(ok)Content-Length: 2\r\n\r\nok and more", body: "ok"),
        Case(bytes: "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-1/2\r\nContent-Length: 2\r\n\r\nok", body: "ok"),
    ]

    static let broken = [
        Case(bytes: "\u{1}\u{2} garbage\r\n\r\n", cause: .malformed),
        Case(bytes: "<html>no header</html>", cause: .malformed),
        Case(bytes: "HTTP/7.3 200 OK\r\nContent-Length: 2\r\n\r\nok", cause: .malformed),
        Case(bytes: "\(ok)Content-Length: abc\r\n\r\nok", cause: .malformed),
        Case(bytes: "\(ok)Content-Length: -5\r\n\r\nok", cause: .malformed),
        Case(bytes: "\(ok)Content-Length: 2\r\nContent-Length: 3\r\n\r\nokk", cause: .malformed),
        Case(bytes: "\(ok)no colon\r\nContent-Length: 2\r\n\r\nok", cause: .malformed),
        Case(bytes: "\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nZZ\r\nxx\r\n0\r\n\r\n", cause: .malformed),
        Case(
            bytes: ok + String(repeating: "A: \(String(repeating: "b", count: 90))\r\n", count: 1000) + "Content-Length: 1\r\n\r\nx",
            cause: .malformed),
        Case(bytes: "\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\nxx", cause: .truncated),
        Case(bytes: "\(ok)Content-Length: 100\r\n\r\nabc", cause: .truncated),
        Case(bytes: "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\nok", cause: .malformed),
        Case(bytes: "HTTP/1.1 304 Not Modified\r\n\r\n", cause: .status),
        Case(bytes: "\(ok)Content-Le", cause: .connection),
        Case(bytes: "HTT", cause: .connection),
    ]

    private func load(_ example: Case) async throws -> Result<[UInt8], TransportError> {
        let origin = try await FaultyOrigin { _ in OriginResponse(body: .raw(Array(example.bytes.utf8))) }
        do throws(TransportError) {
            return .success(try await HTTPTransport().bytes(of: TransportRequest(origin.address + "/a")))
        } catch {
            return .failure(error)
        }
    }

    @Test("Unusual responses are read", arguments: readable)
    func reads(_ example: Case) async throws {
        #expect(String(decoding: try await load(example).get(), as: UTF8.self) == example.body)
    }

    @Test("Broken responses are errors with their cause", arguments: broken)
    func refuses(_ example: Case) async throws {
        guard case .failure(let error) = try await load(example) else {
            Issue.record("the response was accepted")
            return
        }
        #expect(error.cause == example.cause, "\(error)")
    }
}
