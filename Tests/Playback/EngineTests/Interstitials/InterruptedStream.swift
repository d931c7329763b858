// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit
import WindowboxOrigin

/// Five seconds of numbered frames with interstitials in their playlist, and all other streams as assets.
struct InterruptedStream {
    let origin: FaultyOrigin
    var address: String { origin.address + "/main.m3u8" }

    /// - Parameters:
    ///   - tags: Seconds into the content, and attributes besides ID, CLASS and START-DATE; `{short}` is the URL of a one-second asset.
    ///   - lists: Asset lists by path.
    init(_ tags: [(second: Double, attributes: String)], lists: [String: String] = [:], rules: [FaultRule] = []) async throws {
        let directory = try GeneratedStreams.directory
        let text = try String(contentsOf: directory.appending(path: "medium/index.m3u8"), encoding: .utf8)
        var lines = text.split(separator: "\n").map { $0.hasSuffix(".ts") ? "medium/" + $0 : String($0) }
        let head = lines.firstIndex { $0.hasPrefix("#EXTINF") } ?? lines.count
        lines.insert("#EXT-X-PROGRAM-DATE-TIME:2026-03-01T10:00:00.000Z", at: head)
        for (number, tag) in tags.enumerated() {
            let milliseconds = Int((tag.second * 1000).rounded())
            let date = "2026-03-01T10:00:0\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())Z"
            lines.insert(
                "#EXT-X-DATERANGE:ID=\"break-\(number)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(date)\",\(tag.attributes)",
                at: head)
        }
        let main = lines.joined(separator: "\n") + "\n"
        let files = FilesInMemory(directory)
        origin = try await FaultyOrigin(rules: rules) { request in
            if request.path == "/main.m3u8" { return .text(main, type: "application/vnd.apple.mpegurl") }
            if let list = lists[request.path] { return .text(list, type: "application/json") }
            return files.answer(request)
        }
    }
}
