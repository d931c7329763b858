// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxPlayer

/// A round button of a player page, with a picture of ours or of the host's.
@MainActor final class PageButton: Box {
    /// What it shows and how it is called.
    struct Look: Equatable {
        var icon: String
        var tint: FeedColor?
        var name: String

        /// - Parameters:
        ///   - own: the host's picture, which goes before ours; a file's is not drawn here.
        ///   - icon: ours, of the icon theme.
        init(_ own: ButtonImage?, _ icon: String, _ name: String) {
            (self.icon, tint, self.name) = (icon, nil, name)
            if case .themed(let theirs, let tint)? = own { (self.icon, self.tint) = (theirs, tint) }
        }
    }

    let button: Button
    private var tint: String?

    init(_ page: PageContext, _ own: ButtonImage?, _ icon: String, _ phrase: Phrase, action: @escaping @MainActor () -> Void) {
        button = Button(icon: icon, name: page.sdk.language.text(phrase), action: action)
        super.init(.horizontal)
        append(button.cssClass("round"))
        bindLook { [sdk = page.sdk] in Look(own, icon, sdk.language.text(phrase)) }
    }

    /// The last one holds.
    func bindLook(_ look: @escaping @MainActor () -> Look) {
        reading = look
        bind(to: { [weak self] in self?.reading?() }) { button, look in if let look { button.show(look) } }
    }
    private var reading: (@MainActor () -> Look)?

    private func show(_ look: Look) {
        button.icon = look.icon
        button.name = look.name
        if let color = look.tint { button.restyle("color: \(FeedCSS.color(color));", from: &tint) }
    }
}
