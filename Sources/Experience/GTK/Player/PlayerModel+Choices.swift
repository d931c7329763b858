// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer

extension PlayerModel {
    public func choices(of kind: ChoiceKind) -> Choices {
        switch kind {
        case .quality:
            let options = player.qualityOptions
            guard !options.isEmpty else { return .none }
            let height = player.presentationSize?.height ?? 0
            let automatic = height > 0 ? translated("Automatic ({value})", ["value": "\(height)p"]) : translated("Automatic")
            let chosen = player.selectedQuality.flatMap { options.firstIndex(of: $0) }
            return Choices([automatic] + options.map(\.description), selection: chosen.map { $0 + 1 } ?? 0)
        case .audio:
            let options = player.mediaSelectionOptions(for: .audible)
            return Choices(options.map(\.title), selection: options.firstIndex(of: player.currentMediaOption(for: .audible)))
        case .subtitles: return captions.choices
        case .secondSubtitles: return captions.secondChoices
        case .captionSize: return .among(captionPreference.size, title: \.title)
        case .captionLook: return .among(captionPreference.look, title: \.title)
        case .deinterlacing: return isAudioOnly ? .none : .among(player.processing.deinterlacing, title: \.title)
        case .nightMode: return Choices([translated("Off"), translated("On")], selection: player.processing.isNightMode ? 1 : 0)
        case .captionPosition: return captionPreference.positionChoices
        case .captionScale: return captions.scaleChoices
        case .soundDevice: return soundDevices.choices
        }
    }

    public func choose(_ index: Int, of kind: ChoiceKind) {
        guard index >= 0, index < choices(of: kind).titles.count else { return }
        switch kind {
        case .quality:
            let options = player.qualityOptions
            player.select(index == 0 ? nil : options[index - 1])
        case .audio: player.select(player.mediaSelectionOptions(for: .audible)[index], for: .audible)
        case .subtitles: captions.choose(index)
        case .secondSubtitles: captions.chooseSecond(index)
        case .captionSize: captionPreference.size = CaptionPreference.Size.allCases[index]
        case .captionLook: captionPreference.look = CaptionPreference.Look.allCases[index]
        case .captionPosition: captionPreference.raise = CaptionPreference.positions[index].raise
        case .captionScale: captionScale = CaptionAdjustment.scales[index].scale
        case .soundDevice: soundDevices.choose(index)
        case .deinterlacing: player.processing.deinterlacing = Deinterlacing.allCases[index]
        case .nightMode: player.processing.isNightMode = index == 1
        }
    }

    public func refreshChoices() { soundDevices.refresh() }
}

extension Deinterlacing {
    /// The name in menus, in the user's language.
    public var title: String {
        switch self {
        case .off: translated("Off")
        case .automatic: translated("Automatic")
        case .always: translated("Always")
        }
    }
}

extension MediaSelectionOption {
    var title: String {
        switch self {
        case .automatic: translated("Automatic")
        case .off: translated("Off", context: "track")
        case .on(let track): LanguageName.title(ofTrack: track.name, language: track.language)
        }
    }
}
