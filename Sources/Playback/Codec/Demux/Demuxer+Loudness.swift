// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

extension Demuxer {
    /// Loudness tags of the container and of its first audio track: ReplayGain (Vorbis comments, ID3 TXXX, APE, MP4, Matroska), the R128
    /// tags of Opus, and the values that MP3 encoders write into the first frame.
    var loudness: LoudnessTags? {
        let sound = streams.first { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        let dictionaries = [sound?.pointee.metadata, context.pointee.metadata]
        let tags = LoudnessTags(reading: { name in dictionaries.lazy.compactMap { Self.text($0, name) }.first })
        return tags ?? sound.flatMap { LoudnessTags(statedByEncoder: $0) }
    }
}

extension LoudnessTags {
    /// The difference in dB between the references: R128 tags refer to -23 LUFS, ReplayGain 2 to -18 LUFS.
    private static let distanceOfReferences = 5.0

    /// - Parameter tag: returns the text of a tag by its name, ignoring case.
    /// - Returns: nil when there are no valid tags.
    package init?(reading tag: (String) -> String?) {
        func gain(_ kind: String) -> Gain? {
            if let text = tag("REPLAYGAIN_\(kind)_GAIN"), let decibels = Self.decibels(text) {
                return Gain(plausible: decibels, peak: tag("REPLAYGAIN_\(kind)_PEAK").flatMap(Self.number))
            }
            // An integer in 1/256 dB, in addition to the gain in the Opus header, which the decoder applies.
            guard let text = tag("R128_\(kind)_GAIN"), let steps = Int16(text.trimmed) else { return nil }
            return Gain(plausible: Double(steps) / 256 + Self.distanceOfReferences, peak: nil)
        }
        self.init(track: gain("TRACK"), album: gain("ALBUM"))
        if self == LoudnessTags() { return nil }
    }

    /// The gain that an MP3 encoder wrote into the first frame.
    /// - Returns: nil when there is none.
    fileprivate init?(statedByEncoder stream: UnsafeMutablePointer<AVStream>) {
        var size = 0
        guard let data = av_stream_get_side_data(stream, AV_PKT_DATA_REPLAYGAIN, &size), size >= MemoryLayout<AVReplayGain>.size else {
            return nil
        }
        let gain = UnsafeRawPointer(data).loadUnaligned(as: AVReplayGain.self)
        func measured(_ gain: Int32, _ peak: UInt32) -> Gain? {
            guard gain != .min else { return nil }
            return Gain(plausible: Double(gain) / 100_000, peak: peak > 0 ? Double(peak) / 100_000 : nil)
        }
        self.init(track: measured(gain.track_gain, gain.track_peak), album: measured(gain.album_gain, gain.album_peak))
        if self == LoudnessTags() { return nil }
    }

    /// `-7.03 dB`, `+2,5db`, `-7.03`
    private static func decibels(_ text: String) -> Double? {
        let text = text.trimmed.lowercased()
        return number(text.hasSuffix("db") ? String(text.dropLast(2)) : text)
    }

    private static func number(_ text: String) -> Double? {
        let text = String(text.trimmed.map { $0 == "," ? "." : $0 })
        // Rejects `inf`, `nan` and hexadecimal, which Swift accepts as numbers.
        return text.allSatisfy { "+-.0123456789eE".contains($0) } ? Double(text) : nil
    }
}

extension LoudnessTags.Gain {
    /// - Returns: nil for an implausible gain.
    fileprivate init?(plausible decibels: Double, peak: Double?) {
        guard decibels.magnitude <= 60 else { return nil }
        self.init(decibels: decibels, peak: peak.flatMap { $0 > 0 && $0.isFinite ? $0 : nil })
    }
}

extension String {
    fileprivate var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
    }
}
