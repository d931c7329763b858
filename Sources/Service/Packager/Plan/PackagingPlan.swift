// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a source is packaged, decided before any program runs.
public struct PackagingPlan: Hashable, Sendable {
    /// In seconds; nil if the source doesn't say.
    public var duration: Double?
    /// Nil without video.
    public var frameRate: FrameRate?
    /// Frames between key frames.
    public var keyFrames: Int
    /// Seconds per segment: a whole number of groups of pictures.
    public var segmentDuration: Double
    /// By codec, and of each codec in ascending order; H.264 last. Empty without video.
    public var rungs: [LadderRung]
    /// The constant rate factors.
    public var qualities: [VideoCodec: Int] = [:]
    public var audioTracks: [AudioRendition]
    public var texts: [SubtitleRendition]
    public var sprites: SpritePlan?
    /// ffmpeg filters that normalise frames before scaling: interlacing, frame rate and colour.
    var preparation: [String]
    /// The index of the video stream in the source.
    var pictureIndex: Int?
    public let settings: PackagerSettings

    /// - Throws: ``PackagerError`` if there is nothing to play, or more than the settings allow.
    public init(_ source: SourceProbe, settings: PackagerSettings = PackagerSettings()) throws {
        self.settings = settings
        if let duration = source.duration, duration > settings.longestDuration {
            throw PackagerError.tooLarge("it lasts \(Int(duration)) s, the limit is \(Int(settings.longestDuration)) s")
        }
        guard source.picture != nil || !source.audioTracks.isEmpty else { throw PackagerError.nothingToPlay }
        duration = source.duration
        audioTracks = Self.audioTracks(source, settings)
        texts = Self.texts(source, settings)
        rungs = []
        preparation = []
        keyFrames = 0
        segmentDuration = settings.segmentDuration
        guard let picture = source.picture else { return }
        if picture.width.multipliedReportingOverflow(by: picture.height).overflow || picture.width * picture.height > settings.maxPixels {
            throw PackagerError.tooLarge("its frames have \(picture.width) x \(picture.height) pixels")
        }
        let rate = Self.frameRate(picture, highest: settings.highestFrameRate)
        frameRate = rate
        pictureIndex = picture.index
        keyFrames = max(1, Int((rate.value * settings.keyInterval).rounded()))
        let group = Double(keyFrames) / rate.value
        segmentDuration = group * max(1, (settings.segmentDuration / group).rounded())
        let sizes = Self.sizes(picture, shortSides: settings.shortSides)
        rungs = VideoCodec.allCases.filter { $0 == .h264 || settings.codecs.contains($0) }.flatMap { codec in
            sizes.filter { min($0.width, $0.height) >= codec.shortestSide }.map {
                LadderRung(width: $0.width, height: $0.height, frameRate: rate, codec: codec)
            }
        }
        for codec in VideoCodec.allCases { qualities[codec] = codec.quality(settings.quality) }
        preparation = Self.preparation(picture, rate)
        if settings.makesSprites, let rung = rungs.last { sprites = Self.sprites(rung, duration: source.duration) }
    }

    /// A constant rate that loses no frames of a source with a constant rate, and few of one with a variable rate.
    private static func frameRate(_ picture: SourceProbe.Picture, highest: Double) -> FrameRate {
        guard let rate = picture.frameRate, rate.value >= 1 else { return FrameRate(30) }
        if picture.isVariable || rate.numerator > 1_000_000 || rate.denominator > 1_000_000 {
            let near = FrameRate.usual.min { abs($0.value - rate.value) < abs($1.value - rate.value) } ?? FrameRate(30)
            // A lower rate would lose frames, unless it is almost the same.
            let fit = abs(near.value - rate.value) < 0.01 * rate.value ? near : FrameRate.usual.first { $0.value > rate.value }
            return fit.flatMap { $0.value <= highest ? $0 : nil } ?? FrameRate(30)
        }
        var divisor = 1
        while rate.value / Double(divisor) > highest + 0.01 { divisor += 1 }
        return FrameRate(rate.numerator, rate.denominator * divisor)
    }

