// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

/// Frames in decode order, each a thirtieth of a second long; a keyframe begins every group of ten.
struct QueueMaterial {
    let key: Sample
    let other: Sample
    let another: Sample

    init() throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let folder = stream.directory.appending(path: "360p")
        let file = try #require(
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .first { $0.pathExtension == "ts" })
        let demuxer = try Demuxer(ByteFeed(Array(Data(contentsOf: file))))
        var pictures: [Sample] = []
        while let sample = try demuxer.next() { if sample.format.kind == .video { pictures.append(sample) } }
        key = try #require(pictures.first { $0.isKey })
        let other = try #require(pictures.first { !$0.isKey })
        self.other = other
        another = try #require(pictures.last { !$0.isKey && $0.size != other.size })
    }

    /// Frame `number` of a segment that begins at `start`.
    func entry(_ number: Int, from start: Double = 0, another isAnother: Bool = false) -> SampleQueue.Entry {
        SampleQueue.Entry(
            sample: number % 10 == 0 ? key : isAnother ? another : other, time: start + Double(number) / 30, duration: 1 / 30,
            number: number)
    }
}
