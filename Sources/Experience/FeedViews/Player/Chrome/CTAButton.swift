// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// A video's call-to-action button: first hidden, then visible, then highlighted.
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

    /// - Parameter cta: nil hides the button.
    func show(_ cta: CallToAction?, _ configuration: CTAButtonConfiguration, _ language: FeedLanguage, pageWidth: Int) {
        guard let cta else {
            content = nil
            return update()
        }
        content = (cta, configuration)
        button.title = language.title(of: cta)
        switch configuration.width {
        // On a wide page the full width would be too much: use a column as wide as a phone page.
        case .fullWidth where pageWidth >= PageSize.wide: button.expand().align(horizontal: .start).minimumSize(width: PageSize.column)
        case .fullWidth: button.expand(.horizontal).align(horizontal: .fill).minimumSize()
        case .compact:
            // A minimum size, because the text may need more.
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
        // Translucent until it is highlighted.
        if appearance != .highlighted { color.alpha *= 0.55 }
        let radius = configuration.shape == .oval ? 999 : 10
        button.restyle(
            "background: \(color.css); color: \(configuration.textColor.css); border-radius: \(radius)px; "
                + FeedCSS.font(configuration.font), from: &look)
        setCSSClass("highlighted", appearance == .highlighted)
    }
}
