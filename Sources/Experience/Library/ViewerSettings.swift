// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxEngine
public import WindowboxPlayer

/// What a person has set, whatever is played.
public struct ViewerSettings: Hashable, Codable, Sendable {
    public enum Appearance: String, Hashable, Codable, Sendable, CaseIterable {
        case system, light, dark
    }

    /// Pixels of a window's content, as the person left it.
    public struct WindowSize: Hashable, Codable, Sendable {
        public var width: Int
        public var height: Int
        public var isMaximized: Bool

        public init(width: Int, height: Int, isMaximized: Bool = false) {
            self.width = width
            self.height = height
            self.isMaximized = isMaximized
        }
    }

    /// Where sound goes, as the sound server knows it and as people do.
    public struct SoundDevice: Hashable, Codable, Sendable {
        public var id: String
        public var name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    public var media = MediaPreferences()
    /// 1 is the size that subtitles have by themselves; 0.5...3.
    public var subtitleScale = 1.0
    /// The name of what subtitles look like; nil leaves it to the video.
    public var subtitleLook: String?
    /// 0...2; what is above 1 is amplified.
    public var volume = 1.0
    public var isMuted = false
    /// Nil leaves it to the sound server.
    public var soundDevice: SoundDevice?
    public var speed = 1.0
    /// Lines of picture above which no quality is chosen; nil is no limit.
    public var maximumHeight: Int?
    /// The same where bytes cost money.
    public var maximumHeightOnMeteredNetworks: Int?
    public var appearance = Appearance.system
    public var usesHardwareDecoding = false
    /// Track by track: who has tagged files wants them equally loud, and whatever has no tags is left as it is.
    public var normalization = MediaProcessing.Normalization.track
    /// dB added to the gain of tags, -15...15.
    public var preamp = 0.0
    public var isNightMode = false
    public var deinterlacing = Deinterlacing.automatic
    /// Videos go on where they were left.
    public var resumes = true
    public var window: WindowSize?
    /// The person has been told how one comes from video to video.
    public var knowsSwiping = false

    public init() {}

    private enum CodingKeys: String, CodingKey {
        case media, subtitleScale, subtitleLook, volume, isMuted, soundDevice, speed, maximumHeight, maximumHeightOnMeteredNetworks,
            appearance
        case usesHardwareDecoding, normalization, preamp, isNightMode, deinterlacing, resumes, window, knowsSwiping
    }

    /// Takes what can be understood; the rest, of another version or of a careless hand, is as if it had not been set.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, _ standard: Value) -> Value {
            (try? values.decode(Value.self, forKey: key)) ?? standard
        }
        func number(_ key: CodingKeys, _ standard: Double, _ range: ClosedRange<Double>) -> Double {
            let number = value(key, standard)
            return number.isFinite ? min(max(number, range.lowerBound), range.upperBound) : standard
        }
        func height(_ key: CodingKeys) -> Int? { value(key, nil as Int?).flatMap { $0 > 0 ? $0 : nil } }
        media = value(.media, MediaPreferences())
        subtitleScale = number(.subtitleScale, 1, 0.5...3)
        subtitleLook = value(.subtitleLook, nil)
        volume = number(.volume, 1, 0...2)
        isMuted = value(.isMuted, false)
        soundDevice = (value(.soundDevice, nil) as SoundDevice?).flatMap { $0.id.isEmpty ? nil : $0 }
        speed = number(.speed, 1, 0.1...4)
        maximumHeight = height(.maximumHeight)
        maximumHeightOnMeteredNetworks = height(.maximumHeightOnMeteredNetworks)
        appearance = value(.appearance, .system)
        usesHardwareDecoding = value(.usesHardwareDecoding, false)
        normalization = value(.normalization, .track)
        preamp = number(.preamp, 0, -15...15)
        isNightMode = value(.isNightMode, false)
        deinterlacing = value(.deinterlacing, .automatic)
        resumes = value(.resumes, true)
        knowsSwiping = value(.knowsSwiping, false)
        window = (value(.window, nil) as WindowSize?).flatMap {
            (200...20_000).contains($0.width) && (150...20_000).contains($0.height) ? $0 : nil
        }
    }
}
