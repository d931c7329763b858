// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxMedia

@Suite struct SpliceEventTests {
    @Test("An SCTE 35 event yields its section, other events none, and a broken one an error")
    func sections() throws {
        let bytes = try #require(SpliceText.bytes(Sections.insert))
        let time = EventMessage.Time.presentation(.zero)
        let event = EventMessage(scheme: "urn:scte:scte35:2013:bin", value: "1001", time: time, data: bytes)
        #expect(try SpliceInfo.read(event)?.info == SpliceInfo.read(Sections.insert).info)
        #expect(try SpliceInfo.read(EventMessage(scheme: "https://aomedia.org/emsg/ID3", time: time, data: bytes)) == nil)
        #expect(throws: SpliceError.self) {
            try SpliceInfo.read(EventMessage(scheme: "urn:scte:scte35:2013:bin", time: time, data: [0xFC, 1]))
        }
    }
}
