// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxTransmux

@Suite("The samples of what a source buffer is given")
struct FragmentSampleTests {
    private func pictures(_ name: String) throws -> [UInt8] {
        let folder = try GeneratedStreams.directory.appending(path: name)
        let list = try String(contentsOf: folder.appending(path: "index.m3u8"), encoding: .utf8)
        var bytes: [UInt8] = []
        if list.contains("#EXT-X-MAP") { bytes += [UInt8](try Data(contentsOf: folder.appending(path: "init.mp4"))) }
        let first = try #require(list.split(separator: "\n").first { !$0.hasPrefix("#") })
        bytes += [UInt8](try Data(contentsOf: folder.appending(path: String(first))))
        return try #require(try Converted(bytes).files[.video])
    }

    @Test("All pictures are found at their times, however the bytes are split", arguments: ["vod-cmaf-muxed", "vod-ts/360p"])
    func samples(_ name: String) throws {
        let bytes = try pictures(name)
        for size in [1 << 24, 1000, 7] {
            var reader = FragmentSampleReader()
            var samples: [FragmentSampleReader.Sample] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                samples += reader.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(samples.count == 60)
            #expect(reader.codec?.hasPrefix("avc1") == true)
            #expect(reader.lengthSize == 4)
            let times = samples.map(\.presentation.seconds).sorted()
            let start = try #require(times.first)
            for (index, time) in times.enumerated() { #expect((time - start - Double(index) / 30).magnitude < 0.002) }
            // Each is a row of NAL units with their lengths.
            for sample in samples {
                var place = 0
                while place + 4 <= sample.bytes.count {
                    place += 4 + sample.bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
                }
                #expect(place == sample.bytes.count)
            }
        }
    }

    @Test("Damaged bytes are passed over, and a fragment in part is forgotten")
    func damage() throws {
        let bytes = try pictures("vod-cmaf-muxed")
        var chance = SeededChance(5)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<20 { damaged[chance.below(min(damaged.count, 4000))] = UInt8(truncatingIfNeeded: chance.next()) }
            var reader = FragmentSampleReader()
            _ = reader.append(damaged)
        }
        var reader = FragmentSampleReader()
        _ = reader.append(Array(bytes.dropLast(bytes.count / 3)))
        reader.reset()
        #expect(reader.append(bytes).count == 60)
    }
}
