// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// A page of the settings menu, for one setting or two related ones.
enum SettingsPage: CaseIterable, Hashable {
    case chapters, speed, quality, picture, audio, volume, audioDelay, subtitles, secondSubtitles, captions, captionDelay, captionScale
    case search, sound

    var title: String {
        switch self {
        case .chapters: translated("Chapters")
        case .speed: translated("Speed")
        case .quality: translated("Quality")
        case .picture: translated("Picture")
        case .audio: translated("Audio")
        case .volume: translated("Volume")
        case .audioDelay: DelayKind.audio.title
        case .subtitles: translated("Subtitles")
        case .secondSubtitles: translated("Second Subtitles")
        case .captions: translated("Subtitle Style")
        case .captionDelay: DelayKind.captions.title
        case .captionScale: translated("Subtitle Frame Rate")
        case .search: translated("Find in Subtitles")
        case .sound: translated("Audio Output")
        }
    }

    var sections: [Section] {
        switch self {
        case .chapters: [.chapters]
        case .speed: [.speed]
        case .quality: [.choice(.quality)]
        case .picture: PictureChoice.allCases.map { .picture($0) } + [.choice(.deinterlacing)]
        case .audio: [.choice(.audio)]
        case .volume: [.volume, .choice(.nightMode)]
        case .subtitles: [.choice(.subtitles)]
        case .secondSubtitles: [.choice(.secondSubtitles)]
        case .captions: [.choice(.captionSize), .choice(.captionLook), .choice(.captionPosition)]
        case .captionScale: [.choice(.captionScale)]
        case .audioDelay, .captionDelay, .search: []
        case .sound: [.choice(.soundDevice)]
        }
    }

    /// Whether a choice closes the menu. It stays open for settings that users try out.
    var closesOnChoice: Bool { ![.picture, .volume, .captions, .captionScale].contains(self) }

    /// What the page delays; nil for other pages.
    var delay: DelayKind? {
        switch self {
        case .audioDelay: .audio
        case .captionDelay: .captions
        default: nil
        }
    }

    /// A list on a page.
    enum Section: Hashable {
        case chapters
        case speed
        case volume
        case picture(PictureChoice)
        case choice(ChoiceKind)

        /// The section's heading, on pages with several sections.
        var title: String {
            switch self {
            case .chapters: translated("Chapters")
            case .speed: translated("Speed")
            case .volume: translated("Volume")
            case .picture(let choice): choice.title
            case .choice(.deinterlacing): translated("Deinterlacing")
            case .choice(.nightMode): translated("Night Mode")
            case .choice(.quality): translated("Quality")
            case .choice(.audio): translated("Audio")
            case .choice(.subtitles): translated("Subtitles")
            case .choice(.captionSize): translated("Size", context: "subtitles")
            case .choice(.captionLook): translated("Style", context: "subtitles")
            case .choice(.secondSubtitles): translated("Second Subtitles")
            case .choice(.captionPosition): translated("Position", context: "subtitles")
            case .choice(.captionScale): translated("Subtitle Frame Rate")
            case .choice(.soundDevice): translated("Audio Output")
            }
        }

        /// 1 is the original volume; values above it amplify.
        static let volumes = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

        @MainActor func choices(of player: any PlayerControlling, _ picture: PictureAdjustments) -> Choices {
            switch self {
            case .chapters:
                // The current chapter changes with time, so it is looked up when the menu opens.
                Choices(SeekMark.chapters(player.marks).map { "\(TimeLine.text(at: $0.start, of: player))  \($0.title)" })
            case .speed:
                // A live stream without a DVR window has a fixed speed.
                player.isLiveOnly
                    ? .none
                    : Choices(
                        PlaybackSpeed.all.map(TimeText.speed), selection: PlaybackSpeed.all.firstIndex { abs($0 - player.rate) < 0.001 })
            case .volume:
                Choices(
                    Self.volumes.map(PictureChoice.percent),
                    selection: Self.volumes.firstIndex { abs($0 - (player.isMuted ? 0 : player.volume)) < 0.001 })
            case .picture(let choice): player.isAudioOnly || player.viewport != .standard ? .none : choice.choices(of: picture.current)
            case .choice(let kind): player.choices(of: kind)
            }
        }

