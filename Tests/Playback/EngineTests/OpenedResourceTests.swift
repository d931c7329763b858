// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Retries at a source's URL") struct OpenedResourceTests {
    /// Fails the same way each time, and counts the requests.
    private final class Broken: Transport {
        private let error: TransportError
        let requests = Watched(0)
        var asked: Int { requests.value }

        init(_ error: TransportError) { self.error = error }

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            requests.change { $0 += 1 }
            throw error
        }
    }

    private static let address = "http://localhost/index.m3u8"

    /// Answers with texts by address, and keeps the requests.
    private final class Shelf: Transport {
        private let texts: [String: String]
        private let asked = Mutex<[TransportRequest]>([])
        var requests: [TransportRequest] { asked.withLock { $0 } }

        init(_ texts: [String: String]) { self.texts = texts }

        func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            asked.withLock { $0.append(request) }
            guard let text = texts[request.url] else { throw TransportError(.notFound, url: request.url, message: "no") }
            let chunks = text.utf8.map { ByteChunk([$0]) }
            return TransportResponse(url: request.url, contentLength: chunks.count, body: TransportBody(chunks))
        }
    }

    private func opened(_ address: String, _ shelf: Shelf) async throws -> (prefix: String, address: String) {
        let (request, policy) = (TransportRequest(url: address), RecoveryPolicy())
        let first = try await OpenedResource.open(request, with: shelf, policy: policy) {}
        let (resource, last) = try await first.followingList(request, with: shelf, policy: policy, longest: 1000) {}
        return (String(decoding: resource.prefix, as: UTF8.self), last.url)
    }

    @Test(
        "The only address of a list is opened instead of it",
        arguments: [
            ("http://radio/listen.m3u", "\u{FEFF}#EXTM3U\r\n#EXTINF:-1,Radio X\r\n http://host/live \r\n"),
            ("http://radio/listen.M3U?a=b", "../live"), ("http://host/a/list.php", "#EXTM3U\n#EXTINF:-1 a=\"b\",X\n/live\n"),
            ("http://host/x.m3u8", "#EXTM3U\n\n#a comment\n#EXTINF:-1,X\nlive"),
        ]) func list(_ address: String, _ text: String) async throws
    {
        let host = address.hasPrefix("http://radio/listen.M3U") ? "http://radio/live" : "http://host/live"
        let shelf = Shelf([address: text, host: "sound"])
        let opened = try await opened(address, shelf)
        #expect(opened.prefix == "sound")
        #expect(opened.address == host)
        // So that a list of the network opens no local file.
        #expect(shelf.requests.last?.referrer == address)
    }

    @Test(
        "Streams, longer lists and other files are left as they are",
        arguments: [
            ("http://host/a.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"), ("http://host/a.m3u", "#EXTM3U\na\nb\n"),
            ("http://host/a.m3u", "\u{0}a"), ("http://host/a.mp3", "a"), ("http://host/a.m3u", "#EXTM3U\n"),
            ("http://host/a.m3u", "#EXTM3U\n" + String(repeating: "#", count: 2000) + "\na"),
        ]) func others(_ address: String, _ text: String) async throws
    {
        let shelf = Shelf([address: text])
        let opened = try await opened(address, shelf)
        #expect(text.hasPrefix(opened.prefix))
        #expect(opened.prefix.count >= min(64, text.count))
        #expect(opened.address == address)
        #expect(shelf.requests.count == 1)
    }

    @Test(
        "What isn't media is recognized by its first bytes",
        arguments: [
            ("", FailureReason?.some(.empty)), ("<!DOCTYPE html><html>", .webPage), ("\u{FEFF}\n <HTML lang=en>", .webPage),
            ("<?xml version=\"1.0\"?>\n<!-- a -->\n<!doctype html PUBLIC>", .webPage), ("<!-- comment", .text), ("<head><title>", .webPage),
            ("Dear reader,\nthis is a letter.\n", .text), ("日本語の文章です。\n", .text), ("%PDF-1.7\n%âãÏÓ", .document),
            ("PK\u{3}\u{4}\u{14}", .archive), ("\u{0}\u{0}\u{0}\u{18}ftypmp42", nil), ("\u{1A}E\u{1}\u{2}", nil),
            ("RIFF\u{0}\u{1}AVI", nil),
        ]) func foreign(text: String, reason: FailureReason?) async throws
    {
        #expect(ForeignContent.likely(Array(text.utf8)) == reason)
        let shelf = Shelf([Self.address: text])
        let opened = try await OpenedResource.open(TransportRequest(url: Self.address), with: shelf, policy: RecoveryPolicy()) {}
        // Only what can't be anything else is refused without trying.
        #expect(opened.rejection?.reason == (reason == .empty || reason == .webPage ? reason : nil))
    }

    @Test("A file that turns out to be no media is called what it seems to be")
    func turnsOut() {
        func error(_ code: CodecError.Code, _ content: StreamingError.FileContent) -> StreamingError {
            StreamingError(CodecError(code, "no"), nil, address: "a", isLocal: true, content: content)
        }
        for code in [CodecError.Code.malformed, .unsupported] {
            #expect(error(code, .foreign(.text)).reason == .text)
            #expect(error(code, .foreign(.text)).message.hasPrefix("it is a text"))
            #expect(error(code, .foreign(nil)).reason == nil)
            #expect(error(code, .media).reason == nil)
        }
        // Encrypted files and those that can't be read are what their error says.
        #expect(error(.locked, .foreign(.text)).reason == nil)
        #expect(error(.source, .foreign(.text)).reason == nil)
    }

    @Test(
        "An unresponsive URL is tried twice, and one with broken responses four times",
        arguments: [
            (TransportError.Cause.timeout, TransportError.Limit?.some(.firstByte), 2), (.timeout, .connect, 2), (.timeout, .idle, 4),
            (.connection, nil, 4), (.address, nil, 1),
        ]) func tries(_ cause: TransportError.Cause, _ limit: TransportError.Limit?, _ tries: Int) async
    {
        let transport = Broken(TransportError(cause, url: Self.address, message: "no", limit: limit))
        var policy = RecoveryPolicy()
        policy.firstDelay = 0
        await #expect(throws: TransportError.self) {
            try await OpenedResource.open(TransportRequest(url: Self.address), with: transport, policy: policy) {}
        }
        #expect(transport.asked == tries)
    }

    @Test("A load that is cancelled in the pause before a retry ends at once, as cancelled", .timeLimit(.minutes(1)))
    func cancelled() async {
        let transport = Broken(TransportError(.connection, url: Self.address, message: "no"))
        var policy = RecoveryPolicy()
        policy.firstDelay = policy.longestRetryAfter
        let load = Task { [policy] () -> TransportError.Cause? in
            do throws(TransportError) {
                _ = try await OpenedResource.open(TransportRequest(url: Self.address), with: transport, policy: policy) {}
                return nil
            } catch { return error.cause }
        }
        await transport.requests.reaches { $0 == 1 }
        load.cancel()
        #expect(await load.value == .cancelled)
        #expect(transport.asked == 1)
    }
}
