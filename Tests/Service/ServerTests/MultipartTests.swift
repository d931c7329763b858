// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract

@testable import WindowboxServer

@Suite("Multipart forms") struct MultipartTests {
    private struct Part: Hashable {
        var name: String
        var fileName: String?
        var bytes: [UInt8] = []
    }

    private static func read(_ pieces: [[UInt8]]) throws -> (parts: [Part], isAtEnd: Bool) {
        var reader = try MultipartReader(boundary: "edge")
        var parts: [Part] = []
        var ended = 0
        for piece in pieces {
            for found in try reader.read(piece) {
                switch found {
                case .part(let name, let fileName): parts.append(Part(name: name, fileName: fileName))
                case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
                case .partEnd: ended += 1
                }
            }
        }
        #expect(!reader.isAtEnd || ended == parts.count)
        return (parts, reader.isAtEnd)
    }

    private static let form = Array(
        """
        preamble\r
        --edge\r
        Content-Disposition: form-data; name="channel_id"\r
        \r
        c1\r
        --edge\r
        content-disposition:form-data;name=empty\r
        X-Other: 1\r
        \r
        \r
        --edge \t\r
        Content-Disposition: form-data; name="file"; filename="a b.mp4"\r
        Content-Type: video/mp4\r
        \r
        a\r\n--edg\r\n\r\n-edge--\r
        --edge--\r
        epilogue
        """.utf8)
    private static let parts = [
        Part(name: "channel_id", bytes: Array("c1".utf8)), Part(name: "empty"),
        Part(name: "file", fileName: "a b.mp4", bytes: Array("a\r\n--edg\r\n\r\n-edge--".utf8)),
    ]

    @Test("Parts are read the same in chunks of any size", arguments: 1...80) func cuts(size: Int) throws {
        let pieces = stride(from: 0, to: Self.form.count, by: size).map { Array(Self.form[$0..<min(Self.form.count, $0 + size)]) }
        let (parts, isAtEnd) = try Self.read(pieces)
        #expect(parts == Self.parts)
        #expect(isAtEnd)
    }

    @Test("The end of a form is recognized") func ends() throws {
        // The last boundary is complete once its two dashes are.
        let end = Self.form.count - "\r\nepilogue".utf8.count
        for length in 0..<end { #expect(try !Self.read([Array(Self.form[..<length])]).isAtEnd) }
        #expect(try Self.read([Array(Self.form[..<end])]).isAtEnd)
    }

    @Test("Parts may contain any bytes", arguments: UInt64(1)..<60) func roundTrip(seed: UInt64) throws {
        var state = seed
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        // The bytes that make up boundaries, so that partial ones are frequent.
        let alphabet = Array("\r\n-edg".utf8)
        let content = (0..<random(400)).map { _ in alphabet[random(alphabet.count)] }
        let boundary = Array("\r\n--edge".utf8)
        guard !content.indices.contains(where: { content[$0...].starts(with: boundary) }) else { return }
        let form = VideoCreationTests.form([("n", "v")], file: content)
        var pieces: [[UInt8]] = []
        var rest = form[...]
        while !rest.isEmpty {
            let count = min(rest.count, 1 + random(30))
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let (parts, isAtEnd) = try Self.read(pieces)
        #expect(isAtEnd)
        #expect(parts.last?.bytes == content)
    }

    @Test(
        "Malformed forms are refused",
        arguments: [
            "--edgex\r\n", "--edge\r\nContent-Type: a\r\n\r\n", "--edge\r\nContent-Disposition: form-data\r\n\r\n",
            "--edge\r\nContent-Disposition: attachment; name=a\r\n\r\n", "--edge\r\n" + String(repeating: "a", count: 20_000),
            "--edge" + String(repeating: " ", count: 400),
            String(repeating: "--edge\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 65),
        ]) func malformed(text: String)
    {
        #expect(throws: APIError.self) { _ = try Self.read([Array(text.utf8)]) }
    }

    @Test("A boundary has at most 70 characters") func boundaries() {
        for text in ["", String(repeating: "a", count: 71), "a\r\nb"] {
            #expect(throws: APIError.self) { _ = try MultipartReader(boundary: text) }
        }
        #expect(MediaTypeCheck.parameter("boundary", of: "multipart/form-data; charset=x; Boundary=\"a b\"") == "a b")
        #expect(MediaTypeCheck.parameter("boundary", of: "multipart/form-data;boundary=abc ; x=y") == "abc")
        #expect(MediaTypeCheck.parameter("boundary", of: "multipart/form-data") == nil)
    }
}