        @MainActor func choose(_ index: Int, of player: any PlayerControlling, _ picture: PictureAdjustments) {
            switch self {
            case .chapters: player.seek(to: SeekMark.chapters(player.marks)[index].start)
            case .speed: player.rate = PlaybackSpeed.all[index]
            case .volume:
                player.volume = Self.volumes[index]
                player.isMuted = false
            case .picture(let choice): choice.choose(index, of: &picture.current)
            case .choice(let kind): player.choose(index, of: kind)
            }
        }
    }

    @MainActor func isOffered(by player: any PlayerControlling, _ picture: PictureAdjustments) -> Bool {
        if let delay { return player.delay(of: delay) != nil }
        return self == .search ? player.canFindCues : sections.contains { !$0.choices(of: player, picture).isEmpty }
    }

    /// The current value as text.
    @MainActor func value(of player: any PlayerControlling, _ picture: PictureAdjustments) -> String {
        switch self {
        case .audioDelay, .captionDelay: return delay.flatMap { player.delay(of: $0) }.map(TimeText.delayOrNone) ?? ""
        case .picture:
            let changed = PictureChoice.allCases.filter { $0.isChanged(in: picture.current) }
            return changed.isEmpty
                ? translated("Original", context: "picture") : changed.map { $0.value(in: picture.current) }.joined(separator: ", ")
        case .volume:
            let isNight = player.choices(of: .nightMode).selection == 1
            let volume = PictureChoice.percent(player.isMuted ? 0 : player.volume)
            return isNight ? translated("{volume}, night mode", ["volume": volume]) : volume
        default:
            let values = sections.compactMap { $0.choices(of: player, picture).selected }
            if values.isEmpty, self == .subtitles { return translated("None", context: "subtitles") }
            return values.isEmpty && self == .speed ? TimeText.speed(player.rate) : values.joined(separator: ", ")
        }
    }
}

extension PlayerControlling {
    /// - Returns: the new value as text.
    func set(speed: Double) -> String {
        rate = speed
        return TimeText.speed(speed)
    }

    /// - Parameter change: in seconds.
    /// - Returns: the new value as text; nil if there is no delay to change.
    func changeDelay(of kind: DelayKind, by change: Double) -> String? {
        guard let delay = delay(of: kind) else { return nil }
        // Rounded to hundredths, so that steps up and down arrive at the same values.
        let seconds = min(max(((delay + change) * 100).rounded() / 100, DelayKind.range.lowerBound), DelayKind.range.upperBound)
        setDelay(seconds, of: kind)
        return "\(kind.title): \(TimeText.delayOrNone(seconds))"
    }

    /// Moves the selection by a number of steps; negative steps go back. Wraps around, except for positions.
    /// - Returns: the new value as text; nil if nothing can be chosen.
    func moveChoice(by steps: Int, of kind: ChoiceKind) -> String? {
        let choices = choices(of: kind)
        guard !choices.isEmpty else { return nil }
        let (count, selected) = (choices.titles.count, (choices.selection ?? -1) + steps)
        let index = kind == .captionPosition ? min(max(selected, 0), count - 1) : (selected % count + count) % count
        choose(index, of: kind)
        return "\(SettingsPage.Section.choice(kind).title): \(choices.titles[index])"
    }
}

extension DelayKind {
    /// In seconds. Subtitles that are off by more are those of another version of the video.
    static let range = -10.0...10.0

    var title: String {
        switch self {
        case .captions: translated("Subtitle Delay")
        case .audio: translated("Audio Delay")
        }
    }
}
