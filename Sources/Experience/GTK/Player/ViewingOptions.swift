// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer

/// What the viewer set in addition to the player's own settings: a part that repeats, the length of skips, and the audio delay.
@MainActor @Observable final class ViewingOptions {
    /// The part of the current item that repeats.
    private(set) var part = RepeatedPart()
    /// Seconds; nil skips by the intervals of the player's configuration.
    var skipLength: Double?
    private(set) var audioDelay = 0.0
    /// Whether the transport asks for credentials.
    var canSignIn = false

    @ObservationIgnored private let player: Player
    /// Called to go back from the first item, and to advance from the last one; nil if that isn't possible.
    var beforeList: (@MainActor () -> Void)?
    var afterList: (@MainActor () -> Void)?

    /// Nil if the audio can't be delayed.
    @ObservationIgnored private let output: DelayedAudioOutput?
    @ObservationIgnored private var item: ItemID?
    @ObservationIgnored private var timer: MainLoop.Timer?

    init(_ player: Player, output: DelayedAudioOutput?) {
        self.player = player
        self.output = output
    }

    // MARK: Repeated part

    /// - Returns: the change; nil if the item has no fixed timeline.
    func markPart(at time: Double) -> RepeatedPart.Change? {
        guard player.streamType == .onDemand, let range = player.seekableTimeRange, !range.isEmpty else { return nil }
        item = player.currentItemID
        // At the very end, playback would end instead.
        let change = part.mark(min(max(time, range.start), max(range.end - 0.25, range.start)))
        move(to: time)
        return change
    }

    /// Seeks back at the end of the repeated part. Position updates are too far apart for that, so a timer waits for it.
    func move(to time: Double) {
        timer = nil
        guard part != RepeatedPart() else { return }
        guard item == player.currentItemID else { return part.clear() }
        if let start = part.target(at: time) {
            player.seek(to: start)
        } else if let wait = part.wait(at: time, rate: player.rate, within: Self.horizon) {
            timer = MainLoop.after(seconds: wait) { [weak self] in
                guard let self, let time = player.time else { return }
                move(to: time)
            }
        }
    }

    /// In seconds. Position updates come more often.
    private static let horizon = 1.0

    // MARK: Audio delay

    var delaysAudio: Bool { output != nil && player.currentItem != nil }

    /// - Parameter seconds: by which audio comes later; negative for earlier.
    func delayAudio(by seconds: Double) {
        guard let output, seconds != audioDelay else { return }
        output.delay = seconds
        audioDelay = output.delay
        // The written audio has the former delay. A seek replaces it.
        if let time = player.time, player.seekableTimeRange?.isEmpty == false { player.seek(to: time) }
    }
}
