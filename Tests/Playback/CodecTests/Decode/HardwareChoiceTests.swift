// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("Choice of a decoding device")
struct HardwareChoiceTests {
    private func tried(_ wish: HardwareDecoding, supported: Set<String>) -> [String] {
        var choice = HardwareChoice(wish) { supported.contains($0) }
        var names: [String] = []
        while let name = choice.next() { names.append(name) }
        return names
    }

    @Test("Allowed devices that know the codec are tried in order, each once")
    func order() {
        #expect(tried(.whenPossible, supported: ["vaapi", "cuda", "vdpau"]) == ["vaapi", "cuda", "vdpau"])
        #expect(tried(.whenPossible, supported: ["vdpau", "cuda", "videotoolbox"]) == ["cuda", "vdpau"])
        #expect(tried(.whenPossible, supported: []) == [])
        #expect(tried(.never, supported: ["vaapi"]) == [])
    }

    @Test("Software takes over after three failures in a row, and for good")
    func fallback() {
        var choice = HardwareChoice(.whenPossible) { _ in true }
        #expect(choice.next() == "vaapi")
        choice.failed()
        choice.failed()
        choice.succeeded()
        choice.failed()
        choice.failed()
        #expect(!choice.isGivenUp)
        choice.failed()
        #expect(choice.isGivenUp)
        #expect(choice.next() == nil)
        choice.succeeded()
        #expect(choice.isGivenUp)
    }

    @Test("Frames are decoded to the device's format if the stream allows it, else in software")
    func format() {
        #expect(HardwareChoice.format(among: ["vaapi", "yuv420p"], of: "vaapi") == "vaapi")
        #expect(HardwareChoice.format(among: ["vdpau", "yuv420p10"], of: "vaapi") == nil)
        #expect(HardwareChoice.format(among: [], of: "vaapi") == nil)
    }
}
