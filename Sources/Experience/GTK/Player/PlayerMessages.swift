// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// Short messages over a player: feedback on keys, and the player's notices.
@MainActor final class PlayerMessages {
    let note = Note()
    let notice = Note(seconds: 4)
    private var following: Task<Void, Never>?

    init() {
        // At the bottom it would cover captions.
        notice.align(horizontal: .center, vertical: .start).cssClass("notice")
    }

    isolated deinit { following?.cancel() }

    func follow(_ notices: AsyncStream<PlayerNotice>) {
        following = Task { [weak self] in
            for await notice in notices { self?.show(notice) }
        }
    }

    func show(_ notice: PlayerNotice) { self.notice.show(notice.text) }
}
