// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The layers of a page: drawers and messages, rebuilt when the language changes, and the layers of the current item.
@MainActor final class PageOverlay {
    let program: ItemOverlays
    private weak var page: FeedPlayerPage?
    private var key: OverlayKey?
    private var item: ItemOverlay?
    private var drawers: PageDrawers?
    private var following: Task<Void, Never>?

    init(_ program: ItemOverlays, _ page: FeedPlayerPage) {
        (self.program, self.page) = (program, page)
        following = Task { [weak self, events = program.shopping.events] in
            for await event in events { self?.handle(event) }
        }
    }

    isolated deinit {
        following?.cancel()
        item?.end()
    }

    func show(_ key: OverlayKey) {
        guard let page else { return }
        item?.isHidden = key.isMoving && item?.video.id != key.shown?.video?.id
        if item?.isHidden == true { drawers?.close() }
        guard key != self.key, !key.isMoving || drawers == nil else { return }
        let previous = self.key
        self.key = key
        if previous?.language != key.language || drawers == nil { makeDrawers(key.language, page) }
        // New data for the same item must not discard the user's input.
        if let item, previous?.language == key.language, item.video.id == key.shown?.video?.id { return }
        item?.end()
        drawers?.close()
        item = nil
        guard let video = key.shown?.video, let drawers else { return }
        item = ItemOverlay(video, sessionID: key.shown?.sessionID, program: program, page: page, drawers: drawers, texts: key.language)
    }

    private func makeDrawers(_ language: FeedLanguage, _ page: FeedPlayerPage) {
        drawers?.remove(from: page)
        let drawers = PageDrawers(program, page, language)
        drawers.fit(page.state.size)
        page.onEscape = { [weak drawers] in drawers?.closeOpen() ?? false }
        self.drawers = drawers
    }

    func fit(_ size: PageSize) { drawers?.fit(size) }

    /// All pages receive shopping events; the visible one handles them.
    private func handle(_ event: Shopping.Event) {
        if let page, page.isMapped { drawers?.handle(event) }
    }
}
