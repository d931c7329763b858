// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit

/// A live stream in the service's media folder: a playlist that grows while the show runs, for up to a minute.
struct LiveShow: Sendable {
    /// The address of its playlist, which exists once the show has started.
    let address: String
    private let folder: URL
    private let playlist: LivePlaylist

    private static let variants = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64001e",RESOLUTION=320x180
        picture.m3u8

        """

    init() throws {
        let name = "shows/\(UUID().uuidString)"
        folder = try GeneratedStreams.directory.appending(path: name)
        address = "/media/\(name)/index.m3u8"
        let place = "live-cmaf/180p"
        var material = try LiveMaterial(folder: try GeneratedStreams.directory.appending(path: place))
        let base = "../../\(place)/"
        material.map = material.map.map { base + $0 }
        material.segments = material.segments.map { LiveMaterial.Segment(uri: base + $0.uri, duration: $0.duration) }
        playlist = LivePlaylist(material: material)
    }

    /// Runs the show while the body runs.
    /// - Parameter second: The second of the show at which it starts.
    /// - Returns: The second at which it stopped.
    func run(from second: Double = 8, while body: @Sendable () async throws -> Void) async throws -> Double {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let begin = ContinuousClock.now
        let (folder, playlist) = (folder, playlist)
        let now: @Sendable () -> Double = { second + begin.duration(to: .now) / .seconds(1) }
        let writing = Task {
            // Encoders run in real time.
            var next = begin
            while !Task.isCancelled {
                try Data(playlist.text(at: now()).utf8).write(to: folder.appending(path: "picture.m3u8"), options: .atomic)
                try Data(Self.variants.utf8).write(to: folder.appending(path: "index.m3u8"), options: .atomic)
                next += .milliseconds(250)
                try await ContinuousClock().sleep(until: next)
            }
        }
        defer { writing.cancel() }
        try await body()
        return now()
    }

    /// Writes the whole show as a finished video.
    func writeWhole() throws {
        var whole = playlist
        (whole.window, whole.ending) = (.event, .ends(at: Self.length))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(whole.text(at: Self.length).utf8).write(to: folder.appending(path: "picture.m3u8"))
        try Data(Self.variants.utf8).write(to: folder.appending(path: "index.m3u8"))
    }

    /// Seconds.
    private static let length = 60.0

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
