// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxContract

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a sample library, serve it on this machine and play it.",
        discussion: """
            A dozen clips and a live channel are made with ffmpeg and espeak-ng on the first start and kept in the cache folder. A service \
            shows them as pages in a browser, with Studio to run it. With a display its feed opens in a window; without one a clip and \
            the live channel play, a timeline is printed and stills are left to look at.
            """)

    @Option(help: "Keep the sample library in this folder.", completion: .directory)
    var library: String?

    @Option(help: "The port of the service; any that is free when left out.")
    var port = 0

    @Option(name: .customLong("for"), help: "Stop after so many seconds; without a display after 12.")
    var seconds: Double?

    @Flag(help: "Open no window even where there is a display.")
    var headless = false

    @Flag(help: "Only serve the library, until interrupted.")
    var serveOnly = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port takes 0 to 65535") }
        if let seconds, !seconds.isLength { throw ValidationError("--for takes a number of seconds above 0, not \(seconds)") }
    }

    func run() async throws {
        CodecLog.quiet()
        // Before the work that takes minutes.
        try LocalPort.check(port)
        let library = DemoLibrary(folder: library)
        let lock = try library.lock()
        defer { withExtendedLifetime(lock) {} }
        try await library.make()
        let studio = try await DemoStudio.make(library)
        let ads = DemoAds(library, port: port)
        let service = try await DemoService(library, port: ads?.port ?? port, settings: ads?.settings ?? [])
        let show = DemoShow(seconds: seconds, isHeadless: headless, onlyServes: serveOnly)
        do {
            try await ServiceWatch.run(until: { await service.ended() }) { try await show.run(service, studio, hasAds: ads != nil) }
        } catch {
            await service.stop()
            throw error
        }
        await service.stop()
    }
}
