// SPDX-License-Identifier: Apache-2.0

import Observation
public import WindowboxPlayer

/// The local player as an output.
@MainActor public final class PlayerOutput: OutputPlayer {
    /// The player that plays the streams. Its list belongs to the output.
    public let player: Player
    public var report: (@MainActor (OutputEvent) -> Void)?
    private var following: [Task<Void, Never>] = []
    private var isReady = false
    private var hasEnded = false
    private var hasFailed = false
    private var lastSubtitle: String?

    /// - Parameter player: a player for this output only.
    public init(_ player: Player) {
        self.player = player
        player.actionAtItemEnd = .pause
        let (updates, times) = (player.propertiesUpdates, player.periodicTimes(every: .seconds(1)))
        following = [
            Task { [weak self] in for await _ in updates { self?.reportChanges() } },
            Task { [weak self] in for await time in times { self?.passed(time) } },
        ]
        observe()
    }

    isolated deinit {
        for task in following { task.cancel() }
        unload()
    }

    public var time: Double? { player.time }

    public var subtitleLanguage: String? {
        if case .on(let option) = player.currentMediaOption(for: .legible) { option.language } else { nil }
    }

    public func load(_ url: String, title: String?, at position: Double?) {
        (isReady, hasEnded, hasFailed) = (false, false, false)
        player.pause()
        let configuration = PlaybackConfiguration(start: position)
        player.items = [.simple(url: url, metadata: PlayerMetadata(title: title), configuration: configuration)]
    }

    public func play() { if player.playbackState == .ended { player.replay() } else { player.play() } }
    public func pause() { player.pause() }
    public func seek(to time: Double) { player.seek(.at(time), .immediate) }

    public func selectSubtitle(_ language: String?) {
        guard let language else { return player.select(.off, for: .legible) }
        let choice = player.mediaSelectionOptions(for: .legible).first { option in
            if case .on(let option) = option { option.language == language } else { false }
        }
        if let choice { player.select(choice, for: .legible) }
    }

    public func style(subtitles rules: [TextStyleRule]) { player.textStyleRules = rules }

    public func unload() {
        player.pause()
        player.items = []
    }

    private func observe() {
        withObservationTracking {
            _ = player.error?.code
            _ = player.currentMediaOption(for: .legible)
        } onChange: { [weak self] in
            Task { @MainActor [weak self] in
                self?.observe()
                self?.reportChanges()
            }
        }
    }

    private func reportChanges() {
        guard player.currentItem != nil else { return }
        if let error = player.error {
            if !hasFailed { report?(.failed(error)) }
            hasFailed = true
            return
        }
        hasFailed = false
        if !isReady, player.playbackState != .idle, !player.isBuffering {
            isReady = true
            report?(.ready)
        }
        let isAtEnd = player.playbackState == .ended
        if isAtEnd, !hasEnded { report?(.ended) }
        hasEnded = isAtEnd
        if lastSubtitle != subtitleLanguage {
            lastSubtitle = subtitleLanguage
            report?(.subtitleChanged)
        }
    }

    private func passed(_ time: Double) {
        if player.playbackState == .playing, !player.isSeeking { report?(.time(time)) }
    }
}
