// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads along with an MPEG-TS demuxer to find the ID3 tags of a segment.
final class TimedTagScanner: DemuxerInput {
    private let source: any DemuxerInput
    private let reader = Monitor(TimedTagReader())

    init(_ source: any DemuxerInput) { self.source = source }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = try source.read(into: buffer)
        reader.change { reader in
            if count > 0 { reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) } else { reader.finish() }
        }
        return count
    }

    /// Takes the tags that have passed since the last call.
    func takeEvents() -> [EventMessage] { reader.change { $0.takeEvents() } }
}
