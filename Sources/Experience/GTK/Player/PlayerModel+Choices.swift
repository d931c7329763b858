// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

extension PlayerModel {
    public func choices(of kind: ChoiceKind) -> Choices {
        switch kind {
        case .quality:
            let options = player.qualityOptions
            guard !options.isEmpty else { return .none }
            let automatic = player.presentationSize.map { $0.height > 0 ? "Automatic (\($0.height)p)" : "Automatic" } ?? "Automatic"
            let chosen = player.selectedQuality.flatMap { options.firstIndex(of: $0) }
            return Choices([automatic] + options.map(\.description), selection: chosen.map { $0 + 1 } ?? 0)
        case .audio: return choices(of: .audible, selected: player.currentMediaOption(for: .audible))
        case .subtitles: return choices(of: .legible, selected: player.selectedMediaOption(for: .legible))
        }
    }

    public func choose(_ index: Int, of kind: ChoiceKind) {
        switch kind {
        case .quality:
            let options = player.qualityOptions
            player.select(index == 0 ? nil : options.indices.contains(index - 1) ? options[index - 1] : nil)
        case .audio: choose(index, of: .audible)
        case .subtitles: choose(index, of: .legible)
        }
    }

    private func choices(of characteristic: MediaCharacteristic, selected: MediaSelectionOption) -> Choices {
        let options = player.mediaSelectionOptions(for: characteristic)
        return Choices(options.map(\.title), selection: options.firstIndex(of: selected))
    }

    private func choose(_ index: Int, of characteristic: MediaCharacteristic) {
        let options = player.mediaSelectionOptions(for: characteristic)
        if options.indices.contains(index) { player.select(options[index], for: characteristic) }
    }
}

extension MediaSelectionOption {
    fileprivate var title: String {
        switch self {
        case .automatic: "Automatic"
        case .off: "Off"
        case .on(let track): track.name.isEmpty ? track.language ?? "Track" : track.name
        }
    }
}
