// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// The PCM tracks of an MP4 file (ISO/IEC 23003-5) by their track ID, with the sample size that their `pcmC` box states.
///
/// FFmpeg before 6.1 reads only the byte order there. It takes all integers for 16-bit ones, so that others are noise, and does not know
/// floating point. Both become right if the sample description states the size as QuickTime does.
struct PCMDescriptions {
    private struct Description {
        var isFloat: Bool
        /// Per sample.
        var bits: UInt8
        /// The offset of the content of the sample entry in the file.
        var offset: Int

        /// What QuickTime states: the size of integers, or another name for floating point.
        var replacement: Replacement {
            isFloat ? Replacement(offset: offset - 4, bytes: Array("fl\(bits)".utf8)) : Replacement(offset: offset + 18, bytes: [0, bits])
        }
    }

    /// Bytes to read instead of those in the file.
    struct Replacement {
        var offset: Int
        var bytes: [UInt8]

        /// - Parameter position: the offset in the file of the bytes.
        func apply(to read: Slice<UnsafeMutableRawBufferPointer>, at position: Int) {
            for (index, byte) in bytes.enumerated() where read.indices.contains(offset + index - position) {
                read.base[offset + index - position] = byte
            }
        }
    }

    /// `ipcm` and `fpcm` as codec tags.
    private static let tags: Set<UInt32> = [0x6D63_7069, 0x6D63_7066]
    /// The length of an audio sample entry before its boxes.
    private static let entryLength = 28
    private var tracks: [Int: Description] = [:]

    /// - Parameter movie: the file's `moov`.
    mutating func read(_ movie: BoxWalker.Box) {
        for track in boxes(["trak"], in: movie.body[...]) {
            guard let id = trackID(of: track), let table = boxes(["mdia", "minf", "stbl", "stsd"], in: track).first, table.count >= 8,
                let entry = boxes(in: table.dropFirst(8)).first(where: { $0.kind == "ipcm" || $0.kind == "fpcm" }),
                entry.body.count > Self.entryLength,
                let configuration = boxes(["pcmC"], in: entry.body.dropFirst(Self.entryLength)).first, configuration.count >= 6
            else { continue }
            let (isFloat, bits) = (entry.kind == "fpcm", configuration[configuration.startIndex + 5])
            guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits) else { continue }
            tracks[id] = Description(isFloat: isFloat, bits: bits, offset: movie.bodyOffset + entry.body.startIndex)
        }
    }

    /// What must be replaced for this FFmpeg to understand the tracks that it has opened.
    func replacements(for context: UnsafeMutablePointer<AVFormatContext>) -> [Replacement] {
        guard !tracks.isEmpty else { return [] }
        return (0..<Int(context.pointee.nb_streams)).compactMap { index in
            let stream = context.pointee.streams[index]!
            let parameters = stream.pointee.codecpar.pointee
            guard Self.tags.contains(parameters.codec_tag), let stated = tracks[Int(stream.pointee.id)],
                av_get_bits_per_sample(parameters.codec_id) != Int32(stated.bits)
            else { return nil }
            return stated.replacement
        }
    }
}
