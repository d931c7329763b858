// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxContract
import WindowboxOrigin

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create a sample library, serve it on this machine and play it.",
        discussion: """
            The first start creates a dozen clips and a live channel with ffmpeg and espeak-ng and keeps them in the cache folder. A \
            service shows them on web pages, with Studio to manage them. With a display, its feed opens in a window; without one, a \
            clip and the live channel are played, a timeline is printed and stills are saved.
            """)

    @Option(help: "Keep the sample library in this folder.", completion: .directory)
    var library: String?

    @Option(help: "The port of the service; a free port by default.")
    var port = 0

    @Option(name: .customLong("for"), help: "Stop after this many seconds; 12 by default without a display.")
    var seconds: Double?

    @Flag(help: "Do not open a window, even if there is a display.")
    var headless = false

    @Flag(help: "Only serve the library, until interrupted.")
    var serveOnly = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        if let seconds, !seconds.isValidDuration { throw ValidationError("--for must be more than 0 seconds, not \(seconds)") }
    }

    /// - Throws: a ``Failure`` if no service could listen on the port.
    static func check(_ port: Int) throws {
        guard port > 0, FreePort.find(port, on: .loopback) == nil else { return }
        throw Failure.failed("cannot use port \(port): choose another with --port, or omit --port to use a free one")
    }

    func run() async throws {
        CodecLog.quiet()
        // Checked before the work that takes minutes.
        try Self.check(port)
        let library = DemoLibrary(folder: library)
        let lock = try library.lock()
        defer { withExtendedLifetime(lock) {} }
        try await library.make()
        let studio = try await StudioCredentials.make(library)
        let ads = DemoAds(library, port: port)
        let service = try await DemoService(library, port: ads?.port ?? port, settings: ads?.settings ?? [])
        let show = DemoPresenter(seconds: seconds, isHeadless: headless, onlyServes: serveOnly)
        do {
            try await ServiceGuard.run(until: { await service.ended() }) { try await show.run(service, studio, hasAds: ads != nil) }
        } catch {
            await service.stop()
            throw error
        }
        await service.stop()
    }
}
