// SPDX-License-Identifier: Apache-2.0

/// A page of the settings: one thing to set, or two that belong together.
enum SettingsPage: CaseIterable, Hashable {
    case speed, quality, audio, subtitles, captions, sound

    var title: String {
        switch self {
        case .speed: "Speed"
        case .quality: "Quality"
        case .audio: "Audio"
        case .subtitles: "Subtitles"
        case .captions: "Subtitle Style"
        case .sound: "Sound Output"
        }
    }

    var sections: [Section] {
        switch self {
        case .speed: [.speed]
        case .quality: [.choice(.quality)]
        case .audio: [.choice(.audio)]
        case .subtitles: [.choice(.subtitles)]
        case .captions: [.choice(.captionSize), .choice(.captionLook)]
        case .sound: [.choice(.soundDevice)]
        }
    }

    /// Whether the menu has done its work with one choice; looks are tried one after the other.
    var closesOnChoice: Bool { self != .captions }

    /// A list on a page.
    enum Section: Hashable {
        case speed
        case choice(ChoiceKind)

        /// Its own, where a page has several.
        var title: String {
            switch self {
            case .speed: "Speed"
            case .choice(.quality): "Quality"
            case .choice(.audio): "Audio"
            case .choice(.subtitles): "Subtitles"
            case .choice(.captionSize): "Size"
            case .choice(.captionLook): "Style"
            case .choice(.soundDevice): "Sound Output"
            }
        }

        @MainActor func choices(of player: any PlayerControlling) -> Choices {
            switch self {
            case .speed:
                // A live stream without a past has one speed.
                player.isLiveOnly
                    ? .none
                    : Choices(
                        PlaybackSpeed.all.map(TimeText.speed), selection: PlaybackSpeed.all.firstIndex { abs($0 - player.rate) < 0.001 })
            case .choice(let kind): player.choices(of: kind)
            }
        }

        @MainActor func choose(_ index: Int, of player: any PlayerControlling) {
            switch self {
            case .speed: player.rate = PlaybackSpeed.all[index]
            case .choice(let kind): player.choose(index, of: kind)
            }
        }
    }

    @MainActor func isOffered(by player: any PlayerControlling) -> Bool { sections.contains { !$0.choices(of: player).isEmpty } }

    /// What holds now, in words.
    @MainActor func value(of player: any PlayerControlling) -> String {
        let values = sections.compactMap { $0.choices(of: player).selected }
        return values.isEmpty && self == .speed ? TimeText.speed(player.rate) : values.joined(separator: ", ")
    }
}
