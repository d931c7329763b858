// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxGTK

@Suite("Size in image headers")
struct ImageHeaderTests {
    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 3]

    @Test("The size is read from PNG, GIF and JPEG, after any other header data")
    func sizes() throws {
        let inPNG = try #require(ImageHeader.size(of: png + [0, 0, 1, 0, 0, 0, 0, 9]))
        #expect(inPNG == (256, 9))
        let inGIF = try #require(ImageHeader.size(of: Array("GIF89a".utf8) + [0, 1, 2, 0]))
        #expect(inGIF == (256, 2))
        let inJPEG = try #require(ImageHeader.size(of: jpeg))
        #expect(inJPEG == (512, 256))
    }

    @Test("Other and truncated files have no size")
    func cut() {
        #expect(ImageHeader.size(of: Array("RIFF....WEBP".utf8)) == nil)
        #expect(ImageHeader.size(of: []) == nil)
        for count in 0..<24 { #expect(ImageHeader.size(of: Array((png + [0, 0, 1, 0, 0, 0, 0, 9]).prefix(count))) == nil) }
        for count in 0..<18 { #expect(ImageHeader.size(of: Array(jpeg.prefix(count))) == nil) }
        #expect(ImageHeader.size(of: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0]) == nil)
    }

    @Test("Images that would exhaust memory are not decoded")
    func bombs() async {
        #expect(await ImageDecoder.picture(of: png + [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 2, 0, 0, 0]) == nil)
        #expect(await ImageDecoder.picture(of: png + [0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]) == nil)
    }
}
