// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxLibrary

/// Shown while nothing is open: ways to open media, and recent items.
@MainActor final class StartPage: Box {
    private static let count = 24
    /// Called with the URL that the user chose.
    var onOpen: (@MainActor (String) -> Void)?

    private let library: Library
    private var grid: CardGrid!
    private var shown: [RecentItem] = []

    init(_ library: Library, menu: Menu) {
        self.library = library
        super.init(.vertical)
        grid = CardGrid(name: translated("Recent Videos"), columns: 5) { [weak self] in self?.chose($0) }
        let header = HeaderBar(title: Label("Windowbox").cssClass("title"))
        header.addEnd(MenuModelButton(icon: "open-menu-symbolic", name: translated("Main Menu"), menu: menu, isPrimary: true))
        let recent = Box(.vertical, spacing: 10) {
            Label(translated("Recent")).cssClass("heading").accessibleRole(.heading).align(horizontal: .start)
            grid
        }
        recent.bind(\.isVisible) { !library.items.isEmpty }
        grid.align(horizontal: .fill, vertical: .start)
        append(header)
        append(
            Scrolled(
                Box(.vertical, spacing: 12) {
                    hero
                    recent
                }.cssClass("start")
            ).expand(.horizontal, .vertical))
        bind(to: { library.items }) { $0.show($1) }
    }

    private var hero: Widget {
        Box(.vertical, spacing: 6) {
            Icon("video-x-generic-symbolic", size: 64).margins(bottom: 6)
            Label(translated("Play Something")).cssClass("title").accessibleRole(.heading)
            Label(translated("Drop files, folders or addresses here")).cssClass("dim-label").margins(bottom: 14)
            WrapBox(centersLines: true) {
                ActionButton(translated("Open Files…"), action: "app.open-files").cssClass("suggested-action", "pill")
                ActionButton(translated("Open Folder…"), action: "app.open-folder").cssClass("pill")
                ActionButton(translated("Open Address…"), action: "app.open-address").cssClass("pill")
            }.align(horizontal: .center)
        }.cssClass("hero").align(horizontal: .center)
    }

    private func show(_ items: [RecentItem]) {
        shown = Array(items.prefix(Self.count))
        grid.show(
            shown.map { item in
                (name: RecentCard.name(of: item), card: RecentCard(item, library) { [weak self] in self?.library.forget(item.address) })
            })
    }

    private func chose(_ index: Int) {
        if shown.indices.contains(index) { onOpen?(shown[index].address) }
    }
}
