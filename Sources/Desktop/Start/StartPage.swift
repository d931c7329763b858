// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxLibrary

/// Shown while nothing is open: ways to open media, and recent items.
@MainActor final class StartPage: Box {
    private static let count = 24
    /// Called with the URL that the user chose.
    var onOpen: (@MainActor (String) -> Void)?

    private let library: Library
    /// What can be opened, in the middle while there is nothing else.
    private(set) var hero: Widget!
    private(set) var content: Scrolled!
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
        hero = makeHero()
        content = Scrolled(
            Box(.vertical, spacing: 12) {
                hero
                recent
            }.cssClass("start-page"))
        append(content.expand(.horizontal, .vertical))
        bind(to: { library.items }) { $0.show($1) }
    }

    /// Large while there is nothing else on the page; with recent items only the button and its hint.
    private func makeHero() -> Widget {
        let library = library
        let others = Menu()
        others.add(translated("Open Folder…"), action: "app.open-folder", accelerator: "<Control><Shift>o")
        others.add(translated("Open Address…"), action: "app.open-address", accelerator: "<Control>l")
        let open = SplitButton(
            translated("Open…"), action: "app.open-files", menuName: translated("More Ways to Open"), menu: others)
        return Box(.vertical, spacing: 6) {
            Icon("video-x-generic-symbolic", size: 96).cssClass("dim-label").margins(bottom: 12).bind(\.isVisible) { library.items.isEmpty }
            Label(translated("Play Something")).cssClass("title").accessibleRole(.heading).bind(\.isVisible) { library.items.isEmpty }
            Label(translated("Drop files, folders or addresses here")).cssClass("dim-label").margins(bottom: 8)
            open.cssClass("suggested-action").align(horizontal: .center)
        }.cssClass("hero").align(horizontal: .center)
            .bind(to: { library.items.isEmpty }) { hero, isAlone in
                hero.setCSSClass("small", !isAlone)
                // In the middle of the window, or above the recent items.
                if isAlone { hero.expand(.vertical) } else { hero.expand() }
                hero.align(horizontal: .center, vertical: isAlone ? .center : .start)
            }
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
