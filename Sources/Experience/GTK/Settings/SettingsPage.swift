// SPDX-License-Identifier: Apache-2.0

/// A page of the settings: one thing to set, or two that belong together.
enum SettingsPage: CaseIterable, Hashable {
    case chapters, speed, quality, audio, subtitles, secondSubtitles, captions, captionDelay, captionScale, search, sound

    var title: String {
        switch self {
        case .chapters: "Chapters"
        case .speed: "Speed"
        case .quality: "Quality"
        case .audio: "Audio"
        case .subtitles: "Subtitles"
        case .secondSubtitles: "Second Subtitles"
        case .captions: "Subtitle Style"
        case .captionDelay: "Subtitle Delay"
        case .captionScale: "Subtitle Speed"
        case .search: "Find in Subtitles"
        case .sound: "Sound Output"
        }
    }

    var sections: [Section] {
        switch self {
        case .chapters: [.chapters]
        case .speed: [.speed]
        case .quality: [.choice(.quality)]
        case .audio: [.choice(.audio)]
        case .subtitles: [.choice(.subtitles)]
        case .secondSubtitles: [.choice(.secondSubtitles)]
        case .captions: [.choice(.captionSize), .choice(.captionLook)]
        case .captionDelay: [.choice(.captionDelay)]
        case .captionScale: [.choice(.captionScale)]
        case .search: []
        case .sound: [.choice(.soundDevice)]
        }
    }

    /// Whether the menu has done its work with one choice; looks are tried one after the other.
    var closesOnChoice: Bool { ![.captions, .captionDelay, .captionScale].contains(self) }

    /// A list on a page.
    enum Section: Hashable {
        case chapters
        case speed
        case choice(ChoiceKind)

        /// Its own, where a page has several.
        var title: String {
            switch self {
            case .chapters: "Chapters"
            case .speed: "Speed"
            case .choice(.quality): "Quality"
            case .choice(.audio): "Audio"
            case .choice(.subtitles): "Subtitles"
            case .choice(.captionSize): "Size"
            case .choice(.captionLook): "Style"
            case .choice(.secondSubtitles): "Second Subtitles"
            case .choice(.captionDelay): "Delay"
            case .choice(.captionScale): "Subtitle Speed"
            case .choice(.soundDevice): "Sound Output"
            }
        }

        @MainActor func choices(of player: any PlayerControlling) -> Choices {
            switch self {
            case .chapters:
                // Which of them plays changes with the time, and is looked up when somebody wants to know.
                Choices(SeekMark.chapters(player.marks).map { "\(TimeLine.text(at: $0.start, of: player))  \($0.title)" })
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
            case .chapters: player.seek(to: SeekMark.chapters(player.marks)[index].start)
            case .speed: player.rate = PlaybackSpeed.all[index]
            case .choice(let kind): player.choose(index, of: kind)
            }
        }
    }

    @MainActor func isOffered(by player: any PlayerControlling) -> Bool {
        self == .search ? player.canFindCues : sections.contains { !$0.choices(of: player).isEmpty }
    }

    /// What holds now, in words.
    @MainActor func value(of player: any PlayerControlling) -> String {
        let values = sections.compactMap { $0.choices(of: player).selected }
        return values.isEmpty && self == .speed ? TimeText.speed(player.rate) : values.joined(separator: ", ")
    }
}
