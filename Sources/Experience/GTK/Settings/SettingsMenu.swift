// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A settings button: a popover with an overview, and a page for each setting.
///
/// Keys: up and down move between entries, Space and Return open and choose, left and Backspace go back, Escape closes.
@MainActor public final class SettingsMenu: Box {
    /// Called when the user wants to add a subtitle file. If nil, there is no such button.
    public var onAddSubtitles: (@MainActor () -> Void)? {
        didSet { addSubtitles?.isVisible = onAddSubtitles != nil }
    }

    private let player: any PlayerControlling
    private let picture: PictureAdjustments
    private let menu: MenuButton
    private let pages: Pages
    private let overview = Box(.vertical)
    let search: SubtitleSearch
    private var addSubtitles: Button?
    private var rows: [SettingsPage: Button] = [:]
    private var contents: [SettingsPage: Box] = [:]
    private(set) var lists: [SettingsPage.Section: ChoiceList] = [:]
    /// Nil for the overview.
    private(set) var page: SettingsPage?

    /// - Parameter picture: adjustments of the view that shows the player's video.
    public init(_ player: any PlayerControlling, _ picture: PictureAdjustments) {
        self.player = player
        self.picture = picture
        search = SubtitleSearch(player)
        var boxes: [SettingsPage: Box] = [:]
        for page in SettingsPage.allCases { boxes[page] = Box(.vertical) }
        contents = boxes
        pages = Pages([overview] + SettingsPage.allCases.compactMap { boxes[$0] }, areApart: true)
        menu = MenuButton(icon: "emblem-system-symbolic", name: translated("Settings"), content: pages)
        super.init(.horizontal)
        overview.cssClass("settings")
        for page in SettingsPage.allCases { make(page) }
        append(menu)
        bind(\.isVisible) { SettingsPage.allCases.contains { $0.isOffered(by: player, picture) } }
        search.onPick = { [weak self] in self?.isOpen = false }
        menu.onOpen { [weak self] in self?.opened($0) }
        pages.onKey { [weak self] key, modifiers in
            guard let self, page != nil, modifiers.isEmpty, key == .left || key == .backspace else { return false }
            show(nil)
            return true
        }
    }

    private func make(_ page: SettingsPage) {
        let value = Label().shortened(columns: 24).cssClass("value").bind(\.text) { [player, picture] in
            page.value(of: player, picture).withNumbersInOrder
        }
        let row = Button(
            name: page.title,
            content: Box(.horizontal, spacing: 10) {
                Label(page.title).leading().expand(.horizontal)
                value
                Icon("go-next-symbolic", size: 12)
            }
        ) { [weak self] in self?.show(page) }
        row.cssClass("entry")
        row.bind(to: { [player, picture] in page.value(of: player, picture) }) {
            $0.name = $1.isEmpty ? page.title : "\(page.title): \($1)"
        }
        // The subtitles page is also offered without subtitles if subtitle files can be added.
        row.bind(to: { [player, picture] in page.isOffered(by: player, picture) || page == .subtitles && player.takesSubtitles }) {
            $0.isVisible = $1
        }
        rows[page] = row
        overview.append(row)
        guard let content = contents[page] else { return }
        content.cssClass("settings")
        content.append(
            Button(
                name: translated("Back to Settings"),
                content: Box(.horizontal, spacing: 8) {
                    Icon("go-previous-symbolic", size: 12)
                    Label(page.title).leading().cssClass("heading")
                }
            ) { [weak self] in self?.show(nil) }.cssClass("entry", "back"))
        let column = Box(.vertical)
        for section in page.sections {
            if page.sections.count > 1 { column.append(Label(section.title).leading().cssClass("section")) }
            column.append(list(section, closes: page.closesOnChoice))
        }
        if let kind = page.delay {
            content.append(DelayField(kind, of: player))
        } else {
            content.append(page == .search ? search : Scrolled(column, upTo: 300))
        }
        if page == .subtitles { content.append(makeAddSubtitles()) }
    }

    private func makeAddSubtitles() -> Button {
        let content = Box(.horizontal, spacing: 8) {
            Icon("list-add-symbolic")
            Label(translated("Add Subtitle File…")).leading()
        }
        let button = Button(name: translated("Add Subtitle File…"), content: content) { [weak self] in
            self?.isOpen = false
            self?.onAddSubtitles?()
        }
        button.isVisible = false
        addSubtitles = button
        return button.cssClass("choice")
    }

    private func list(_ section: SettingsPage.Section, closes: Bool) -> ChoiceList {
        let list = ChoiceList([], name: section.title)
        lists[section] = list
        list.onChoose = { [player, picture] in section.choose($0, of: player, picture) }
        if closes { list.onPick = { [weak self] in self?.isOpen = false } }
        list.bind(to: { [player, picture] in section.choices(of: player, picture) }) { list, choices in
            list.titles = choices.titles
            list.selection = choices.selection
        }
        return list
    }

    /// - Parameter page: nil for the overview.
    func show(_ page: SettingsPage?) {
        let previous = self.page
        self.page = page
        pages.show(page.flatMap { contents[$0] } ?? overview)
        guard isOpen else { return }
        if let page {
            if page == .search { return search.begin() }
            if page.sections.first.flatMap({ lists[$0]?.grabSelectionFocus() }) != true { contents[page]?.focusFirst() }
        } else if previous.flatMap({ rows[$0]?.grabFocus() }) != true {
            overview.focusFirst()
        }
    }

    private func opened(_ isOpen: Bool) {
        if isOpen { lookUp() } else { show(nil) }
        if !isOpen { search.end() }
        onOpen?(isOpen)
    }

    /// Updates what doesn't report changes.
    private func lookUp() {
        player.refreshChoices()
        lists[.chapters]?.selection = SeekMark.chapters(player.marks).lastIndex { $0.start <= player.position + 0.2 }
    }

    /// The content of the popover.
    var content: Widget { pages }

    var isOpen: Bool {
        get { menu.isOpen }
        set { menu.isOpen = newValue }
    }

    /// Called when the menu opens or closes.
    var onOpen: (@MainActor (Bool) -> Void)?
}
