// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxTransport

@Suite("Heads of HTTP responses")
struct HTTPHeadTests {
    /// The last step after these lines.
    private func step(_ lines: [String]) -> HTTPHeadParser.Step {
        var parser = HTTPHeadParser()
        var step = HTTPHeadParser.Step.more
        for line in lines { step = Array((line + "\r\n").utf8).withUnsafeBytes { parser.take($0) } }
        return step
    }

    @Test("Status and fields are read in order")
    func plain() {
        #expect(
            step(["HTTP/1.1 206 Partial Content", "A: 1", "b:2 ", "a: \t3", "C:", ""])
                == .head(HTTPHead(status: 206, reason: "Partial Content", headers: ["A": "1", "b": "2", "a": "3", "C": ""])))
    }

    @Test("A status line needs no reason", arguments: ["HTTP/2 204", "HTTP/2 204 ", "HTTP/1.0 204", "ICY 204"])
    func withoutReason(line: String) { #expect(step([line, ""]) == .head(HTTPHead(status: 204, reason: ""))) }

    @Test("Interim responses are skipped, a change of protocol isn't")
    func interim() {
        #expect(
            step(["HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "A: 1", ""])
                == .head(HTTPHead(status: 200, reason: "OK", headers: ["A": "1"])))
        #expect(step(["HTTP/1.1 101 Switching", ""]) == .head(HTTPHead(status: 101, reason: "Switching")))
    }

    @Test("A folded line continues the value before it")
    func folded() {
        #expect(step(["HTTP/1.1 200 OK", "A: 1", "  2", ""]) == .head(HTTPHead(status: 200, reason: "OK", headers: ["A": "1 2"])))
    }

    @Test(
        "Lines that are not HTTP are errors",
        arguments: [
            ["HTTP/1.1"], ["HTTP/1.1 2000 OK"], ["HTTP/1.1 abc OK"], ["HTTP/1.1 099 OK"], [""], ["HTTP/1.1 200 OK", ": 1"],
            ["HTTP/1.1 200 OK", "no colon"], ["HTTP/1.1 200 OK", "A: 1\rB: 2"], ["HTTP/1.1 200 OK", "A: \0"],
            ["HTTP/1.1 200 OK", "Content-Length: 1", "content-length: 2"],
        ])
    func malformed(lines: [String]) {
        guard case .malformed = step(lines) else {
            Issue.record("\(lines) were accepted")
            return
        }
    }

    @Test("The same length twice is accepted")
    func repeatedLength() {
        guard case .head(let head) = step(["HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 1", ""]) else {
            Issue.record("no head")
            return
        }
        #expect(head.contentLength == 1)
    }

    @Test("A header has a limit, interim responses included")
    func limit() {
        var parser = HTTPHeadParser()
        let line = Array("HTTP/1.1 100 Continue\r\n".utf8)
        let field = Array("A: \(String(repeating: "a", count: 1000))\r\n".utf8)
        let end = Array("\r\n".utf8)
        var steps = 0
        while steps < 1000 {
            var isOver = false
            for part in [line, field, end] {
                if case .malformed = part.withUnsafeBytes({ parser.take($0) }) { isOver = true }
            }
            if isOver { break }
            steps += 1
        }
        #expect(steps == HTTPHeadParser.maximumBytes / (line.count + field.count + end.count))
    }

    @Test("Bytes that aren't text don't end the program")
    func bytes() {
        var parser = HTTPHeadParser()
        for line in [[0xFF, 0xFE], [], [0x0D], [0x00, 0x0A]] as [[UInt8]] {
            guard case .malformed = line.withUnsafeBytes({ parser.take($0) }) else {
                Issue.record("\(line) was accepted")
                return
            }
        }
    }
}
