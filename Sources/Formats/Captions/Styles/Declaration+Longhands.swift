// SPDX-License-Identifier: Apache-2.0

extension Declaration {
    /// The longhands of a shorthand, so that the cascade works for each of them; the declaration itself if it is not a shorthand.
    var longhands: [Declaration] {
        switch property {
        case "font": fontLonghands ?? []
        case "background": backgroundLonghands
        default: [self]
        }
    }

    private func part(_ property: String, _ value: String) -> Declaration { Declaration(property, value, isImportant: isImportant) }

    /// Style, variant and weight in any order, then the size, optionally with a line height, then families (CSS Fonts 4, 2.7); nil if the
    /// size or the family is missing, which makes the shorthand invalid.
    private var fontLonghands: [Declaration]? {
        var words = value.split(whereSeparator: \.isWhitespace).map(String.init)[...]
        var (style, variant, weight) = ("normal", "normal", "normal")
        while let word = words.first?.lowercased() {
            switch word {
            case "normal": break
            case "italic", "oblique": style = word
            case "small-caps": variant = word
            case "bold", "bolder", "lighter": weight = word
            default:
                guard let number = Int(word), (1...1000).contains(number) else { return sizeLonghands(words, style, variant, weight) }
                weight = word
            }
            words.removeFirst()
        }
        return nil
    }

    private func sizeLonghands(_ words: ArraySlice<String>, _ style: String, _ variant: String, _ weight: String) -> [Declaration]? {
        let families: [String]
        let measures: [Substring]
        // Spaces are allowed around the slash between size and line height.
        let text = words.joined(separator: " ").replacing(" /", with: "/").replacing("/ ", with: "/")
        guard let space = text.firstIndex(of: " ") else { return nil }
        measures = text[..<space].split(separator: "/", omittingEmptySubsequences: false)
        families = [String(text[text.index(after: space)...])]
        guard (1...2).contains(measures.count), !measures[0].isEmpty else { return nil }
        return [
            part("font-style", style), part("font-variant", variant), part("font-weight", weight), part("font-size", String(measures[0])),
            part("line-height", measures.count == 2 ? String(measures[1]) : "normal"), part("font-family", families[0]),
        ]
    }

    /// Captions support only background colours; network images are not allowed (WebVTT 7.4).
    private var backgroundLonghands: [Declaration] {
        if CaptionColor(css: value) != nil { return [part("background-color", value)] }
        let colors = value.split(separator: " ").filter { CaptionColor(css: String($0)) != nil }
        return [part("background-color", colors.last.map(String.init) ?? "transparent")]
    }
}
