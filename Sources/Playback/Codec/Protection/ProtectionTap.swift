// SPDX-License-Identifier: Apache-2.0

/// Reads along with a demuxer of MP4 what it does not tell of encryption.
final class ProtectionTap: DemuxerInput {
    private let source: any DemuxerInput
    private let state = Monitor((walker: BoxWalker(keeping: ["moov", "moof"]), tracks: TrackEncryption()))

    init(_ source: any DemuxerInput) { self.source = source }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = try source.read(into: buffer)
        let isAbsurd = state.change { state in
            for box in state.walker.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { state.tracks.take(box) }
            return state.walker.isAbsurd
        }
        guard !isAbsurd else {
            throw CodecError(.malformed, "A fragment says that it has encrypted samples beyond any number; it is damaged.")
        }
        return count
    }

    /// - Parameter offset: of a sample whose fragment has been read.
    func encryption(track: Int, at offset: Int) -> CommonEncryption? {
        state.read { $0.tracks.isEmpty ? nil : $0.tracks.encryption(track: track, at: offset) }
    }
}
