// SPDX-License-Identifier: Apache-2.0

/// Opens the choice of audio tracks and subtitles, if there is one.
@MainActor public final class TracksButton: Box {
    private let menu: MenuButton
    private let lists: [ChoiceKind: ChoiceList]

    /// - Parameter player: whose tracks are chosen.
    public init(_ player: any PlayerControlling) {
        let kinds = [ChoiceKind.audio, .subtitles]
        let column = Box(.vertical).cssClass("settings")
        var lists: [ChoiceKind: ChoiceList] = [:]
        for kind in kinds {
            let title = SettingsPage.Section.choice(kind).title
            let list = ChoiceList([], name: title)
            list.onChoose = { player.choose($0, of: kind) }
            list.bind(to: { player.choices(of: kind) }) { list, choices in
                list.titles = choices.titles
                list.selection = choices.selection
            }
            let group = Box(.vertical) {
                Label(title).leading().cssClass("heading")
                list
            }
            group.bind(\.isVisible) { player.offersTracks(of: kind) }
            column.append(group)
            lists[kind] = list
        }
        menu = MenuButton(
            icon: "media-view-subtitles-symbolic", name: translated("Audio and Subtitles"), content: Scrolled(column, upTo: 360))
        self.lists = lists
        super.init(.horizontal)
        append(menu)
        for list in lists.values { list.onPick = { [weak menu] in menu?.isOpen = false } }
        menu.onOpen { [weak self] isOpen in if isOpen { self?.focusSelection() } }
        bind(\.isVisible) { kinds.contains { player.offersTracks(of: $0) } }
    }

    private func focusSelection() {
        for kind in [ChoiceKind.subtitles, .audio] where lists[kind]?.grabSelectionFocus() == true { return }
    }

    var isOpen: Bool {
        get { menu.isOpen }
        set { menu.isOpen = newValue }
    }

    func onOpen(_ handler: @escaping @MainActor (Bool) -> Void) { menu.onOpen(handler) }
}

extension PlayerControlling {
    /// Whether there are several tracks to choose from.
    fileprivate func offersTracks(of kind: ChoiceKind) -> Bool { choices(of: kind).titles.count > 1 }
}
