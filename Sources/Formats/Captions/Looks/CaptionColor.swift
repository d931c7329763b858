// SPDX-License-Identifier: Apache-2.0

/// A caption colour with components from 0 to 1.
public struct CaptionColor: Hashable, Sendable {
    /// 0...1.
    public var red: Double
    /// 0...1.
    public var green: Double
    /// 0...1.
    public var blue: Double
    /// 0 is transparent, 1 opaque.
    public var alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Opaque white.
    public static let white = CaptionColor(red: 1, green: 1, blue: 1)
    /// Opaque black.
    public static let black = CaptionColor(red: 0, green: 0, blue: 0)
    /// Transparent black.
    public static let clear = CaptionColor(red: 0, green: 0, blue: 0, alpha: 0)

    /// The colour with its alpha multiplied by an opacity.
    public func faded(_ opacity: Double) -> CaptionColor { CaptionColor(red: red, green: green, blue: blue, alpha: alpha * opacity) }

    /// Parses a CSS colour (CSS Color 4, 4 to 7): a name, `#rgb` to `#rrggbbaa`, `rgb()` or `hsl()`; nil if invalid.
    public init?(css: String) {
        let text = css.lowercased()
        if text == "transparent" {
            self = .clear
        } else if text.hasPrefix("#") {
            self.init(digits: text.dropFirst())
        } else if let open = text.firstIndex(of: "("), text.hasSuffix(")") {
            self.init(function: text[..<open], text[text.index(after: open)...].dropLast())
        } else if let value = Self.names[text] {
            self.init(value: value)
        } else {
            return nil
        }
    }

    private init(value: UInt32) {
        let (red, green, blue) = (value >> 16, value >> 8 & 255, value & 255)
        self.init(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }

    private init?(digits: Substring) {
        let count = digits.utf8.count
        guard [3, 4, 6, 8].contains(count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        let width: UInt32 = count > 4 ? 8 : 4
        let limit = UInt32(1) << width - 1
        let hasAlpha = count % 4 == 0
        func part(_ component: UInt32) -> Double {
            Double(value >> ((hasAlpha ? component : component - 1) * width) & limit) / Double(limit)
        }
        self.init(red: part(3), green: part(2), blue: part(1), alpha: hasAlpha ? part(0) : 1)
    }

    private init?(function: Substring, _ arguments: Substring) {
        let parts = arguments.split { $0 == "," || $0 == "/" || $0 == " " }
        guard parts.count == 3 || parts.count == 4 else { return nil }
        func number(_ index: Int, whole: Double) -> Double? {
            let part = parts[index]
            let number = part.hasSuffix("%") ? Double(part.dropLast()).map { $0 / 100 } : Double(part).map { $0 / whole }
            return number.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        }
        guard let alpha = parts.count == 4 ? number(3, whole: 1) : 1, let second = number(1, whole: function.hasPrefix("hsl") ? 100 : 255),
            let third = number(2, whole: function.hasPrefix("hsl") ? 100 : 255)
        else { return nil }
        switch function {
        case "rgb", "rgba":
            guard let first = number(0, whole: 255) else { return nil }
            self.init(red: first, green: second, blue: third, alpha: alpha)
        case "hsl", "hsla":
            let angle = parts[0].hasSuffix("deg") ? parts[0].dropLast(3) : parts[0]
            guard let hue = Double(angle), hue.isFinite else { return nil }
            // CSS Color 4, 7.1.
            func part(_ component: Double) -> Double {
                let turn = (component + hue / 30).truncatingRemainder(dividingBy: 12)
                let k = turn < 0 ? turn + 12 : turn
                return third - second * min(third, 1 - third) * max(-1, min(k - 3, 9 - k, 1))
            }
            self.init(red: part(0), green: part(8), blue: part(4), alpha: alpha)
        default: return nil
        }
    }

    /// CSS Color 4, 6.1.
    private static let names: [String: UInt32] = {
        let list = """
            aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000
            blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00
            chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b
            darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b
            darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f
            darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493
            deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22
            fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f
            grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
            lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
            lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a
            lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de
            lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa
            mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee
            mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa
            mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500
            orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093
            papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080
            rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460
            seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090
            slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347
            turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
            """
        let words = list.split { $0 == " " || $0 == "\n" }
        var names: [String: UInt32] = [:]
        for index in 0..<words.count / 2 { names[String(words[index * 2])] = UInt32(words[index * 2 + 1], radix: 16) }
        return names
    }()
}
