// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

extension Color {
    init(_ color: CaptionColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }

    /// A colour as CSS writes it; nil for what is none.
    init?(css: String) {
        guard let color = CaptionColor(css: css) else { return nil }
        self.init(color)
    }
}
