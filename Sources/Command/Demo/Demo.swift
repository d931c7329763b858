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

    @Option(help: "Keep the sample library in this folder.")
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
        let library = DemoLibrary(folder: library)
        let lock = try library.lock()
        defer { withExtendedLifetime(lock) {} }
        try await library.make()
        let studio = try await DemoStudio.make(library)
        let ads = DemoAds(library, port: port)
        let service = try await DemoService(library, port: ads?.port ?? port, settings: ads?.settings ?? [])
        do { try await show(service, studio, hasAds: ads != nil) } catch {
            await service.stop()
            throw error
        }
        await service.stop()
    }

    private func show(_ service: DemoService, _ studio: DemoStudio, hasAds: Bool) async throws {
        let reader = try await FeedReader(address: service.address, app: DemoLibrary.app)
        let page = try await reader.feed(FeedRequest(source: .channel(DemoLibrary.channel, isPersonal: false), pageSize: 50))
        print("A short-video service with its sample library runs at \(service.address), for this machine only:\n")
        for (number, item) in page.items.enumerated() { print(FeedLines.text(item, number: number + 1)) }
        let videos = page.items.compactMap(\.video)
        let clips = videos.filter { $0.type != .liveStream }.compactMap(\.hlsURL)
        let live = videos.filter { $0.type == .liveStream }.compactMap(\.hlsURL)
        guard let first = clips.first else { throw Failure.failed("there is nothing to play in the sample library") }
        print(
            """

            In a browser: \(service.address)/
            Studio:       \(service.address)/studio
                          client \(studio.client), secret \(studio.secret)
            In a window:  windowbox-desktop --feed \(service.address) --app-id \(DemoLibrary.app) --channel \(DemoLibrary.channel)
            As a list:    windowbox feed \(service.address) --app \(DemoLibrary.app) --channel \(DemoLibrary.channel) --filter calm
            """)
        if hasAds { print("With ads:     windowbox play \(first) --stitch \(service.address)") }
        print(serveOnly ? "\nCtrl-C ends it." : "")
        // Also where a program reads it.
        fflush(nil)
        if serveOnly {
            while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
        }
        if headless || !DesktopProgram.hasDisplay {
            try await playWithoutWindow(first, live.first, reason: headless ? "As asked" : "No display")
        } else if let desktop = DesktopProgram.find() {
            let limit = seconds.map { ["--for", String($0)] } ?? []
            let options = ["--feed", service.address, "--app-id", DemoLibrary.app, "--channel", DemoLibrary.channel]
            try await desktop.run([], options: options + limit)
        } else {
            try await playWithoutWindow(first, live.first, reason: "windowbox-desktop does not lie beside this program")
        }
    }

    private func playWithoutWindow(_ clip: String, _ live: String?, reason: String) async throws {
        let stills = FileManager.default.temporaryDirectory.appendingPathComponent("windowbox-demo-stills").path
        let length = (seconds ?? 12) / (live == nil ? 1 : 2)
        print("\(reason): playing without a window.\n")
        for (name, address) in [("clip", clip)] + (live.map { [("live", $0)] } ?? []) {
            print(name == "live" ? "\nThe live channel:" : "The first clip:")
            fflush(nil)
            let play = try Play.parse([
                address, "--headless", "--stills", "\(stills)/\(name)", "--still-every", "2", "--for", String(length),
            ])
            try await play.run()
        }
        print("\nStills to look at: \(stills)")
    }
}
