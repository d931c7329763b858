// SPDX-License-Identifier: Apache-2.0

/// Reads along with a demuxer of MP4: what it does not tell of encryption, and what it would believe and must not.
final class ProtectionTap: DemuxerInput {
    private let source: any DemuxerInput
    private let state: Monitor<(walker: BoxWalker, tracks: TrackEncryption)>

    /// - Parameter isSegment: false for whole files, whose encryption is not read.
    init(_ source: any DemuxerInput, isSegment: Bool) {
        self.source = source
        let walker = isSegment ? BoxWalker(keeping: ["moov", "moof"]) : BoxWalker(keeping: [], in: .file(length: source.length))
        state = Monitor((walker: walker, tracks: TrackEncryption()))
    }

    var length: Int? { source.length }

    func seek(to offset: Int) -> Bool {
        guard source.seek(to: offset) else { return false }
        state.change { $0.walker.restart(at: offset) }
        return true
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        let count = try source.read(into: buffer)
        let isAbsurd = state.change { state in
            for box in state.walker.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { state.tracks.take(box) }
            return state.walker.isAbsurd
        }
        guard !isAbsurd else {
            throw CodecError(.malformed, "The file says that it has encrypted samples beyond any number; it is damaged.")
        }
        return count
    }

    /// - Parameter offset: of a sample whose fragment has been read.
    func encryption(track: Int, at offset: Int) -> CommonEncryption? {
        state.read { $0.tracks.isEmpty ? nil : $0.tracks.encryption(track: track, at: offset) }
    }
}
