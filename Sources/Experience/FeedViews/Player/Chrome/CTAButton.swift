// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// The button that leads out of a video: not there at first, then to be seen, then highlighted.
@MainActor final class CTAButton: Box {
    private let button: Button
    private var look: String?
    private var content: (cta: CallToAction, configuration: CTAButtonConfiguration)?
    private var appearance = CTATiming.Appearance.hidden

    init(onClick: @escaping @MainActor () -> Void) {
        button = Button("", action: onClick)
        super.init(.horizontal)
        append(button.cssClass("cta"))
        isVisible = false
    }

    /// - Parameter cta: nil hides it.
    func show(_ cta: CallToAction?, _ configuration: CTAButtonConfiguration, _ language: FeedLanguage, pageWidth: Int) {
        guard let cta else {
            content = nil
            return update()
        }
        content = (cta, configuration)
        button.title = language.title(of: cta)
        switch configuration.width {
        // On a wide page all of it would be a bar from edge to edge: a column as wide as a phone's page then.
        case .fullWidth where pageWidth >= PageSize.wide: button.expand().align(horizontal: .start).minimumSize(width: PageSize.column)
        case .fullWidth: button.expand(.horizontal).align(horizontal: .fill).minimumSize()
        case .compact:
            // More where the text needs it: a least size gives way.
            button.expand().align(horizontal: .start).minimumSize(width: Int(configuration.width(inView: Double(pageWidth), content: 0)))
        case .sizeToFit: button.expand().align(horizontal: .start).minimumSize()
        }
        update()
    }

    func show(_ appearance: CTATiming.Appearance) {
        self.appearance = appearance
        update()
    }

    private func update() {
        isVisible = content != nil && appearance != .hidden
        guard let configuration = content?.configuration else { return }
        var color = configuration.backgroundColor
        // Before it is highlighted it lies on the picture as a shade of its colour.
        if appearance != .highlighted { color.alpha *= 0.55 }
        let radius = configuration.shape == .oval ? 999 : 10
        button.restyle(
            "background: \(color.css); color: \(configuration.textColor.css); border-radius: \(radius)px; "
                + FeedCSS.font(configuration.font), from: &look)
        setCSSClass("highlighted", appearance == .highlighted)
    }
}
