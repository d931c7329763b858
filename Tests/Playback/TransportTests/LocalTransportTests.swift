// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxStreaming
import WindowboxTransport

@Suite("Files and data URLs")
struct LocalTransportTests {
    @Test(
        "Data URLs are read as in RFC 2397 and in common variations",
        arguments: [
            ("data:,A%20brief%20note", "text/plain;charset=US-ASCII", "A brief note"),
            ("data:text/plain;charset=utf-8,a,b", "text/plain;charset=utf-8", "a,b"),
            ("DATA:text/vtt;base64,SGVsbG8=", "text/vtt", "Hello"),
            ("data:;base64,SGVsbG8", "text/plain;charset=US-ASCII", "Hello"),
            ("data:;BASE64,SGVs%0AbG8%3D", "text/plain;charset=US-ASCII", "Hello"),
            ("data:;charset=x;base64,Pz8_", "text/plain;charset=x", "???"),
            ("data:,100%", "text/plain;charset=US-ASCII", "100%"),
            ("data:,", "text/plain;charset=US-ASCII", ""),
        ])
    func dataURLs(_ url: String, type: String, text: String) throws {
        let content = try DataURL(url)
        #expect(content.mediaType == type)
        #expect(String(decoding: content.bytes, as: UTF8.self) == text)
    }

    @Test("Invalid data URLs are an error", arguments: ["data:", "data:text/plain", "http://a/,", "data:;base64,$$$$", "data:;base64,A"])
    func badDataURLs(_ url: String) {
        #expect(throws: TransportError.self) { try DataURL(url) }
    }

    @Test(
        "Folders, devices, other hosts and paths with NUL are refused",
        arguments: [
            "/", "file:///", "/dev/null", "file://server/share/a.ts", "file:relative", "/tmp/\u{0}x", "",
        ])
    func badFiles(_ url: String) async {
        let error = await failure { () throws(TransportError) in try await FileTransport().open(TransportRequest(url)) }
        #expect(error != nil)
    }

    @Test("A folder and a device are told apart", arguments: [("/", "folder"), ("/dev/null", "device")])
    func kinds(_ path: String, _ word: String) async {
        let error = await failure { () throws(TransportError) in try await FileTransport().open(TransportRequest(path)) }
        #expect(error?.message.contains(word) == true)
    }

    @Test("A name with spaces and special characters works as a path and as a URL, and the response has an absolute URL")
    func names() async throws {
        let file = try TemporaryFile([1, 2, 3])
        let address = URL(fileURLWithPath: file.path).absoluteString
        for url in [file.path, address, address + "?query#fragment"] {
            let response = try await FileTransport().open(TransportRequest(url))
            #expect(response.url.hasPrefix("file:///"))
            #expect(try await response.body.collect() == [1, 2, 3])
        }
    }

    @Test("A file that shrinks while it is read is reported as truncated")
    func shrinking() async throws {
        let file = try TemporaryFile(sampleBytes(5000))
        let response = try await FileTransport(chunkBytes: 1000).open(TransportRequest(file.path))
        try FileHandle(forWritingTo: URL(fileURLWithPath: file.path)).truncate(atOffset: 1500)
        let error = await failure { () throws(TransportError) in try await response.body.collect() }
        #expect(error?.cause == .truncated)
    }

    @Test("A removed or renamed file stays readable for those who have it open, and for no one else")
    func removed() async throws {
        let content = sampleBytes(5000)
        let file = try TemporaryFile(content)
        let transport = FileTransport(chunkBytes: 1000)
        let reading = try await transport.open(TransportRequest(file.path))
        // Another read that has completed does not close the file.
        _ = try await transport.open(TransportRequest(file.path, span: ByteSpan(offset: 9, length: 1))).body.collect()
        try FileManager.default.removeItem(atPath: file.path)
        let address = URL(fileURLWithPath: file.path).absoluteString
        let elsewhere = try await transport.open(TransportRequest(address, span: ByteSpan(offset: 4000, length: 1000)))
        #expect(try await elsewhere.body.collect() == Array(content[4000...]))
        #expect(try await reading.body.collect() == content)
        let error = await failure { () throws(TransportError) in try await FileTransport().open(TransportRequest(address)) }
        #expect(error?.cause == .notFound)
    }

