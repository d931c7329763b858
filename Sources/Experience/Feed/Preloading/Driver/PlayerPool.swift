// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxPlayer

/// The players that hold items of a feed, and spare ones. Players are reused, because each has a window's view bound to it.
@MainActor final class PlayerPool {
    var onPrepare: (@MainActor (Player, Int) -> Void)?
    private var prepared: [Int: PreparedItem] = [:]
    private var spare: [Player] = []
    private let forwardBuffer: Double
    private let makePlayer: @MainActor () -> Player

    /// - Parameter forwardBuffer: seconds of media that each player buffers ahead.
    init(forwardBuffer: Double, _ makePlayer: @escaping @MainActor () -> Player) {
        self.forwardBuffer = forwardBuffer
        self.makePlayer = makePlayer
    }

    /// The item at an index of the feed; nil if no player holds it.
    subscript(_ index: Int) -> PreparedItem? { prepared[index] }
    /// The number of players, in use or spare.
    var count: Int { prepared.count + spare.count }

    func load(_ video: FeedVideo, from address: String, at index: Int, report: @escaping @MainActor (PreparedItem.Fact) -> Void) {
        let item = PlayerItem.simple(
            url: address, metadata: PlayerMetadata(identifier: video.id, title: video.caption),
            configuration: PlaybackConfiguration(preferredForwardBufferDuration: forwardBuffer))
        let player = spare.popLast() ?? makePlayer()
        onPrepare?(player, index)
        prepared[index] = PreparedItem(player, item, report: report)
    }

    /// Empties the player of an item and keeps it for another.
    func release(_ index: Int) {
        if let player = prepared.removeValue(forKey: index)?.empty() { spare.append(player) }
    }

    func discardSpare() { spare = [] }
}
