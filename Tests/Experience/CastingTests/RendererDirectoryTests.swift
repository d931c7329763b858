// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxCasting

@Suite("Finding renderers")
struct RendererDirectoryTests {
    private func answer(_ location: String = "http://h/d.xml", lifetime: String = "max-age=60") -> String {
        "HTTP/1.1 200 OK\r\nCache-Control: \(lifetime)\r\nEXT:\r\nLOCATION: \(location)\r\n"
            + "ST: urn:schemas-upnp-org:device:MediaRenderer:1\r\nUSN: uuid:1::urn:schemas-upnp-org:device:MediaRenderer:1\r\n\r\n"
    }

    private func read(_ text: String) -> SSDPMessage? { SSDPMessage(Array(text.utf8)) }

    private func renderer(_ name: String) throws -> Renderer {
        try Renderer(Array(RendererTexts.description(name: name).utf8), location: "http://h/d.xml")
    }

    @Test("Responses and notices of renderers are read, and others ignored")
    func messages() throws {
        let name = "uuid:1::urn:schemas-upnp-org:device:MediaRenderer:1"
        #expect(read(answer()) == .present(name: name, location: "http://h/d.xml", lifetime: 60))
        let notice = "NOTIFY * HTTP/1.1\nNTS: ssdp:byebye\nNT: urn:schemas-upnp-org:device:MediaRenderer:2\nUSN: uuid:2\n\n"
        #expect(read(notice) == .leaving(name: "uuid:2"))
        #expect(read(notice.replacing("byebye", with: "alive")) == nil)
        #expect(read(answer().replacing("MediaRenderer", with: "MediaServer")) == nil)
        #expect(read(answer("file:///etc/passwd")) == nil)
        #expect(read("") == nil)
        #expect(read(String(decoding: SSDPMessage.search(host: "239.255.255.250:1900", wait: 1), as: UTF8.self)) == nil)
        #expect(SSDPMessage([UInt8](repeating: 0xFF, count: 4000)) == nil)
        let usual = SSDPMessage.present(name: name, location: "http://h/d.xml", lifetime: 1800)
        #expect(read(answer(lifetime: "no-cache")) == usual)
        #expect(read(answer(lifetime: "max-age=x")) == usual)
    }

    @Test("A renderer that responds is described once, and then listed")
    func found() throws {
        var directory = RendererDirectory()
        let now = Instant(seconds: 1)
        #expect(directory.handle(.begin, at: now).contains(.search))
        let message = try #require(read(answer()))
        #expect(directory.handle(.received(message), at: now).contains(.describe("http://h/d.xml")))
        #expect(!directory.handle(.received(message), at: now).contains(.describe("http://h/d.xml")))
        #expect(directory.handle(.described("http://h/d.xml", try renderer("A")), at: now).contains(.publish))
        #expect(directory.renderers.map(\.name) == ["A"])
    }

    @Test("A renderer that leaves or expires is removed from the list")
    func leaving() throws {
        var directory = RendererDirectory()
        var now = Instant(seconds: 1)
        let message = try #require(read(answer()))
        for _ in 0..<2 {
            _ = directory.handle(.received(message), at: now)
            _ = directory.handle(.described("http://h/d.xml", try renderer("A")), at: now)
            #expect(directory.renderers.count == 1)
            #expect(directory.handle(.woken, at: now + 59).contains(.publish) == false)
            #expect(directory.handle(.woken, at: now + 61).contains(.publish))
            #expect(directory.renderers.isEmpty)
            now = now + 100
        }
        _ = directory.handle(.received(message), at: now)
        _ = directory.handle(.described("http://h/d.xml", try renderer("A")), at: now)
        let leaving = SSDPMessage.leaving(name: "uuid:1::urn:schemas-upnp-org:device:MediaRenderer:1")
        #expect(directory.handle(.received(leaving), at: now).contains(.publish))
    }

    @Test("The search is sent three times in a row, then once a minute, and failed descriptions are requested again")
    func searches() throws {
        var directory = RendererDirectory()
        var now = Instant(seconds: 1)
        var actions = directory.handle(.begin, at: now)
        let message = try #require(read(answer()))
        _ = directory.handle(.received(message), at: now)
        _ = directory.handle(.notDescribed("http://h/d.xml", .unreachable("silence", at: "http://h")), at: now)
        #expect(!directory.handle(.received(message), at: now).contains(.describe("http://h/d.xml")))
        for wait in [1.0, 1.0, 60.0] {
            guard case .wake = actions.last else {
                Issue.record("the directory never wakes")
                return
            }
            #expect(!directory.handle(.woken, at: now + wait * 0.9).contains(.search))
            now = now + wait
            actions = directory.handle(.woken, at: now)
            #expect(actions.contains(.search))
            _ = directory.handle(.received(message), at: now)
        }
        #expect(directory.renderers.isEmpty)
    }

    private func descriptions(in actions: [RendererDirectory.Action]) -> [String] {
        actions.compactMap { if case .describe(let location) = $0 { location } else { nil } }
    }

    @Test("Flooding the network with names fills neither the memory nor the network")
    func flood() {
        var directory = RendererDirectory()
        let now = Instant(seconds: 1)
        var waiting: [String] = []
        for number in 0..<2000 {
            let message = SSDPMessage.present(name: "uuid:\(number)", location: "http://h/\(number)", lifetime: 60)
            waiting += descriptions(in: directory.handle(.received(message), at: now))
        }
        #expect(waiting.count == RendererDirectory.maxPending)
        var described = 0
        while let location = waiting.popLast() {
            described += 1
            waiting += descriptions(in: directory.handle(.notDescribed(location, .unreachable("silence", at: location)), at: now))
        }
        #expect(described == RendererDirectory.capacity)
    }

    @Test("A device that announces itself at a second address stays in the list")
    func twoAddresses() throws {
        var directory = RendererDirectory()
        let now = Instant(seconds: 1)
        let (old, new) = ("http://h/d.xml", "http://other/d.xml")
        _ = directory.handle(.received(.present(name: "uuid:1", location: old, lifetime: 60)), at: now)
        _ = directory.handle(.described(old, try renderer("A")), at: now)
        let actions = directory.handle(.received(.present(name: "uuid:1", location: new, lifetime: 60)), at: now)
        #expect(descriptions(in: actions) == [new])
        #expect(!actions.contains(.publish))
        #expect(directory.renderers.map(\.location) == [old])
        let moved = try Renderer(Array(RendererTexts.description(name: "A").utf8), location: new)
        #expect(directory.handle(.described(new, moved), at: now).contains(.publish))
        #expect(directory.renderers.map(\.location) == [new])
    }

    @Test("A device that announces ever new addresses does not make others load them all at once")
    func moving() {
        var directory = RendererDirectory()
        let asked = (0..<2000).flatMap { number in
            let message = SSDPMessage.present(name: "uuid:1", location: "http://h/\(number)", lifetime: 60)
            return descriptions(in: directory.handle(.received(message), at: Instant(seconds: 1)))
        }
        #expect(asked.count == RendererDirectory.maxPending)
        let next = directory.handle(.notDescribed("http://h/0", .unreachable("silence", at: "http://h")), at: Instant(seconds: 2))
        #expect(descriptions(in: next) == ["http://h/1999"])
    }
}
