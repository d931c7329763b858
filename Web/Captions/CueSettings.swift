// SPDX-License-Identifier: Apache-2.0

/// Takes the place of the caption model's settings, with those that CEA-608 needs.
struct CueSettings: Hashable, Sendable {
    enum PositionAlignment: Hashable, Sendable { case lineLeft, center, lineRight, automatic }
    enum Alignment: Hashable, Sendable { case left, center, right }

    var line: Double?
    var snapToLines = true
    var position: Double?
    var positionAlignment = PositionAlignment.automatic
    var size = 100.0
    var alignment = Alignment.center

    /// As WebVTT has them (W3C WebVTT, 4.5).
    var text: String {
        var words: [String] = []
        func percent(_ value: Double) -> String { String(Int(value + 0.5)) + "%" }
        if let line { words.append("line:" + percent(line)) }
        if let position {
            let anchor: String =
                switch positionAlignment {
                case .lineLeft: ",line-left"
                case .center: ",center"
                case .lineRight: ",line-right"
                case .automatic: ""
                }
            words.append("position:" + percent(position) + anchor)
        }
        if size != 100 { words.append("size:" + percent(size)) }
        switch alignment {
        case .left: words.append("align:left")
        case .center: words.append("align:center")
        case .right: words.append("align:right")
        }
        return words.joined(separator: " ")
    }
}
