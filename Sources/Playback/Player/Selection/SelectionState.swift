// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia
import WindowboxStreaming

/// The selection for the current item, and whose choice it was.
struct SelectionState: Hashable {
    var rule = MediaSelectionRule()
    /// The user's selections for the current item.
    private(set) var chosen: [MediaCharacteristic: MediaSelectionOption] = [:]
    private(set) var presentation: Presentation?
    /// Captions found in the video.
    private(set) var found: [ClosedCaptionService] = []
    /// Whether replay captions are shown, if text is selected automatically.
    private(set) var isReplaying = false
    /// The selected tracks; nil means the stream's default audio, and no text.
    private(set) var audible: MediaOption?
    private(set) var legible: MediaOption?

    /// The locked quality; nil if none.
    private(set) var quality: QualityOption?
    /// The size selected by the user, for later items.
    private var requestedSize: PixelSize?

    /// Resets everything for another item, or none.
    mutating func leave() {
        (chosen, found, isReplaying) = ([:], [], false)
        (presentation, audible, legible, quality) = (nil, nil, nil, nil)
    }

    mutating func keep(to option: QualityOption?) -> [Selection] {
        if let option, !QualityOption.all(of: presentation).contains(option) { return [] }
        requestedSize = option?.size
        quality = option
        return [.variant(option?.index)]
    }

    /// - Returns: selections for the engine.
    mutating func handle(_ presentation: Presentation) -> [Selection] {
        let presentation = presentation.adding(found)
        // The presentation is reported repeatedly during playback; renditions never change their order.
        let isSame =
            self.presentation?.audio == presentation.audio && self.presentation?.subtitles == presentation.subtitles
            && self.presentation?.closedCaptions == presentation.closedCaptions
        let isFirst = self.presentation == nil
        self.presentation = presentation
        let choices = isSame ? [] : choose()
        guard isFirst, let requestedSize, let option = QualityOption.all(of: presentation).first(where: { $0.size == requestedSize }) else {
            return choices
        }
        quality = option
        return choices + [.variant(option.index)]
    }

    /// Captions were found in the video, whether declared or not.
    mutating func find(_ services: [ClosedCaptionService]) -> [Selection] {
        guard !Set(services).isSubset(of: found) else { return [] }
        found += services.filter { !found.contains($0) }
        return presentation.map { handle($0) } ?? []
    }

    mutating func replay(_ isReplaying: Bool) -> [Selection] {
        self.isReplaying = isReplaying
        return choose()
    }

    /// Applies a user's selection; it changes the preferences too.
    mutating func select(_ option: MediaSelectionOption, for characteristic: MediaCharacteristic) -> [Selection] {
        switch (characteristic, option) {
        case (.audible, .automatic), (.audible, .off): return []
        case (_, .on(let track)):
            guard MediaSelectionRule.options(characteristic, of: presentation).contains(track), track.isSelectable else { return [] }
            prefer(track)
        case (.legible, .automatic): rule.preferences.legible = .automatic
        case (.legible, .off): rule.preferences.legible = .off
        }
        rule.applications[characteristic] = nil
        chosen[characteristic] = option
        return choose()
    }

    /// The application's preference replaces the user's selection.
    mutating func prefer(_ preference: MediaSelectionPreference, for characteristic: MediaCharacteristic) -> [Selection] {
        rule.applications[characteristic] = preference
        chosen[characteristic] = nil
        return choose()
    }

    mutating func set(_ preferences: MediaPreferences, userLanguages: [String]) -> [Selection] {
        guard preferences != rule.preferences || userLanguages != rule.userLanguages else { return [] }
        rule.preferences = preferences
        rule.userLanguages = userLanguages
        return choose()
    }

    private mutating func prefer(_ track: MediaOption) {
        let languages = track.language.map { [$0] } ?? []
        switch track.characteristic {
        case .audible:
            rule.preferences.audibleLanguages = newest(languages, rule.preferences.audibleLanguages)
            rule.preferences.prefersDescribedVideo = track.describesVideo
        case .legible:
            // Signs and commentary are wanted for this item, and say nothing about later ones.
            guard track.content == nil else { return }
            rule.preferences.legible = .always
            rule.preferences.legibleLanguages = newest(languages, rule.preferences.legibleLanguages)
            rule.preferences.prefersDescribedSound = track.describesSound
        }
    }

    /// Five languages are enough for any user.
    private func newest(_ languages: [String], _ older: [String]) -> [String] {
        Array((languages + older.filter { !languages.contains($0) }).prefix(5))
    }

    private mutating func choose() -> [Selection] {
        guard let presentation else { return [] }
        let before = (audible, legible)
        if case .on(let track) = chosen[.audible] { audible = track } else { audible = rule.audible(of: presentation) }
        if case .on(let track) = chosen[.legible] {
            legible = track
        } else {
            legible = rule.legible(of: presentation, with: audible)
            if isReplaying, selected(.legible) == .automatic, legible.map(\.isForced) ?? true {
                legible = rule.transcript(of: presentation, with: audible) ?? legible
            }
        }
        var selections: [Selection] = []
        if audible != before.0 { selections.append(.audio(audible?.index)) }
        // Without a selection, the session would choose subtitles on its own.
        if !presentation.subtitles.isEmpty {
            selections.append(.subtitles(legible.flatMap { $0.closedCaptions == nil ? $0.index : nil }))
        }
        return selections
    }

    // MARK: Current selection

    /// The languages preferred by the application.
    func languages(_ characteristic: MediaCharacteristic) -> [String] {
        if case .on(let languages) = rule.applications[characteristic] { languages } else { [] }
    }

    func menu(_ characteristic: MediaCharacteristic) -> [MediaSelectionOption] {
        rule.menu(characteristic, of: presentation, including: characteristic == .legible ? legible : audible)
    }

    func selected(_ characteristic: MediaCharacteristic) -> MediaSelectionOption {
        if let option = chosen[characteristic] { return option }
        switch characteristic {
        case .audible: return current(.audible)
        case .legible:
            if let application = rule.applications[.legible] {
                return application == .automatic ? .automatic : current(.legible)
            }
            return rule.preferences.legible == .automatic ? .automatic : current(.legible)
        }
    }

    /// The track that is currently heard or shown.
    func current(_ characteristic: MediaCharacteristic) -> MediaSelectionOption {
        let track = characteristic == .audible ? audible ?? ownAudio : legible
        guard let track, !track.isForced || chosen[characteristic] == .on(track) else { return .off }
        return .on(track)
    }

    private var ownAudio: MediaOption? {
        let options = MediaSelectionRule.options(.audible, of: presentation)
        return options.first(where: \.isDefault) ?? options.first
    }
}

extension Presentation {
    /// Adds captions in the video that the presentation doesn't declare. Captions in both formats are offered once, in the format found
    /// first.
    fileprivate func adding(_ found: [ClosedCaptionService]) -> Presentation {
        var presentation = self
        for service in found {
            let names = [service.name, service.counterpart?.name]
            guard !presentation.closedCaptions.contains(where: { $0.channel != nil && names.contains($0.channel) }) else { continue }
            presentation.closedCaptions.append(Rendition(name: "Closed Captions (\(service.name))", channel: service.name))
        }
        return presentation
    }
}
