// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxXML

@testable import WindowboxCasting

@Suite("UPnP messages")
struct RendererWordsTests {
    private func renderer(_ text: String) throws -> Renderer { try Renderer(Array(text.utf8), location: "http://10.0.0.7:1234/d/desc.xml") }

    @Test("A description has the device and its services, with URLs relative to it or to its URLBase")
    func description() throws {
        let device = try renderer(RendererTexts.description(name: "A &amp; B"))
        #expect(device.name == "A & B")
        #expect(device.id == "uuid:scripted")
        #expect(device.transport.control == "http://10.0.0.7:1234/control/AVTransport")
        let other = try renderer(RendererTexts.description(base: "<URLBase>http://10.0.0.8/x/</URLBase>"))
        #expect(other.transport.control == "http://10.0.0.8/control/AVTransport")
    }

    @Test(
        "An invalid description is refused with its URL",
        arguments: [
            "", "{}", "<root>", "<root/>", RendererTexts.description().replacing("AVTransport", with: "Dimming"),
            RendererTexts.description().replacing("<UDN>uuid:scripted</UDN>", with: ""),
            RendererTexts.description().replacing("/control/AVTransport", with: "file:///etc/passwd"),
            "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><root>&b;</root>",
            "<!DOCTYPE r SYSTEM \"file:///etc/passwd\"><root/>",
            String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200),
            "<a>" + String(repeating: "<b/>", count: 6000) + "</a>",
        ])
    func wrong(text: String) throws {
        let error = try #require(throws: CastingError.self) { _ = try renderer(text) }
        #expect(error.code == .malformed)
        #expect(error.message.contains("10.0.0.7"))
    }

    @Test("An oversized document is not parsed")
    func long() throws {
        let text = "<a>" + String(repeating: " ", count: 2 << 20) + "</a>"
        #expect(throws: CastingError.self) { try renderer(text) }
    }

    @Test("Calls have their arguments escaped and in order")
    func call() throws {
        let call = SOAPCall(Renderer.Service(type: "urn:t:1", control: "http://h/c"), "SetX", [("A", "<&\">"), ("B", "2\u{1}")])
        let root = try RendererMarkup.parse(call.body, from: "here")
        #expect(root.find("SetX")?.children.map(\.name) == ["A", "B"])
        #expect(root.find("SetX")?.children.map(\.text) == ["<&\">", "2"])
        #expect(call.header == "\"urn:t:1#SetX\"")
    }

    @Test("Responses are read, errors keep their number, and malformed ones are neither")
    func answers() throws {
        let call = SOAPCall(Renderer.Service(type: "urn:t:1", control: "http://h/c"), "Play")
        let fine = try call.values(status: 200, Array(RendererTexts.answer("Play", [("A", "1")]).utf8))
        #expect(fine == ["A": "1"])
        let refused = try #require(throws: CastingError.self) {
            _ = try call.values(status: 500, Array(RendererTexts.fault(716, "Resource not found").utf8))
        }
        #expect(refused.status == 716)
        #expect(refused.code == .unplayable)
        #expect(refused.message.contains("Resource not found"))
        #expect(refused.message.contains("http://h/c"))
        for (status, text) in [(200, "<html/>"), (200, ""), (500, "oops"), (200, RendererTexts.answer("Stop"))] {
            let error = #expect(throws: CastingError.self) { _ = try call.values(status: status, Array(text.utf8)) }
            #expect(error?.code == .malformed)
        }
        #expect(throws: CastingError.self) { _ = try call.values(status: 404, []) }
    }

    @Test("Supported media match any name of a type, and a renderer without a list gets anything")
    func protocols() {
        let info = ProtocolInfo(sink: "http-get:*:video/mpeg:DLNA.ORG_PN=X,rtsp:*:video/mp4:*, http-get:*:audio/L16;rate=44100:*,junk,:::")
        #expect(info.takes("video/mp2t"))
        #expect(info.takes("audio/l16"))
        #expect(!info.takes("video/mp4"))
        #expect(!info.takesPlaylists)
        #expect(ProtocolInfo(sink: "").takes("video/mp4"))
        #expect(ProtocolInfo(sink: "http-get:*:*:*").takes("x/y"))
        #expect(ProtocolInfo(sink: "http-get:*:application/x-mpegURL:*").takesPlaylists)
        #expect(ProtocolInfo(sink: "http-get:*:video/*:*").takes("video/webm"))
    }

    @Test("DIDL-Lite has title, class, duration and seek capabilities")
    func didl() throws {
        var media = CastMedia(address: "http://h/a?b&c", type: "video/mp4", title: "A < B", duration: 61, size: 7)
        let root = try RendererMarkup.parse(Array(DIDLLite.text(media).utf8), from: "here")
        #expect(root.find("title")?.text == "A < B")
        #expect(root.find("class")?.text == "object.item.videoItem")
        #expect(root.find("res")?.text == "http://h/a?b&c")
        #expect(DIDLLite.text(media).contains("DLNA.ORG_OP=01"))
        #expect(DIDLLite.text(media).contains("duration=\"0:01:01\""))
        media.startPositions = [0]
        #expect(DIDLLite.text(media).contains("DLNA.ORG_OP=10"))
        media.isLive = true
        #expect(DIDLLite.text(media).contains("DLNA.ORG_OP=00"))
    }

    @Test(
        "Byte ranges follow HTTP",
        arguments: [
            ("bytes=0-3", MediaRange.part(0..<4)), ("bytes=6-", .part(6..<10)), ("bytes=-4", .part(6..<10)), ("bytes=8-99", .part(8..<10)),
            ("bytes=10-", .outside), ("bytes=-0", .outside), ("bytes=3-1", .whole), ("bytes=0-1,4-5", .whole), ("items=0-1", .whole),
            ("bytes=a-b", .whole), ("bytes=-", .whole),
        ])
    func ranges(field: String, range: MediaRange) { #expect(MediaRange(field, of: 10) == range) }

    @Test("A time seek returns the entry before it, counted from the start of the URL")
    func timeSeek() {
        let seek = TimeSeek(startPositions: [0, 4, 8], duration: 12)
        #expect(seek.response(to: "npt=5.5-", from: 0) == TimeSeek.Response(entry: 4, field: "npt=4.000-12.000/12.000 bytes=*"))
        #expect(seek.response(to: "npt=0:00:04.5-0:00:06", from: 4) == TimeSeek.Response(entry: 8, field: "npt=4.000-8.000/8.000 bytes=*"))
        #expect(seek.response(to: "npt=1-", from: 4)?.entry == 4)
        for field in ["npt=12-", "npt=-3", "bytes=0-", "npt=x-", "", "npt=1e999-"] { #expect(seek.response(to: field, from: 0) == nil) }
        #expect(MediaKind.uncarried(["avc1.64001f", " mp4a.40.2", "stpp.ttml.im1t"]) == nil)
        #expect(MediaKind.uncarried(["avc1.64001f", "fLaC"]) == "fLaC")
    }
}
