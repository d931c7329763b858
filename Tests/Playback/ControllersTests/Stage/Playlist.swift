// SPDX-License-Identifier: Apache-2.0

import WindowboxSources

@testable import WindowboxControllers

/// A playlist that a test may change at any time, with its transitions.
@MainActor final class Playlist: MediaPlaylistSource, MediaTransitionDelegate {
    var list: [Media]
    var duration = Double.infinity
    var endings = 0
    var changes: [String] = []

    init(_ list: [Media]) { self.list = list }

    private func neighbour(_ controller: MediaController, _ offset: Int) -> Media? {
        guard let index = list.firstIndex(where: { $0.urn == controller.details.urn }), list.indices.contains(index + offset) else {
            return nil
        }
        return list[index + offset]
    }
    func nextMedia(for controller: MediaController) -> Media? { neighbour(controller, 1) }
    func previousMedia(for controller: MediaController) -> Media? { neighbour(controller, -1) }
    func controller(_ controller: MediaController, didChangeTo media: Media) { changes.append(media.urn) }
    func startPosition(of media: Media, in controller: MediaController) -> MediaPosition? { media.urn == "b" ? .time(3) : nil }
    func transitionDuration(of controller: MediaController) -> Double { duration }
    func controllerDidEndWithoutTransition(_ controller: MediaController) { endings += 1 }
}
