// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCasting

struct Cast: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play on a DLNA renderer in the network: a television, a loudspeaker.",
        discussion: """
            Without addresses it lists the renderers that answer. With some it plays them there, one after the other, and follows \
            until the last has ended; interrupted, it stops the renderer.
            """)

    @Argument(help: "Addresses (http, https) or files.", completion: .file())
    var addresses: [String] = []

    @Option(help: "The name of the renderer, or a part of it; needed where several answer.")
    var renderer: String?

    @Option(name: .customLong("search-for"), help: "Look for renderers for so many seconds.")
    var searching = 3.0

    @Option(help: "Begin at this many seconds.")
    var start: Double?

    @Option(help: "Go to these seconds in turn, separated by commas; playing goes on for two seconds before each.")
    var seek: String?

    @Option(name: .customLong("for"), help: "Stop after so many seconds.")
    var seconds: Double?

    @Option(help: "0 to 100.")
    var volume: Int?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard searching.isLength else { throw ValidationError("--search-for takes a number of seconds above 0, not \(searching)") }
        if let start, !start.isPlace { throw ValidationError("--start takes a number of seconds from 0 on, not \(start)") }
        if let volume, !(0...100).contains(volume) { throw ValidationError("--volume takes 0 to 100") }
        if let seconds, !seconds.isLength { throw ValidationError("--for takes a number of seconds above 0, not \(seconds)") }
        _ = try seekTargets()
    }

    func seekTargets() throws -> [Double] {
        try (seek ?? "").split(separator: ",").map { text in
            guard let target = Double(text), target.isPlace else { throw ValidationError("--seek takes seconds: \(text)") }
            return target
        }
    }

    func run() async throws {
        if addresses.isEmpty { return try await list() }
        for address in addresses where !address.contains(":") && !FileManager.default.isReadableFile(atPath: address) {
            throw Failure.media("\(Printable.line(address)) can't be read: see that it is there and that you may read it")
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
            let lines = renderers.map { Printable.line("\($0.name) (\($0.manufacturer) \($0.model), \($0.location))", limit: 500) + "\n" }
            FileHandle.standardOutput.write(Data((lines.isEmpty ? "No renderer answers.\n" : lines.joined()).utf8))
        }
    }
}

extension Renderer {
    var json: JSONTree {
        .record(["id": id, "name": name, "manufacturer": manufacturer, "model": model, "location": location])
    }
}