    /// Never larger than the source; the source's own size is added if no standard size is close to it.
    private static func sizes(_ picture: SourceProbe.Picture, shortSides: [Int]) -> [(width: Int, height: Int)] {
        let (width, height) = picture.displaySize
        let short = min(width, height)
        let largestSide = Double(shortSides.last ?? 1080)
        var sides = shortSides.map(Double.init).filter { $0 <= short }
        if short < largestSide, sides.last != short {
            sides.removeAll { $0 > 0.85 * short }
            sides.append(short)
        }
        return sides.map { side in (even(width * side / short), even(height * side / short)) }
    }

    /// 4:2:0 needs even sides, and x264 at least 16 pixels.
    private static func even(_ value: Double) -> Int { max(16, Int((value / 2).rounded()) * 2) }

    private static func preparation(_ picture: SourceProbe.Picture, _ rate: FrameRate) -> [String] {
        var filters: [String] = []
        if picture.isInterlaced { filters.append("bwdif=mode=send_frame") }
        // Video starts at zero: if audio begins earlier, the first frame is shown meanwhile.
        filters.append("fps=\(rate):start_time=0")
        if picture.isHDR {
            filters += [
                "zscale=t=linear:npl=100", "format=gbrpf32le", "zscale=p=bt709", "tonemap=tonemap=hable:desat=0",
                "zscale=t=bt709:m=bt709:r=tv",
            ]
        }
        return filters
    }

    private static func audioTracks(_ source: SourceProbe, _ settings: PackagerSettings) -> [AudioRendition] {
        let kept = source.audioTracks.prefix(settings.maxAudioTracks)
        let preferred = kept.firstIndex { $0.isDefault && !$0.isDescription } ?? kept.startIndex
        var labels: Set<String> = []
        let stereo = kept.enumerated().map { number, audio in
            let channels = min(audio.channels, 2)
            let language = audio.language.flatMap { $0 == "mul" ? nil : FileLanguage.shortest($0) }
            return AudioRendition(
                name: "sound-\(number + 1)", index: audio.index,
                label: unique(audio.title ?? FileLanguage.name(language) ?? "Sound", among: &labels), language: language,
                channels: channels,
                bitrate: channels == 1 ? settings.stereoBitrate * 5 / 8 : settings.stereoBitrate, isDefault: number == preferred,
                isDescription: audio.isDescription)
        }
        guard settings.keepsSurround, source.picture != nil else { return stereo }
        return stereo
            + zip(kept, stereo).filter { $0.0.channels >= 6 }.map { _, audio in
                var audio = audio
                (audio.name, audio.channels, audio.bitrate) = (audio.name + "-surround", 6, settings.surroundBitrate)
                return audio
            }
    }

    private static func texts(_ source: SourceProbe, _ settings: PackagerSettings) -> [SubtitleRendition] {
        var labels: Set<String> = []
        let kept = source.texts.filter { SubtitleRendition.codecs.contains($0.codec) }.prefix(settings.maxTexts)
        return kept.enumerated().map { number, text in
            let language = text.language.map(FileLanguage.shortest) ?? "und"
            return SubtitleRendition(
                name: "text-\(number + 1)", index: text.index,
                label: unique(text.title ?? FileLanguage.name(language) ?? "Subtitles", among: &labels), language: language,
                isForced: text.isForced)
        }
    }

    /// Renditions of a group need unique names (RFC 8216bis 4.4.6.1.1).
    static func unique(_ label: String, among labels: inout Set<String>) -> String {
        var name = label
        var number = 2
        while !labels.insert(name).inserted {
            name = "\(label) \(number)"
            number += 1
        }
        return name
    }

    private static func sprites(_ rung: LadderRung, duration: Double?) -> SpritePlan {
        let scale = 160 / Double(max(rung.width, rung.height))
        // A hundred are enough for seeking.
        let interval = duration.map { max(1, ($0 / 100).rounded(.up)) } ?? 5
        return SpritePlan(width: even(Double(rung.width) * scale), height: even(Double(rung.height) * scale), interval: interval)
    }
}
