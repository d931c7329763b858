// SPDX-License-Identifier: Apache-2.0

/// A SubStation text outline or shadow.
struct SubStationEdge {
    var color: SubStationColor
    /// Width in pixels of video with 1080 lines.
    var width: Double

    /// - Parameters:
    ///   - width: In pixels of the script's frame.
    ///   - height: The height of that frame.
    init(color: SubStationColor, width: Double, height: Double) {
        self.color = color
        self.width = (width / height * 10_800).rounded() / 10
    }

    /// Parses the output of ``declaration(isShadow:)``; nil if nothing is drawn.
    init?(_ value: String?) {
        guard let parts = value?.split(separator: " "), parts.count > 1,
            let color = parts.lazy.compactMap({ SubStationColor(css: String($0)) }).first,
            let width = parts.lazy.filter({ $0.hasSuffix("px") }).compactMap({ Double($0.dropLast(2)) }).first
        else { return nil }
        (self.color, self.width) = (color, width)
    }

    func declaration(isShadow: Bool) -> Declaration {
        if isShadow { return Declaration("text-shadow", width > 0 ? "\(width)px \(width)px \(color.css)" : "none") }
        return Declaration("text-outline", width > 0 ? "\(color.css) \(width)px" : "none")
    }
}

extension SubStationColor {
    static let black = SubStationColor(red: 0, green: 0, blue: 0)

    private init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue, opacity) = (red, green, blue, 255)
    }
}
