// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

extension Color {
    init(_ color: CaptionColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }

    /// Parses a CSS colour; nil if it is invalid.
    init?(css: String) {
        guard let color = CaptionColor(css: css) else { return nil }
        self.init(color)
    }
}
