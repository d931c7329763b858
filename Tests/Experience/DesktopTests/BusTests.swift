// SPDX-License-Identifier: Apache-2.0

import CGIO
import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxPlayer

@testable import WindowboxDesktop

@MainActor @Suite("Session bus", .timeLimit(.minutes(2)))
struct BusTests {
    /// The part of a desktop's screen saver that players call.
    @MainActor private final class ScreenSaver {
        let name = "org.freedesktop.ScreenSaver"
        let (asked, tell) = AsyncStream.makeStream(of: String.self)

        func offer(on bus: BusConnection) -> BusRegistration {
            let description = """
                <interface name="\(name)"><method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
                <arg type="u" direction="out"/></method><method name="UnInhibit"><arg type="u" direction="in"/></method></interface>
                """
            return bus.offer(
                BusInterface(
                    name: name, description: description,
                    call: { [tell] method, arguments in
                        tell.yield("\(method) \(arguments.first?.string ?? String(arguments.first?.integer ?? -1))")
                        return method == "Inhibit" ? [.uint32(7)] : []
                    }, properties: { [:] }, set: { name, _ in throw BusMethodError.readOnly(name) }), at: "/org/freedesktop/ScreenSaver")
        }
    }

    @Test("1.26: The screen is kept on while video plays, and released when it pauses or closes")
    func inhibition() async throws {
        let (desktop, bus) = (try BusConnection(), try BusConnection())
        let saver = ScreenSaver()
        let offer = saver.offer(on: desktop)
        try await desktop.requestName(saver.name)
        let inhibitor = IdleInhibitor(on: bus, application: "Windowbox")
        let stream = try GeneratedStreams.named("file-start-mp4")
        var player: Player? = Player(items: [.simple(url: stream.url)])
        inhibitor.follow(player!)
        player?.play()
        var asked = saver.asked.makeAsyncIterator()
        #expect(await asked.next() == "Inhibit Windowbox")
        player?.pause()
        #expect(await asked.next() == "UnInhibit 7")
        player?.play()
        #expect(await asked.next() == "Inhibit Windowbox")
        player = nil
        #expect(await asked.next() == "UnInhibit 7")
        await desktop.release(saver.name)
        withExtendedLifetime(offer) {}
    }

    @Test("LB-16: Without a bus the error says so")
    func noBus() {
        let error = #expect(throws: BusError.self) { try BusConnection(address: "unix:path=/nonexistent/bus") }
        #expect(error?.code == .noBus)
        #expect(error?.description.contains("/nonexistent/bus") == true)
    }

    @Test("A refusal of the other side is an error with its message")
    func refusal() async throws {
        let bus = try BusConnection()
        let error = await #expect(throws: BusError.self) { try await bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "Fly") }
        #expect(error?.code == .call)
        #expect(error?.description.contains("org.freedesktop.DBus.Fly") == true)
    }

    @Test("A name owned by another connection is refused")
    func taken() async throws {
        let (first, second) = (try BusConnection(), try BusConnection())
        let name = "org.windowbox.Test\(UUID().uuidString.prefix(8))"
        try await first.requestName(name)
        try await first.requestName(name)
        await #expect(throws: BusError.self) { try await second.requestName(name) }
        await first.release(name)
        try await second.requestName(name)
    }

    @Test(
        "Values arrive as they were sent",
        arguments: [
            BusValue.string("a\u{e9}"), .objectPath("/a/b"), .bool(true), .int32(-5), .uint32(7), .int64(.min), .uint64(.max), .double(0.5),
            .strings(["a", ""]), .strings([]), .dictionary(["k": .variant(.strings(["v"]))]), .dictionary([:]),
            .tuple([.int32(1), .variant(.string("x"))]), .array([.uint32(1), .uint32(2)], of: "u"),
        ])
    func values(value: BusValue) {
        let made = g_variant_ref_sink(value.made)!
        defer { g_variant_unref(made) }
        #expect(BusValue(made) == value)
    }

    @Test("A string is stripped of characters that D-Bus can't carry")
    func nulls() {
        let made = g_variant_ref_sink(BusValue.string("a\0b").made)!
        defer { g_variant_unref(made) }
        #expect(BusValue(made) == .string("ab"))
    }
}
