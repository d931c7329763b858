// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxEngine
public import WindowboxPlayer

/// The user's settings, independent of the item.
public struct ViewerSettings: Hashable, Codable, Sendable {
    public enum Appearance: String, Hashable, Codable, Sendable, CaseIterable {
        case system, light, dark
    }

    /// What happens after the last item.
    public enum EndAction: String, Hashable, Codable, Sendable, CaseIterable {
        /// The last frame stays.
        case stay
        /// The next file of the folder plays.
        case nextFile
        /// The window closes.
        case close
    }

    /// Size of a window's content in logical pixels.
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

    /// An audio output device: its ID for the sound server, and its display name.
    public struct SoundDevice: Hashable, Codable, Sendable {
        public var id: String
        public var name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    public var media = MediaPreferences()
    /// Subtitle size relative to the default, 0.5...3.
    public var subtitleScale = 1.0
    /// How much higher than normal subtitles are, 0...0.5 of the video's height.
    public var subtitleRaise = 0.0
    /// Name of the subtitle style; nil uses the video's own.
    public var subtitleLook: String?
    /// 0...2; values above 1 amplify.
    public var volume = 1.0
    public var isMuted = false
    /// The volume at each start, 0...2; nil uses the last one.
    public var startVolume: Double?
    /// The speed at each start, 0.1...4; nil uses the last one.
    public var startSpeed: Double?
    /// Seconds that a key or a double click skips, 1...600.
    public var skipLength = 10.0
    public var endAction = EndAction.stay
    /// Shows the remaining time instead of the duration.
    public var showsRemainingTime = false
    public var isEqualizerOn = false
    public var equalizer = Equalizer()
    /// Nil uses the sound server's default.
    public var soundDevice: SoundDevice?
    public var speed = 1.0
    /// Maximum video height in lines for quality selection; nil for no limit.
    public var maximumHeight: Int?
    /// Maximum video height in lines on metered networks; nil for no limit.
    public var maximumHeightOnMeteredNetworks: Int?
    public var appearance = Appearance.system
    public var usesHardwareDecoding = false
    /// Per track by default: users who tag files want them equally loud, and files without tags are unaffected.
    public var normalization = MediaProcessing.Normalization.track
    /// In dB, added to the gain from tags, -15...15.
    public var preamp = 0.0
    public var isNightMode = false
    public var deinterlacing = Deinterlacing.automatic
    /// Videos resume where they were left.
    public var resumes = true
    public var window: WindowSize?
    /// The user has seen the hint about swiping between videos.
    public var knowsSwiping = false

    public init() {}

    private enum CodingKeys: String, CodingKey {
        case media, subtitleScale, subtitleRaise, subtitleLook, startVolume, startSpeed, skipLength, endAction, showsRemainingTime
        case isEqualizerOn, equalizer
        case volume, isMuted, soundDevice, speed, maximumHeight, maximumHeightOnMeteredNetworks,
            appearance
        case usesHardwareDecoding, normalization, preamp, isNightMode, deinterlacing, resumes, window, knowsSwiping
    }

    /// Decodes what is valid; missing, unknown or invalid values get their defaults.
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
        subtitleRaise = number(.subtitleRaise, 0, 0...0.5)
        subtitleLook = value(.subtitleLook, nil)
        startVolume = (value(.startVolume, nil) as Double?).flatMap { (0...2).contains($0) ? $0 : nil }
        startSpeed = (value(.startSpeed, nil) as Double?).flatMap { (0.1...4).contains($0) ? $0 : nil }
        skipLength = number(.skipLength, 10, 1...600)
        endAction = value(.endAction, .stay)
        showsRemainingTime = value(.showsRemainingTime, false)
        isEqualizerOn = value(.isEqualizerOn, false)
        equalizer = value(.equalizer, Equalizer())
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
