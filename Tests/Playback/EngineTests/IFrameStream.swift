// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit

/// A stream with an I-frame playlist made from its own segments, each of which begins with an I-frame.
struct IFrameStream: ~Copyable {
    let folder: URL
    let address: String

    init(of stream: GeneratedStream) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lines = try String(contentsOfFile: stream.address, encoding: .utf8).split(separator: "\n")
        var frames = ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-I-FRAMES-ONLY"]
        for line in lines {
            if line.hasPrefix("#EXTINF") { frames.append(String(line)) }
            if !line.hasPrefix("#") { frames.append(stream.directory.appending(path: String(line)).path) }
        }
        frames.append("#EXT-X-ENDLIST")
        try Data(frames.joined(separator: "\n").utf8).write(to: folder.appending(path: "frames.m3u8"))
        let main = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1000000
            \(stream.address)
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="frames.m3u8"
            """
        try Data(main.utf8).write(to: folder.appending(path: "main.m3u8"))
        address = folder.appending(path: "main.m3u8").path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
