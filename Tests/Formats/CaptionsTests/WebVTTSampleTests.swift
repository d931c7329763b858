// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxCaptions

@Suite("WebVTT track samples")
struct WebVTTSampleTests {
    private let start = MediaTime(seconds: 4)
    private let end = MediaTime(seconds: 5.5)

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(name.utf8) + content
    }

    private func box(_ name: String, _ text: String) -> [UInt8] { box(name, Array(text.utf8)) }

    @Test("A track with thousands of style sheets and cues in each sample is read once, and its cues continue")
    func longHeader() {
        let sheets = (0..<3000).map { "STYLE\n::cue(.c\($0)) { color: red }\n\n" }.joined()
        var reader = TextTrackReader(.webVTTBoxes, header: Array(("WEBVTT\n\nREGION\nid:r\n\n" + sheets).utf8))
        let cues = (0..<500).map { box("vttc", box("sttg", "region:r") + box("payl", "\($0 / 250)")) }.reduce([], +)
        for second in 0..<20 as Range<Int64> {
            reader.read(cues, start: MediaTime(value: second, timescale: 1), end: MediaTime(value: second + 1, timescale: 1))
        }
        let document = reader.finish()
        #expect(document.styleSheets.count == 3000)
        #expect(document.regions.map(\.id) == ["r"])
        #expect(document.cues.count == 500)
        #expect(document.cues.allSatisfy { $0.start == .zero && $0.end.seconds == 20 && $0.region == "r" })
        #expect(document.errors.isEmpty)
    }

    @Test("Each vttc box is a cue as long as its sample, with ID, settings and tree")
    func cues() {
        let sample =
            box("vttc", box("iden", "first") + box("sttg", "line:10% align:start") + box("payl", "<i>Hi</i>\nthere"))
            + box("vttc", box("payl", "And &amp; more")) + box("vtta", "a note") + box("vtte", "")
        let document = CaptionDocument.readWebVTTSample(sample, start: start, end: end)
        #expect(document.cues.map(\.text) == ["<i>Hi</i>\nthere", "And &amp; more"])
        #expect(document.cues.map { $0.plainText() } == ["Hi\nthere", "And & more"])
        #expect(document.cues.map(\.id) == ["first", ""])
        #expect(document.cues.allSatisfy { $0.start == start && $0.end == end })
        #expect(document.cues[0].settings.line == 10)
        #expect(document.cues[0].settings.alignment == .start)
        #expect(document.errors.isEmpty)
    }

    @Test("Regions and styles come from the header of the track")
    func header() {
        let header = Array("WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:bill\nwidth:40%".utf8)
        let sample = box("vttc", box("sttg", "region:bill") + box("payl", "Hi"))
        let document = CaptionDocument.readWebVTTSample(sample, header: header, start: start, end: end)
        #expect(document.cues.map(\.region) == ["bill"])
        #expect(document.regions.map(\.id) == ["bill"])
        #expect(document.styleSheets.count == 1)
    }

    @Test("A truncated sample yields the complete cues before the cut")
    func truncated() {
        let one = box("vttc", box("payl", "One"))
        let sample = one + box("vttc", box("payl", "Two"))
        for count in sample.indices {
            let document = CaptionDocument.readWebVTTSample(Array(sample[..<count]), start: start, end: end)
            #expect(document.cues.map(\.text) == (count < one.count ? [] : ["One"]))
        }
        #expect(CaptionDocument.readWebVTTSample([0, 0, 0, 0, 1, 1, 1, 1, 255], start: start, end: end).cues.isEmpty)
    }
}
