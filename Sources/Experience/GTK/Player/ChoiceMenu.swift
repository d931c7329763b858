// SPDX-License-Identifier: Apache-2.0

/// What a menu offers: titles, and which of them holds.
public struct Choices: Hashable, Sendable {
    public var titles: [String]
    /// An index of ``titles``; nil when none of them holds.
    public var selection: Int?

    public init(_ titles: [String] = [], selection: Int? = nil) {
        self.titles = titles
        self.selection = selection
    }

    public static let none = Choices()
    public var isEmpty: Bool { titles.isEmpty }
}

/// Things to choose from a player, by kind.
public enum ChoiceKind: CaseIterable, Hashable, Sendable {
    case quality, audio, subtitles

    var title: String {
        switch self {
        case .quality: "Quality"
        case .audio: "Audio"
        case .subtitles: "Subtitles"
        }
    }
}

/// A button for what can be chosen of a stream, a column for each kind; not there while there is nothing to choose.
@MainActor public final class ChoiceMenu: Box {
    private let menu: MenuButton
    private(set) var lists: [ChoiceKind: ChoiceList] = [:]

    public init(_ player: any PlayerControlling) {
        let columns = Box(.horizontal, spacing: 18)
        menu = MenuButton(icon: "emblem-system-symbolic", name: "Settings", content: columns)
        super.init(.horizontal)
        for kind in ChoiceKind.allCases { columns.append(column(kind, player)) }
        append(menu)
        bind(\.isVisible) { ChoiceKind.allCases.contains { !player.choices(of: $0).isEmpty } }
    }

    private func column(_ kind: ChoiceKind, _ player: any PlayerControlling) -> Widget {
        let list = ChoiceList([], name: kind.title)
        lists[kind] = list
        list.onChoose = { [weak menu] in
            player.choose($0, of: kind)
            menu?.isOpen = false
        }
        list.bind(to: { player.choices(of: kind) }) { list, choices in
            list.titles = choices.titles
            list.selection = choices.selection
        }
        let column = Box(.vertical, spacing: 4) {
            Label(kind.title).cssClass("heading").align(horizontal: .start)
            list
        }
        column.bind(\.isVisible) { !player.choices(of: kind).isEmpty }
        return column
    }

    var isOpen: Bool {
        get { menu.isOpen }
        set { menu.isOpen = newValue }
    }

    func onOpen(_ handler: @escaping @MainActor (Bool) -> Void) { menu.onOpen(handler) }
}
