// SPDX-License-Identifier: Apache-2.0

import CGTK
import Synchronization
import Testing
import WindowboxCodec
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Engine frames in a mailbox")
struct MailboxOutputTests {
    /// Uncompressed frames of one grey each.
    private func frames(_ lumas: [UInt8], width: Int = 32, height: Int = 16) throws -> [VideoFrame] {
        var bytes = Array("YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1 C420jpeg\n".utf8)
        for luma in lumas {
            bytes += Array("FRAME\n".utf8) + [UInt8](repeating: luma, count: width * height)
            bytes += [UInt8](repeating: 128, count: width * height / 2)
        }
        let demuxer = try Demuxer(ByteFeed(bytes), container: .file)
        let decoder = VideoDecoder()
        var frames: [VideoFrame] = []
        while let sample = try demuxer.next() { try decoder.decode(sample, at: sample.presentation.seconds) { frames.append($0) } }
        try decoder.drain { frames.append($0) }
        return frames
    }

    private func isDecoded(_ picture: (any Picture)?) -> Bool { (picture as? ConvertedPicture)?.isConverted == false }

    @Test("A frame is converted on demand, and ahead while a view waits")
    func converts() throws {
        let mailbox = PictureMailbox()
        let output = MailboxOutput(mailbox) { Issue.record("\($0)") }
        let watcher = mailbox.watch {}
        let frames = try frames([16, 126, 235])
        try #require(frames.count == 3)
        output.show(frames[0])
        output.show(frames[1])
        let first = mailbox.take(for: watcher).picture
        #expect(isDecoded(first))
        let level = try #require(first?.withUnsafeBytes { $0.first })
        #expect(abs(Int(level) - 128) < 20)
        #expect(!isDecoded(first))
        output.show(frames[2])
        let last = try #require(mailbox.take(for: watcher).picture)
        #expect(!isDecoded(last))
        #expect(last.size == PixelSize(width: 32, height: 16))
        #expect(last.withUnsafeBytes { $0.count } == last.stride * 16)
        #expect(last.withUnsafeBytes { $0[0] } > 220)
    }
}