    @Test(
        "Network content can't refer to files, but users and files can",
        arguments: [
            ("https://example.com/a.m3u8", false), ("http://example.com/a", false), ("icy://example.com/a", false),
            ("file:///home/a.m3u8", true), ("/home/a.m3u8", true),
            (nil, true), ("data:application/x-mpegurl,x", false), ("DATA:,", false),
        ] as [(String?, Bool)])
    func referrers(_ referrer: String?, isAllowed: Bool) async throws {
        let file = try TemporaryFile([1])
        for url in [file.path, URL(fileURLWithPath: file.path).absoluteString] {
            let request = TransportRequest(url: url, referrer: referrer)
            let error = await failure { () throws(TransportError) in try await RoutingTransport().open(request) }
            #expect(error?.cause == (isAllowed ? nil : .refused))
        }
    }

    @Test("A relative address in a data URL is an error that asks for an absolute one")
    func relativeInData() async {
        let request = TransportRequest(url: "segment.ts", referrer: "data:application/x-mpegurl,x")
        let error = await failure { () throws(TransportError) in try await RoutingTransport().open(request) }
        #expect(error?.cause == .address)
        #expect(error?.message.contains("absolute") == true)
    }

    @Test(
        "An empty URL and one with a misspelt scheme are URL errors, not missing files",
        arguments: [("", "empty"), ("  ", "empty"), ("ht!tp://example.com/a", "ht!tp"), ("://example.com", "scheme")])
    func misspelt(url: String, word: String) async {
        let error = await failure { () throws(TransportError) in try await RoutingTransport().open(TransportRequest(url)) }
        #expect(error?.cause == .address)
        #expect(error?.message.contains(word) == true)
    }

    @Test("A path may contain what looks like the start of a URL")
    func oddPath() async {
        let error = await failure { () throws(TransportError) in try await RoutingTransport().open(TransportRequest("/films/a://b")) }
        #expect(error?.cause == .notFound)
    }

    @Test(
        "A file name may begin like a URL",
        arguments: ["Alien: Romulus.mkv", "Alien:Romulus.mkv", "C:film.mkv", "http: a story.mkv", "data: old.mkv", "10:30.mkv"])
    func colonInName(name: String) async throws {
        struct Files: Transport {
            func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
                let bytes = Array(request.url.utf8)
                return TransportResponse(url: request.url, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes)]))
            }
        }
        #expect(try await RoutingTransport(files: Files()).bytes(of: TransportRequest(name)) == Array(name.utf8))
        let error = await failure { () throws(TransportError) in try await RoutingTransport().open(TransportRequest(name)) }
        #expect(error?.cause == (name == "Alien:Romulus.mkv" ? .address : .notFound))
    }

    @Test("Names with a colon open no files for network content")
    func colonFromNetwork() async {
        let request = TransportRequest(url: "alien:/etc/passwd", referrer: "https://example.com/a.m3u8")
        let error = await failure { () throws(TransportError) in try await RoutingTransport().open(request) }
        #expect(error?.cause == .address)
    }

    @Test("The application's loader comes first, then private schemes, and unknown schemes are an error")
    func routing() async throws {
        struct Fixed: Transport {
            var bytes: [UInt8]
            func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
                TransportResponse(url: request.url, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes)]))
            }
        }
        let transport = RoutingTransport(schemes: ["vault": Fixed(bytes: [1])]) { request in
            request.url.hasSuffix(".own") ? Fixed(bytes: [2]) : nil
        }
        #expect(try await transport.bytes(of: TransportRequest("VAULT:abc")) == [1])
        #expect(try await transport.bytes(of: TransportRequest("https://example.invalid/a.own")) == [2])
        for url in ["ftp://a/b", "javascript:x", "C+1.-:x"] {
            #expect(await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }?.cause == .address)
        }
        for url in ["http://", "http:///a", "https:a", "http://[", "http:// /"] {
            let error = await failure { () throws(TransportError) in try await transport.open(TransportRequest(url)) }
            #expect(error != nil, "\(url)")
        }
    }
}
