// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is made of a source: decided before anything runs.
public struct PackagingPlan: Hashable, Sendable {
    /// Seconds; nil when the source doesn't tell.
    public var duration: Double?
    /// nil without pictures.
    public var frameRate: FrameRate?
    /// Pictures from one key frame to the next.
    public var keyFrames: Int
    /// Seconds of a segment: a whole number of key frames' groups.
    public var segmentDuration: Double
    /// From small to large; empty without pictures.
    public var rungs: [LadderRung]
    public var sounds: [SoundRendition]
    public var texts: [TextRendition]
    public var sprites: SpritePlan?
    /// How a picture is made even, upright and plain before it is scaled: ffmpeg's filters.
    var preparation: [String]
    /// Of the stream in the source.
    var pictureIndex: Int?
    public let settings: PackagerSettings

    /// - Throws: ``PackagerError`` when there is nothing to play, or more than the settings allow.
    public init(_ source: SourceProbe, settings: PackagerSettings = PackagerSettings()) throws {
        self.settings = settings
        if let duration = source.duration, duration > settings.longestDuration {
            throw PackagerError.tooLarge("it lasts \(Int(duration)) s, the limit is \(Int(settings.longestDuration)) s")
        }
        guard source.picture != nil || !source.sounds.isEmpty else { throw PackagerError.nothingToPlay }
        duration = source.duration
        sounds = Self.sounds(source, settings)
        texts = Self.texts(source, settings)
        rungs = []
        preparation = []
        keyFrames = 0
        segmentDuration = settings.segmentDuration
        guard let picture = source.picture else { return }
        if picture.width.multipliedReportingOverflow(by: picture.height).overflow || picture.width * picture.height > settings.mostPixels {
            throw PackagerError.tooLarge("its picture has \(picture.width) x \(picture.height) pixels")
        }
        let rate = Self.frameRate(picture, highest: settings.highestFrameRate)
        frameRate = rate
        pictureIndex = picture.index
        keyFrames = max(1, Int((rate.value * settings.keyInterval).rounded()))
        let group = Double(keyFrames) / rate.value
        segmentDuration = group * max(1, (settings.segmentDuration / group).rounded())
        rungs = Self.sizes(picture, shortSides: settings.shortSides).map { LadderRung(width: $0.width, height: $0.height, frameRate: rate) }
        preparation = Self.preparation(picture, rate)
        if settings.makesSprites, let rung = rungs.last { sprites = Self.sprites(rung, duration: source.duration) }
    }

    /// An even rate that loses no picture of an even source, and few of an uneven one.
    private static func frameRate(_ picture: SourceProbe.Picture, highest: Double) -> FrameRate {
        guard let rate = picture.frameRate, rate.value >= 1 else { return FrameRate(30) }
        if picture.isVariable || rate.numerator > 1_000_000 || rate.denominator > 1_000_000 {
            let near = FrameRate.usual.min { abs($0.value - rate.value) < abs($1.value - rate.value) } ?? FrameRate(30)
            // One that is slower would lose pictures, unless it is all but the same.
            let fit = abs(near.value - rate.value) < 0.01 * rate.value ? near : FrameRate.usual.first { $0.value > rate.value }
            return fit.flatMap { $0.value <= highest ? $0 : nil } ?? FrameRate(30)
        }
        var divisor = 1
        while rate.value / Double(divisor) > highest + 0.01 { divisor += 1 }
        return FrameRate(rate.numerator, rate.denominator * divisor)
    }

    /// Never larger than the source; a source that no usual size comes near keeps its own.
    private static func sizes(_ picture: SourceProbe.Picture, shortSides: [Int]) -> [(width: Int, height: Int)] {
        let (width, height) = picture.displaySize
        let short = min(width, height)
        let most = Double(shortSides.last ?? 1080)
        var sides = shortSides.map(Double.init).filter { $0 <= short }
        if short < most, sides.last != short {
            sides.removeAll { $0 > 0.85 * short }
            sides.append(short)
        }
        return sides.map { side in (even(width * side / short), even(height * side / short)) }
    }

    /// H.264 with half of the colours has even sides only, and x264 none below 16.
    private static func even(_ value: Double) -> Int { max(16, Int((value / 2).rounded()) * 2) }

    private static func preparation(_ picture: SourceProbe.Picture, _ rate: FrameRate) -> [String] {
        var filters: [String] = []
        if picture.isInterlaced { filters.append("bwdif=mode=send_frame") }
        // From zero on: sound that begins earlier is seen with the first picture.
        filters.append("fps=\(rate):start_time=0")
        if picture.isHDR {
            filters += [
                "zscale=t=linear:npl=100", "format=gbrpf32le", "zscale=p=bt709", "tonemap=tonemap=hable:desat=0",
                "zscale=t=bt709:m=bt709:r=tv",
            ]
        }
        return filters
    }

    private static func sounds(_ source: SourceProbe, _ settings: PackagerSettings) -> [SoundRendition] {
        let kept = source.sounds.prefix(settings.mostSounds)
        let preferred = kept.firstIndex { $0.isDefault && !$0.isDescription } ?? kept.startIndex
        var labels: Set<String> = []
        return kept.enumerated().map { number, sound in
            let channels = min(sound.channels, 2)
            let language = sound.language.flatMap { $0 == "mul" ? nil : LanguageTag.shortest($0) }
            return SoundRendition(
                name: "sound-\(number + 1)", index: sound.index,
                label: unique(sound.title ?? LanguageTag.name(language) ?? "Sound", among: &labels), language: language, channels: channels,
                bitrate: channels == 1 ? settings.stereoBitrate * 5 / 8 : settings.stereoBitrate, isDefault: number == preferred,
                isDescription: sound.isDescription)
        }
    }

    private static func texts(_ source: SourceProbe, _ settings: PackagerSettings) -> [TextRendition] {
        var labels: Set<String> = []
        let kept = source.texts.filter { TextRendition.codecs.contains($0.codec) }.prefix(settings.mostTexts)
        return kept.enumerated().map { number, text in
            let language = text.language.map(LanguageTag.shortest) ?? "und"
            return TextRendition(
                name: "text-\(number + 1)", index: text.index,
                label: unique(text.title ?? LanguageTag.name(language) ?? "Subtitles", among: &labels), language: language,
                isForced: text.isForced)
        }
    }

    /// Renditions of one group have names of their own (RFC 8216bis 4.4.6.1.1).
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
        // A hundred are enough to find a place by.
        let interval = duration.map { max(1, ($0 / 100).rounded(.up)) } ?? 5
        return SpritePlan(width: even(Double(rung.width) * scale), height: even(Double(rung.height) * scale), interval: interval)
    }
}
