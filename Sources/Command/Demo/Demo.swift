// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCodec
import WindowboxOrigin

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make sample streams, serve them on this machine and play them.",
        discussion: """
            The streams are made with ffmpeg on the first start and kept in the cache folder. With a display they play in a
            window; without one a timeline is printed and stills are left to look at.
            """)

    @Option(help: "Keep the sample streams in this folder.")
    var library: String?

    @Option(name: .customLong("for"), help: "Stop after so many seconds; without a display after 12.")
    var seconds: Double?

    @Flag(help: "Open no window even where there is a display.")
    var headless = false

    @Flag(help: "Only serve the streams, until interrupted.")
    var serveOnly = false

    func run() async throws {
        CodecLog.quiet()
        let library = try SampleLibrary(folder: library)
        try await library.make()
        let folder: OriginFolder
        do { folder = try OriginFolder(library.folder.path) } catch { throw Failure.failed("\(error)") }
        let origin: Origin
        do { origin = try await Origin(serving: folder) } catch { throw Failure.failed("the streams can't be served: \(error)") }
        print("Sample streams, served on this machine only:")
        for sample in SampleLibrary.samples { print("  \(origin.address)/\(sample.path)  \(sample.title)") }
        if serveOnly {
            print("Ctrl-C ends it.")
            while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
        }
        let addresses = SampleLibrary.samples.map { "\(origin.address)/\($0.path)" }
        if headless || !DesktopProgram.hasDisplay {
            try await playWithoutWindow(addresses[0], reason: headless ? "As asked" : "No display")
        } else if let desktop = DesktopProgram.find() {
            try await desktop.run(addresses, title: "Windowbox")
        } else {
            try await playWithoutWindow(addresses[0], reason: "windowbox-desktop does not lie beside this program")
        }
        await origin.stop()
    }

    private func playWithoutWindow(_ address: String, reason: String) async throws {
        let stills = FileManager.default.temporaryDirectory.appendingPathComponent("windowbox-demo-stills").path
        print("\(reason): playing without a window.\n")
        let play = try Play.parse([address, "--headless", "--stills", stills, "--still-every", "3", "--for", String(seconds ?? 12)])
        try await play.run()
        print("\nStills to look at: \(stills)")
    }
}
