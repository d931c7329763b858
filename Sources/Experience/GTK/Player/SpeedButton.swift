// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Shows the playback speed and opens the list of speeds.
@MainActor public final class SpeedButton: Box {
    private let menu: MenuButton
    let list: ChoiceList

    /// - Parameter player: whose ``PlayerControlling/rate`` is shown and set.
    public init(_ player: any PlayerControlling) {
        let choices: ChoiceList = ChoiceList(PlaybackSpeed.all.map(TimeText.speed), name: translated("Speed"))
        choices.bind(\.selection) { PlaybackSpeed.all.firstIndex { abs($0 - player.rate) < 0.001 } }
        menu = MenuButton(title: "1×", name: translated("Speed"), content: Scrolled(choices, upTo: 300))
        menu.cssClass("speed").bind(\.title) { TimeText.speed(player.rate).withNumbersInOrder }
        list = choices
        super.init(.horizontal)
        append(menu)
        choices.onChoose = { [weak menu] in
            player.rate = PlaybackSpeed.all[$0]
            menu?.isOpen = false
        }
    }

    var isOpen: Bool {
        get { menu.isOpen }
        set { menu.isOpen = newValue }
    }

    func onOpen(_ handler: @escaping @MainActor (Bool) -> Void) { menu.onOpen(handler) }
}
