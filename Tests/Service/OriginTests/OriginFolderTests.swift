// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxOrigin

@Suite("Folder as a web site")
final class OriginFolderTests {
    private let base: String
    private let folder: OriginFolder

    init() throws {
        base = NSTemporaryDirectory() + "windowbox-\(UUID().uuidString)"
        let files = FileManager.default
        try files.createDirectory(atPath: base + "/site/sub dir", withIntermediateDirectories: true)
        try files.createDirectory(atPath: base + "/site-secret", withIntermediateDirectories: true)
        for (path, text) in [
            ("/site/a.m3u8", "#EXTM3U\n"), ("/site/sub dir/ä.ts", "0123456789"), ("/secret", "s"), ("/site-secret/x", "s"),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: base + path))
        }
        try files.createSymbolicLink(atPath: base + "/site/out", withDestinationPath: base + "/secret")
        try files.createSymbolicLink(atPath: base + "/site/in", withDestinationPath: base + "/site/a.m3u8")
        folder = try OriginFolder(base + "/site")
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    private func request(_ path: String, method: String = "GET", _ headers: [String: String] = [:]) -> OriginRequest {
        OriginRequest(
            method: method, path: path, query: nil, body: [], connection: 0, time: 0,
            fields: headers.map { .init(name: $0.key, value: $0.value) })
    }

    @Test(
        "Nothing outside of the folder is served",
        arguments: [
            "/../secret", "/..%2fsecret", "/%2e%2e/secret", "/sub%20dir/../../secret", "/out", "/../site-secret/x", "//etc/passwd",
            "/sub%20dir",
            "/sub%20dir/%2e%2e/a.m3u8", "/sub%20dir/../a.m3u8", "/sub%20dir%2f%C3%A4.ts", "/sub%20dir%2F..%2Fa.m3u8",
            "/sub%20dir%5c%C3%A4.ts", "/sub%20dir%2F%CC%B8a.m3u8",
            "/sub%20dir//%C3%A4.ts", "/./a.m3u8", "/..%5csecret", "/%+9", "/%-0",
            "/", "", "a.m3u8", "/a.m3u8%00.ts", "/%zz", "/%", "/missing", "/a.m3u8/", "/%ff",
        ])
    func outside(_ path: String) { #expect(folder.answer(request(path)).status == 404) }

    @Test("Names with spaces and non-ASCII letters are served, and links within the folder are followed")
    func inside() {
        let response = folder.answer(request("/sub%20dir/%C3%A4.ts"))
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "video/mp2t")
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(folder.answer(request("/in")).status == 200)
        #expect(folder.answer(request("/a.m3u8")).header("Content-Type") == "application/vnd.apple.mpegurl")
    }

    @Test("A matching ETag gets a response without a body, another one the file")
    func tags() throws {
        let tag = try #require(folder.answer(request("/a.m3u8")).header("ETag"))
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            #expect(folder.answer(request("/a.m3u8", ["If-None-Match": known])).status == 304)
        }
        #expect(folder.answer(request("/a.m3u8", ["If-None-Match": "\"x\""])).status == 200)
        #expect(folder.answer(request("/a.m3u8", ["If-Range": tag, "Range": "bytes=0-1"])).status == 206)
        #expect(folder.answer(request("/a.m3u8", ["If-Range": "\"x\"", "Range": "bytes=0-1"])).status == 200)
    }

    @Test("Ranges are served, unsatisfiable ones refused, and methods checked")
    func ranges() {
        let part = folder.answer(request("/sub%20dir/%C3%A4.ts", ["Range": "bytes=-3"]))
        #expect(part.status == 206)
        #expect(part.header("Content-Range") == "bytes 7-9/10")
        let outside = folder.answer(request("/sub%20dir/%C3%A4.ts", ["Range": "bytes=10-"]))
        #expect(outside.status == 416)
        #expect(outside.header("Content-Range") == "bytes */10")
        #expect(folder.answer(request("/a.m3u8", method: "POST")).status == 405)
        #expect(folder.answer(request("/a.m3u8", method: "OPTIONS")).status == 204)
    }

    @Test("A missing folder is an error")
    func missing() { #expect(throws: OriginFolderMissing.self) { try OriginFolder(base + "/none") } }

    @Test("Dates are written in HTTP format")
    func dates() {
        #expect(httpDate(seconds: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(httpDate(seconds: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(httpDate(seconds: 951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
        #expect(httpDate(seconds: -1) == "Wed, 31 Dec 1969 23:59:59 GMT")
    }
}
