// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxGTK
import WindowboxLibrary
import WindowboxPlayer

/// Goes to the previous and next file of the folder of a file that was opened alone, and performs what the user wants at the end.
@MainActor final class FolderNavigation {
    /// Opens a file.
    var onOpen: (@MainActor (URL) -> Void)?
    /// Closes the window.
    var onClose: (@MainActor () -> Void)?

    private let model: PlayerModel
    private let library: Library
    private let history: PlaybackHistoryRecorder
    private var looking: Task<Void, Never>?
    private var following: Task<Void, Never>?

    init(_ model: PlayerModel, _ library: Library, _ history: PlaybackHistoryRecorder) {
        (self.model, self.library, self.history) = (model, library, history)
        following = Task { [weak self, events = model.player.events] in
            for await event in events { if case .didEnd(let item) = event { self?.ended(item) } }
        }
        follow()
    }

    isolated deinit {
        following?.cancel()
        looking?.cancel()
    }

    private func follow() {
        let item = withObservationTracking {
            model.player.items.count == 1 ? model.player.items.first : nil
        } onChange: { [weak self] in
            Task { @MainActor in self?.follow() }
        }
        looking?.cancel()
        (model.beforeList, model.afterList) = (nil, nil)
        guard let item, let url = history.address(of: item).flatMap({ URL(string: $0) }), url.isFileURL else { return }
        looking = Task { [weak self] in
            let neighbours = await FolderMedia.neighbours(of: url)
            guard let self, !Task.isCancelled else { return }
            if let url = neighbours.previous { model.beforeList = { [weak self] in self?.open(url) } }
            if let url = neighbours.next { model.afterList = { [weak self] in self?.open(url) } }
        }
    }

    private func open(_ url: URL) {
        // Until its neighbours are known, another press would open the same file again.
        (model.beforeList, model.afterList) = (nil, nil)
        onOpen?(url)
    }

    private func ended(_ item: PlayerItem) {
        guard model.player.repeatMode == .off, item === model.player.items.last else { return }
        switch library.settings.endAction {
        case .stay: break
        case .nextFile: model.afterList?()
        case .close: onClose?()
        }
    }
}
