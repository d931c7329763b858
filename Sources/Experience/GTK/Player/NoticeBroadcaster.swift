// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxPlayer

/// Broadcasts notices to all listeners: those derived from a player's events, and those passed to ``send(_:)``.
@MainActor final class NoticeBroadcaster {
    private var listeners: [Int: AsyncStream<PlayerNotice>.Continuation] = [:]

    /// Notices from now on. For a slow listener, only the newest eight are kept.
    func notices(about player: Player) -> AsyncStream<PlayerNotice> {
        let (stream, listener) = AsyncStream.makeStream(of: PlayerNotice.self, bufferingPolicy: .bufferingNewest(8))
        let watching = [
            Task { [events = player.events] in
                for await event in events { if let notice = PlayerNotice(event) { listener.yield(notice) } }
                listener.finish()
            },
            Task { [weak player, states = player.propertiesUpdates] in
                var changes = NoticeRule()
                for await _ in states {
                    guard let player else { return }
                    // A server that doesn't answer is another matter, which the error explains.
                    let isOffline = player.error.map { .network ~= $0 } ?? false && !player.networkConditions.isReachable
                    for notice in changes.handle(player.currentItemID?.number, player.streamType, isOffline: isOffline) {
                        listener.yield(notice)
                    }
                }
            },
        ]
        let number = (listeners.keys.max() ?? 0) + 1
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in
            for task in watching { task.cancel() }
            Task { @MainActor in self?.listeners[number] = nil }
        }
        return stream
    }

    func send(_ notice: PlayerNotice) { for listener in listeners.values { listener.yield(notice) } }
}
