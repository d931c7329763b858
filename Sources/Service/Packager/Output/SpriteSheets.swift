// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxHLS
import WindowboxMedia

/// The files that describe the preview images of the seek bar.
struct SpriteSheets {
    let plan: SpritePlan
    /// The durations of the media and of its video in seconds; audio may be slightly longer.
    let duration: Double
    let pictureDuration: Double
    /// The sheets' file names, in order.
    let names: [String]

    private var count: Int { min(names.count * plan.perSheet, max(1, Int((pictureDuration / plan.interval - 0.001).rounded(.up)))) }

    /// WebVTT whose cues name a part of a sheet: `sprites-001.jpg#xywh=0,0,160,90`.
    var webVTT: [UInt8] {
        var text = "WEBVTT\n"
        for number in 0..<count {
            let cell = number % plan.perSheet
            let (x, y) = (cell % plan.columns * plan.width, cell / plan.columns * plan.height)
            let start = Double(number) * plan.interval
            let end = number == count - 1 ? duration : start + plan.interval
            text += "\n\(Self.clock(start)) --> \(Self.clock(max(end, start + 0.001)))\n"
            text += "\(names[number / plan.perSheet])#xywh=\(x),\(y),\(plan.width),\(plan.height)\n"
        }
        return Array(text.utf8)
    }

    /// The sheets as an image playlist.
    var playlist: MediaPlaylist {
        let whole = Double(plan.perSheet) * plan.interval
        var playlist = MediaPlaylist(targetDuration: Int(min(whole, max(1, duration)).rounded(.up)))
        playlist.version = 7
        playlist.kind = .onDemand
        playlist.isEndList = true
        playlist.isImagesOnly = true
        let needed = (count + plan.perSheet - 1) / plan.perSheet
        for (number, name) in names.prefix(needed).enumerated() {
            let length = max(0.001, min(whole, duration - Double(number) * whole))
            var segment = MediaSegment(uri: URIReference(name), duration: length, sequence: UInt64(number))
            segment.tiles = Tiles(
                size: PixelSize(width: plan.width, height: plan.height), columns: plan.columns, rows: plan.rows, duration: plan.interval)
            playlist.segments.append(segment)
        }
        return playlist
    }

    private static func clock(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return String(
            format: "%02d:%02d:%02d.%03d", milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60,
            milliseconds % 1000)
    }
}
