// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCasting

struct Cast: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play on a DLNA renderer on the network, such as a television or a speaker.",
        discussion: """
            Without arguments, it lists the available renderers. Otherwise it plays the given URLs and files one after another, until the \
            last one ends; interrupting the command stops the renderer.
            """)

    @Argument(help: "URLs (http, https) or files.")
    var addresses: [String] = []

    @Option(help: "The name of the renderer, or part of it; required if there are several.")
    var renderer: String?

    @Option(name: .customLong("search-for"), help: "Search for renderers for this many seconds.")
    var searching = 3.0

    @Option(help: "Start at this position, in seconds.")
    var start: Double?

    @Option(help: "Seek to these positions in turn, in seconds, separated by commas; each is preceded by two seconds of playback.")
    var seek: String?

    @Option(name: .customLong("for"), help: "Stop after this many seconds.")
    var seconds: Double?

    @Option(help: "The volume, 0 to 100.")
    var volume: Int?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard searching.isValidDuration else { throw ValidationError("--search-for must be more than 0 seconds, not \(searching)") }
        if let start, !start.isValidPosition { throw ValidationError("--start must be at least 0 seconds, not \(start)") }
        if let volume, !(0...100).contains(volume) { throw ValidationError("--volume must be 0 to 100") }
        if let seconds, !seconds.isValidDuration { throw ValidationError("--for must be more than 0 seconds, not \(seconds)") }
        _ = try seekTargets()
    }

    func seekTargets() throws -> [Double] {
        try (seek ?? "").split(separator: ",").map { text in
            guard let target = Double(text), target.isValidPosition else {
                throw ValidationError("--seek takes seconds separated by commas, not \"\(text)\"")
            }
            return target
        }
    }

    func run() async throws {
        if addresses.isEmpty { return try await list() }
        for address in addresses where !address.contains(":") && !FileManager.default.isReadableFile(atPath: address) {
            throw Failure.media("cannot read \(TerminalText.line(address)): check that it exists and that you have permission to read it")
        }
        let report = try await CastRun(options: self).run()
        if json {
            FileHandle.standardOutput.write(Data(report.json.bytes))
        }
        if let error = report.error { throw Failure.media(error) }
    }

    private func list() async throws {
        let discovery = RendererDiscovery()
        do { try await discovery.start() } catch { throw Failure.failed(error.message) }
        try await Task.sleep(for: .seconds(searching))
        let renderers = await discovery.renderers
        await discovery.stop()
        if json {
            FileHandle.standardOutput.write(Data(JSONTree.array(renderers.map(\.json)).bytes))
        } else {
            let lines = renderers.map {
                TerminalText.line("\($0.name) (\($0.manufacturer) \($0.model), \($0.location))", limit: 500) + "\n"
            }
            FileHandle.standardOutput.write(Data((lines.isEmpty ? "No renderer found.\n" : lines.joined()).utf8))
        }
    }
}

extension Renderer {
    var json: JSONTree {
        .record(["id": id, "name": name, "manufacturer": manufacturer, "model": model, "location": location])
    }
}
