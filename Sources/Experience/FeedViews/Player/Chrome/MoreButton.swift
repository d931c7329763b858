// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// Opens a sheet with all actions for a video, styled by the dialog configuration.
@MainActor final class MoreButton: Box {
    private let page: PageContext
    private let sheet = Box(.vertical).cssClass("sheet")
    private let button: MenuButton

    init(_ page: PageContext) {
        let (sdk, configuration) = (page.sdk, page.playback.configuration)
        self.page = page
        button = MenuButton(icon: "view-more-symbolic", name: sdk.language.text(.more), content: sheet)
        super.init(.horizontal)
        append(button.cssClass("round"))
        switch configuration.buttons.videoDetail {
        case .themed(let name, let tint):
            button.icon = name
            if let tint { button.cssClass(FeedCSS.styleClass("color: \(tint.css);")) }
        case .file(let path): _ = button.show(imageFile: path, size: Int(PlayerButtons.frame))
        case nil: break
        }
        button.bind(to: { sdk.language.text(.more) }) { $0.accessibleName($1).tooltip = $1 }
        fill(configuration)
        let isOffered = !configuration.isMoreButtonHidden && !configuration.logo.replacesMoreButton
        bind(\.isVisible) { [state = page.state] in isOffered && state.shown != nil }
    }

    private func fill(_ configuration: PlayerViewConfiguration) {
        let feed = page.playback.feed
        let share = action(.share, .share)
        share.isVisible = !configuration.isShareButtonHidden
        sheet.append(share)
        sheet.append(action(.pictureInPicture, .smallWindow).bind(\.isVisible) { feed.isPictureInPictureEnabled })
        sheet.append(action(.fullScreen, .toggleFullScreen))
        sheet.append(action(.cancel, nil).cssClass("last"))
        guard !configuration.isBrandingHidden else { return }
        let sdk = page.sdk
        sheet.append(
            Label().cssClass("branding").align(horizontal: .center).bind(\.text) {
                sdk.language.text(.poweredBy, ["name": DisplayText.isolated("Windowbox")])
            })
    }

    /// - Parameter command: nil only closes the sheet.
    private func action(_ phrase: Phrase, _ command: PageCommand?) -> Button {
        let (sdk, style) = (page.sdk, page.playback.configuration.dialogButtons)
        let button = Button(sdk.language.text(phrase)) { [weak self] in
            self?.button.isOpen = false
            if let command { self?.page.perform(command) }
        }
        let radius = style.shape == .oval ? 999 : 8
        button.cssClass(
            "action",
            FeedCSS.styleClass(
                "background: \(style.backgroundColor.css); color: \(style.textColor.css); "
                    + "border-radius: \(radius)px; box-shadow: 0 1px 0 \(style.dividerColor.css);"))
        return button.bind(\.title) { sdk.language.text(phrase) }
    }

    func onOpen(_ handler: @escaping @MainActor (Bool) -> Void) { button.onOpen(handler) }
}
