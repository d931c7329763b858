// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia

@Suite("Colours")
struct ColorTests {
    @Test("Components are clamped to the displayable range")
    func clamped() {
        #expect(Color(red: 2, green: -1, blue: .nan, alpha: .infinity) == Color(0xFF0000, alpha: 0))
        #expect(Color(0xFF_FFFF00) == .yellow)
    }

    @Test("CSS text has no exponent, whatever the components")
    func css() {
        #expect(Color(0x3A86FF, alpha: 0.5).css == "rgba(58, 134, 255, 0.500)")
        #expect(Color.white.css == "rgba(255, 255, 255, 1)")
        #expect(Color(0, alpha: 0.000_01).css == "rgba(0, 0, 0, 0)")
        var color = Color.black
        (color.red, color.green, color.blue, color.alpha) = (.nan, -.infinity, 7, 7)
        #expect(color.css == "rgba(0, 0, 255, 1)")
    }

    @Test("A colour survives coding")
    func coding() throws {
        let color = Color(0x3A86FF, alpha: 0.25)
        #expect(try JSONDecoder().decode(Color.self, from: JSONEncoder().encode(color)) == color)
    }
}
