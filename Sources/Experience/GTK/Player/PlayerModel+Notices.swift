// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer

extension PlayerModel {
    /// What the player does by itself and what went wrong with a wish, as people are told of it.
    public var notices: AsyncStream<PlayerNotice> {
        let (stream, listener) = AsyncStream.makeStream(of: PlayerNotice.self, bufferingPolicy: .bufferingNewest(8))
        let telling = [
            Task { [events = player.events] in
                for await event in events { if let notice = PlayerNotice(event) { listener.yield(notice) } }
                listener.finish()
            },
            Task { [weak player, states = player.propertiesUpdates] in
                var changes = NoticeRule()
                for await _ in states {
                    guard let player else { return }
                    let isOffline = player.error.map { .network ~= $0 } ?? false
                    for notice in changes.handle(player.currentItemID?.number, player.streamType, isOffline: isOffline) {
                        listener.yield(notice)
                    }
                }
            },
        ]
        let number = (noticeListeners.keys.max() ?? 0) + 1
        noticeListeners[number] = listener
        listener.onTermination = { [weak self] _ in
            for task in telling { task.cancel() }
            Task { @MainActor in self?.noticeListeners[number] = nil }
        }
        return stream
    }

    /// Tells it to whoever listens.
    func tell(_ notice: PlayerNotice) { for listener in noticeListeners.values { listener.yield(notice) } }
}
