// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Cue and region settings (WebVTT 6.2 and 6.3). The functions return false for invalid settings.
enum WebVTTSettings {
    /// Splits a text into names and values; for a malformed word both are empty.
    static func forEach(_ text: ByteText, _ body: (_ name: ByteText, _ value: ByteText, _ word: ByteText) -> Void) {
        text.forEachWord { word in
            let colon = word.position(of: UInt8(ascii: ":")) ?? 0
            if colon == 0 || colon == word.count - 1 {
                body(word.slice(0, 0), word.slice(0, 0), word)
            } else {
                body(word.slice(0, colon), word.slice(from: colon + 1), word)
            }
        }
    }

    static func apply(_ name: ByteText, _ value: ByteText, to settings: inout CueSettings) -> Bool {
        if name.equals("vertical") {
            guard value.equals("rl") || value.equals("lr") else { return false }
            settings.vertical = value.equals("rl") ? .growingLeft : .growingRight
        } else if name.equals("line") {
            return line(value, &settings)
        } else if name.equals("position") {
            return position(value, &settings)
        } else if name.equals("size") {
            guard let size = percentage(value) else { return false }
            settings.size = size
        } else if name.equals("align") {
            guard let alignment = CueSettings.Alignment(value) else { return false }
            settings.alignment = alignment
        } else {
            return false
        }
        return true
    }

    private static func line(_ value: ByteText, _ settings: inout CueSettings) -> Bool {
        let comma = value.position(of: UInt8(ascii: ","))
        let position = value.slice(0, comma ?? value.count)
        let number: Double
        let isPercentage = position.last == UInt8(ascii: "%")
        if isPercentage {
            guard let percentage = percentage(position) else { return false }
            number = percentage
        } else {
            let digits = position.first == UInt8(ascii: "-") ? position.slice(from: 1) : position
            guard isNumber(digits), let value = finite(position) else { return false }
            number = value
        }
        var alignment = CueSettings.LineAlignment.start
        if let comma {
            guard let given = CueSettings.LineAlignment(value.slice(from: comma + 1)) else { return false }
            alignment = given
        }
        settings.line = number
        settings.snapToLines = !isPercentage
        // A setting without an alignment leaves it unchanged.
        if comma != nil { settings.lineAlignment = alignment }
        return true
    }

    private static func position(_ value: ByteText, _ settings: inout CueSettings) -> Bool {
        let comma = value.position(of: UInt8(ascii: ","))
        guard let number = percentage(value.slice(0, comma ?? value.count)) else { return false }
        if let comma {
            guard let alignment = CueSettings.PositionAlignment(value.slice(from: comma + 1)) else { return false }
            settings.positionAlignment = alignment
        }
        settings.position = number
        return true
    }

    static func apply(_ name: ByteText, _ value: ByteText, to region: inout CaptionRegion) -> Bool {
        if name.equals("id") {
            region.id = value.string
        } else if name.equals("width") {
            guard let width = percentage(value) else { return false }
            region.width = width
        } else if name.equals("lines") {
            guard value.allSatisfy(\.isDigit), let lines = finite(value) else { return false }
            region.lines = lines
        } else if name.equals("regionanchor") {
            guard let (x, y) = anchor(value) else { return false }
            (region.anchorX, region.anchorY) = (x, y)
        } else if name.equals("viewportanchor") {
            guard let (x, y) = anchor(value) else { return false }
            (region.viewportAnchorX, region.viewportAnchorY) = (x, y)
        } else if name.equals("scroll") {
            guard value.equals("up") else { return false }
            region.scrollsUp = true
        } else {
            return false
        }
        return true
    }

    private static func anchor(_ value: ByteText) -> (Double, Double)? {
        guard let comma = value.position(of: UInt8(ascii: ",")), let x = percentage(value.slice(0, comma)),
            let y = percentage(value.slice(from: comma + 1))
        else { return nil }
        return (x, y)
    }

    /// "Parse a percentage string": digits, optionally a point and digits, a percent sign; 0 to 100.
    static func percentage(_ text: ByteText) -> Double? {
        guard text.last == UInt8(ascii: "%") else { return nil }
        let digits = text.slice(0, text.count - 1)
        guard isNumber(digits), let value = finite(digits), value >= 0, value <= 100 else { return nil }
        return value
    }

    private static func isNumber(_ text: ByteText) -> Bool {
        let point = text.position(of: UInt8(ascii: "."))
        let whole = text.slice(0, point ?? text.count)
        guard !whole.isEmpty, whole.allSatisfy(\.isDigit) else { return false }
        guard let point else { return true }
        let fraction = text.slice(from: point + 1)
        return !fraction.isEmpty && fraction.allSatisfy(\.isDigit)
    }

    /// nil beyond the range of a double (HTML 2.3.4.3: the value 2^1024 is an error).
    private static func finite(_ text: ByteText) -> Double? {
        if text.count <= 15, let value = short(text) { return value }
        guard let value = Double(text.string), value.isFinite else { return nil }
        // Turns -0 into 0.
        return value + 0
    }

    /// Parses up to fifteen digits exactly, without creating a string.
    private static func short(_ text: ByteText) -> Double? {
        var value: Int64 = 0
        var divisor: Double = 1
        var isNegative = false
        var isFraction = false
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "-"), index == 0 {
                isNegative = true
            } else if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if byte.isDigit {
                value = value * 10 + Int64(byte - 0x30)
                if isFraction { divisor *= 10 }
            } else {
                return nil
            }
        }
        let number = Double(value) / divisor
        return isNegative && value != 0 ? -number : number
    }
}

extension CueSettings.Alignment {
    init?(_ text: ByteText) {
        if text.equals("start") {
            self = .start
        } else if text.equals("center") {
            self = .center
        } else if text.equals("end") {
            self = .end
        } else if text.equals("left") {
            self = .left
        } else if text.equals("right") {
            self = .right
        } else {
            return nil
        }
    }
}

extension CueSettings.LineAlignment {
    init?(_ text: ByteText) {
        if text.equals("start") {
            self = .start
        } else if text.equals("center") {
            self = .center
        } else if text.equals("end") {
            self = .end
        } else {
            return nil
        }
    }
}

extension CueSettings.PositionAlignment {
    /// nil for `auto`, which files may not state.
    init?(_ text: ByteText) {
        if text.equals("line-left") {
            self = .lineLeft
        } else if text.equals("center") {
            self = .center
        } else if text.equals("line-right") {
            self = .lineRight
        } else {
            return nil
        }
    }
}
