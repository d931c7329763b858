// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A menu button that lists playback devices and shows the current one.
@MainActor public final class CastButton: Box {
    private let menu: MenuButton
    let list = ChoiceList([], name: translated("Devices"))
    private let hint = Label().wrapped(columns: 30).cssClass("detail")
    private let spinner = Spinner(name: translated("Looking for devices"))

    /// - Parameter cast: finds the devices, which the menu lists, and plays on them.
    public init(_ cast: any CastControlling) {
        let content = Box(.vertical, spacing: 2).cssClass("settings")
        menu = MenuButton(icon: "video-display-symbolic", name: translated("Play on Device"), content: content)
        super.init(.horizontal)
        content.append(
            Box(.horizontal, spacing: 10) {
                Label(translated("Play on Device")).leading().cssClass("heading").expand(.horizontal)
                spinner
            })
        content.append(Scrolled(list, upTo: 300))
        content.append(hint)
        append(menu)
        list.onChoose = { index in
            let targets = cast.targets
            if index == 0 { cast.stop() } else if targets.indices.contains(index - 1) { cast.cast(to: targets[index - 1]) }
        }
        list.onPick = { [weak self] in self?.isOpen = false }
        list.bind(to: { Self.choices(of: cast) }) { list, choices in
            list.titles = choices.titles
            list.selection = choices.selection
        }
        hint.bind(to: { Self.hint(of: cast) }) {
            $0.text = $1
            $0.isVisible = !$1.isEmpty
        }
        menu.bind(to: { cast.target?.name }) {
            $0.setCSSClass("casting", $1 != nil)
            let name = $1.map { translated("Playing on {device}", ["device": $0]) } ?? translated("Play on Device")
            $0.accessibleName(name)
            $0.tooltip = name
        }
        menu.onOpen { [weak self] in
            if $0 { cast.look() }
            self?.spinner.isRunning = $0
            self?.onOpen?($0)
        }
    }

    private static func choices(of cast: any CastControlling) -> Choices {
        let targets = cast.targets
        let selection = cast.target.map { target in targets.firstIndex { $0.id == target.id }.map { $0 + 1 } } ?? 0
        return Choices([translated("This Computer")] + targets.map(\.name), selection: selection)
    }

    private static func hint(of cast: any CastControlling) -> String {
        cast.failure ?? (cast.targets.isEmpty ? translated("TVs and speakers on this network appear here as they are found.") : "")
    }

    var isOpen: Bool {
        get { menu.isOpen }
        set { menu.isOpen = newValue }
    }

    /// Called when the menu opens or closes.
    var onOpen: (@MainActor (Bool) -> Void)?
}
