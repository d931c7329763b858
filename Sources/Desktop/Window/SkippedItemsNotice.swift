// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxPlayer

/// Lists the items that failed to play, in a single message while it is shown.
@MainActor final class SkippedItemsNotice {
    private let toasts: ToastOverlay
    private var titles: [String] = []
    private(set) var toast: Toast?
    private var following: Task<Void, Never>?

    init(_ player: Player, _ toasts: ToastOverlay) {
        self.toasts = toasts
        following = Task { [weak self, events = player.events] in
            for await event in events { if case .didPassOver(let item) = event { self?.show(item.metadata.title ?? "") } }
        }
    }

    isolated deinit { following?.cancel() }

    private func show(_ title: String) {
        titles.append(title.isEmpty ? translated("A video") : title)
        if let toast { return toast.message = Self.text(titles) }
        let toast = toasts.show(Self.text(titles), seconds: 6)
        self.toast = toast
        toast.onGone { [weak self] in self?.forget() }
    }

    private func forget() { (titles, toast) = ([], nil) }

    static func text(_ titles: [String]) -> String {
        switch titles.count {
        case 0: ""
        case 1: translated("“{title}” can’t be played", ["title": titles[0]])
        case 2: translated("“{first}” and “{second}” can’t be played", ["first": titles[0], "second": titles[1]])
        default:
            translated(
                "“{title}” and {count} other can’t be played", plural: "“{title}” and {count} others can’t be played",
                count: titles.count - 1, ["title": titles[0]])
        }
    }
}
