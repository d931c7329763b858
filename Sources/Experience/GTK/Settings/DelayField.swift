// SPDX-License-Identifier: Apache-2.0

/// Sets a delay: a number of seconds with buttons for small steps, and one that resets it.
@MainActor final class DelayField: Box {
    private let number: NumberField

    init(_ kind: DelayKind, of player: any PlayerControlling) {
        number = NumberField(DelayKind.range, step: 0.05, digits: 2, name: kind.title) { player.setDelay($0, of: kind) }
        super.init(.horizontal, spacing: 8)
        cssClass("delay")
        append(number.expand(.horizontal))
        append(Label(translated("seconds", context: "unit")))
        append(Button(icon: "edit-undo-symbolic", name: translated("Reset")) { player.setDelay(0, of: kind) })
        number.bind(\.value) { player.delay(of: kind) ?? 0 }
    }
}
