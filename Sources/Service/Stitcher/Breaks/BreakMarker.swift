// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Tags for ad breaks that are not part of the HLS standard.
enum BreakMarker: String, CaseIterable {
    case out = "EXT-X-CUE-OUT"
    case proceeding = "EXT-X-CUE-OUT-CONT"
    case back = "EXT-X-CUE-IN"
    case span = "EXT-X-CUE-SPAN"
    case cue = "EXT-X-CUE"
    case openCable = "EXT-OATCLS-SCTE35"
    case splicePoint = "EXT-X-SPLICEPOINT-SCTE35"
    case splice = "EXT-X-SCTE35"
    case asset = "EXT-X-ASSET"

    static let names = Set(allCases.map(\.rawValue))
}

/// Attributes of those tags: names in any case, values quoted or bare.
struct MarkerAttributes {
    /// By upper-case names.
    private(set) var values: [String: String] = [:]
    /// Values without a name.
    private(set) var bare: [String] = []

    init(_ text: String) {
        var field = ""
        var isQuoted = false
        func set(_ field: String, _ attributes: inout MarkerAttributes) {
            let text = field.trimmed
            guard !text.isEmpty else { return }
            // Base64 may end with this character too, so what precedes it must be a name.
            if let sign = text.firstIndex(of: "="), text[..<sign].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }),
                text.index(after: sign) < text.endIndex, text[text.index(after: sign)] != "="
            {
                let name = text[..<sign].uppercased()
                if attributes.values[name] == nil { attributes.values[name] = String(text[text.index(after: sign)...]).trimmed.unquoted }
            } else {
                attributes.bare.append(text.unquoted)
            }
        }
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                set(field, &self)
                field = ""
            } else {
                field.append(character)
            }
        }
        set(field, &self)
    }

    /// The value in seconds of the first of these names that has one.
    func seconds(_ names: String...) -> Double? {
        for name in names { if let seconds = values[name].flatMap(MarkerAttributes.seconds) { return seconds } }
        return nil
    }

    static func seconds(_ text: String) -> Double? {
        guard let number = DecimalText.parse(text), range.contains(number) else { return nil }
        return number
    }

    /// The durations of breaks that are taken seriously, in seconds.
    static let range = 0...1e9
}

extension String {
    fileprivate var trimmed: String {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest)
    }

    fileprivate var unquoted: String {
        utf8.count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
    }
}
