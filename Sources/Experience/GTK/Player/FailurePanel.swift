// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Says why there is nothing to see, and what can be done about it.
@MainActor final class FailurePanel: Box {
    init(_ player: any PlayerControlling) {
        super.init(.vertical, spacing: 10)
        cssClass("failure").align(horizontal: .center, vertical: .center)
        append(Icon("dialog-warning-symbolic", size: 32))
        append(Label("This video can’t be played").cssClass("heading"))
        append(Label().wrapped(columns: 48).cssClass("detail").bind(\.text) { player.errorMessage ?? "" })
        append(Button("Try Again") { player.retry() }.align(horizontal: .center))
        bind(\.isVisible) { player.errorMessage != nil }
    }
}
