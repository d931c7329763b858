// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// A round button of a player page, with a built-in or custom image.
@MainActor final class PageButton: Box {
    /// The button's image and name.
    struct Look: Equatable {
        var icon: String
        /// An image file instead of the icon; the icon remains if the file is invalid.
        var file: String?
        var tint: Color?
        var name: String

        /// - Parameters:
        ///   - own: the host's image, which takes precedence.
        ///   - icon: the built-in icon's name.
        init(_ own: ButtonImage?, _ icon: String, _ name: String) {
            (self.icon, self.name) = (icon, name)
            switch own {
            case .themed(let theirs, let tint): (self.icon, self.tint) = (theirs, tint)
            case .file(let path): file = path
            case nil: break
            }
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

    /// Binds the appearance; the last binding wins.
    func bindLook(_ look: @escaping @MainActor () -> Look) {
        reading = look
        bind(to: { [weak self] in self?.reading?() }) { button, look in if let look { button.show(look) } }
    }
    private var reading: (@MainActor () -> Look)?

    private func show(_ look: Look) {
        if look.file.map({ button.show(imageFile: $0, size: Int(PlayerButtons.frame)) }) != true { button.icon = look.icon }
        button.name = look.name
        if let color = look.tint { button.restyle("color: \(color.css);", from: &tint) }
    }
}
