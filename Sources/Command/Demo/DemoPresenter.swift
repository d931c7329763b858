// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxContract

/// Shows what the demo service offers: prints its URLs, and plays some of its content.
struct DemoPresenter: Sendable {
    let seconds: Double?
    let isHeadless: Bool
    let onlyServes: Bool

    func run(_ service: DemoService, _ studio: StudioCredentials, hasAds: Bool) async throws {
        let reader = try await FeedReader(address: service.address, app: DemoLibrary.app)
        let page = try await reader.feed(FeedRequest(source: .channel(DemoLibrary.channel, isPersonal: false), pageSize: 50))
        print("A short-video service with a sample library runs at \(service.address), for this machine only:\n")
        for (number, item) in page.items.enumerated() { print(FeedLines.text(item, number: number + 1)) }
        let videos = page.items.compactMap(\.video)
        let clips = videos.filter { $0.type != .liveStream }.compactMap(\.hlsURL)
        let live = videos.filter { $0.type == .liveStream }.compactMap(\.hlsURL)
        guard let first = clips.first else { throw Failure.failed("the sample library contains nothing to play") }
        print(
            """

            In a browser: \(service.address)/
            Studio:       \(service.address)/studio
                          client \(studio.client), secret \(studio.secret)
            In a window:  windowbox-desktop --feed \(service.address) --app-id \(DemoLibrary.app) --channel \(DemoLibrary.channel)
            As a list:    windowbox feed \(service.address) --app \(DemoLibrary.app) --channel \(DemoLibrary.channel) --filter calm
            """)
        if hasAds { print("With ads:     windowbox play \(first) --stitch \(service.address)") }
        print(onlyServes ? "\nPress Ctrl-C to stop." : "")
        // Flushes for programs that read the output through a pipe.
        fflush(nil)
        if onlyServes {
            while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
        }
        if isHeadless || !DesktopProgram.hasDisplay {
            try await playWithoutWindow(first, live.first, reason: isHeadless ? "--headless" : "No display")
        } else if let desktop = DesktopProgram.find() {
            let limit = seconds.map { ["--for", String($0)] } ?? []
            let options = ["--feed", service.address, "--app-id", DemoLibrary.app, "--channel", DemoLibrary.channel]
            try await desktop.run([], options: options + limit)
        } else {
            try await playWithoutWindow(first, live.first, reason: "windowbox-desktop is not in the same folder as this program")
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
        print("\nStills: \(stills)")
    }
}
