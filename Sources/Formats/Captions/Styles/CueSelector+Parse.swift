// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CueSelector {
    /// Parses a selector list; empty if any selector is invalid, which voids the list (Selectors 4, 4.1).
    /// - Parameter namesVideo: Whether a selector may name the media element, as in an application's `video::cue`. In a file, the
    ///   element has no name (WebVTT 7.4).
    static func list(_ text: String, namesVideo: Bool) -> [CueSelector] {
        var scanner = SelectorScanner(text, namesVideo: namesVideo)
        var result: [CueSelector] = []
        repeat {
            guard let selectors = scanner.topLevel() else { return [] }
            result += selectors
        } while scanner.take(",")
        return scanner.isAtEnd ? result : []
    }
}

/// Parses selectors. Unknown constructs invalidate them.
private struct SelectorScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    private let namesVideo: Bool

    init(_ text: String, namesVideo: Bool) {
        scalars = Array(text.unicodeScalars)
        self.namesVideo = namesVideo
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index >= scalars.count
        }
    }

    mutating func skipSpace() { while index < scalars.count, Self.isSpace(scalars[index]) { index += 1 } }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 && UInt8(scalar.value).isSpace }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        return takeHere(scalar)
    }

    private mutating func takeHere(_ scalar: Unicode.Scalar) -> Bool {
        guard index < scalars.count, scalars[index] == scalar else { return false }
        index += 1
        return true
    }

    /// Parses `::cue(…)`, optionally with the universal selector before it, in any namespace or none.
    mutating func topLevel() -> [CueSelector]? {
        skipSpace()
        if takeHere("*"), takeHere("|") {
            guard takeHere("*") else { return nil }
        } else if takeHere("|") {
            guard takeHere("*") else { return nil }
        } else if namesVideo {
            _ = identifier()
        }
        guard takeHere(":"), takeHere(":"), let name = identifier()?.lowercased(), name == "cue" || name == "cue-region" else { return nil }
        let isOfRegions = name == "cue-region"
        guard takeHere("(") else { return [CueSelector(isOfRegions: isOfRegions, compounds: [])] }
        var result: [CueSelector] = []
        repeat {
            guard let compounds = complex() else { return nil }
            result.append(CueSelector(isOfRegions: isOfRegions, compounds: compounds))
        } while take(",")
        return take(")") ? result : nil
    }

    private mutating func complex() -> [CueSelector.Compound]? {
        var compounds: [CueSelector.Compound] = []
        var combinator = CueSelector.Combinator.descendant
        while true {
            skipSpace()
            guard let conditions = compound() else { return nil }
            compounds.append(.init(combinator: combinator, conditions: conditions))
            let before = index
            skipSpace()
            guard index < scalars.count, scalars[index] != ",", scalars[index] != ")" else { return compounds }
            if let given = CueSelector.Combinator(rawValue: String(scalars[index])) {
                combinator = given
                index += 1
            } else if index > before {
                combinator = .descendant
            } else {
                return nil
            }
        }
    }

    private mutating func compound() -> [CueSelector.Condition]? {
        var conditions: [CueSelector.Condition] = []
        let start = index
        if !takeHere("*"), let name = identifier() { conditions.append(.element(name.lowercased())) }
        while index < scalars.count {
            switch scalars[index] {
            case ".":
                index += 1
                guard let name = identifier() else { return nil }
                conditions.append(.class(name))
            case "#":
                index += 1
                guard let name = identifier(startsAnyhow: true) else { return nil }
                conditions.append(.id(name))
            case "[":
                index += 1
                guard let condition = attribute() else { return nil }
                conditions.append(condition)
            case ":":
                index += 1
                guard let condition = pseudoClass() else { return nil }
                conditions.append(condition)
            default: return index > start ? conditions : nil
            }
        }
        return index > start ? conditions : nil
    }

    private mutating func attribute() -> CueSelector.Condition? {
        skipSpace()
        guard let name = identifier()?.lowercased() else { return nil }
        skipSpace()
        if takeHere("]") { return .attribute(name: name, operation: "", value: "") }
        var operation = ""
        if index < scalars.count, "~|^$*".unicodeScalars.contains(scalars[index]) {
            operation.unicodeScalars.append(scalars[index])
            index += 1
        }
        guard takeHere("=") else { return nil }
        skipSpace()
        guard let value = string() ?? identifier() else { return nil }
        return take("]") ? .attribute(name: name, operation: operation + "=", value: value) : nil
    }

    private mutating func pseudoClass() -> CueSelector.Condition? {
        guard let name = identifier()?.lowercased() else { return nil }
        switch name {
        case "past": return .past
        case "future": return .future
        case "root": return .root
        case "lang":
            guard takeHere("(") else { return nil }
            skipSpace()
            guard let language = string() ?? identifier(startsAnyhow: true), take(")") else { return nil }
            return .language(language)
        default: return takeHere("(") ? nil : .never
        }
    }

    private mutating func string() -> String? {
        guard index < scalars.count, scalars[index] == "\"" || scalars[index] == "'" else { return nil }
        let quote = scalars[index]
        index += 1
        var text = ""
        while index < scalars.count, scalars[index] != quote {
            if scalars[index] == "\\" {
                guard let scalar = escape() else { return nil }
                text.unicodeScalars.append(scalar)
            } else {
                text.unicodeScalars.append(scalars[index])
                index += 1
            }
        }
        return takeHere(quote) ? text : nil
    }

    /// Parses `\` and up to six hexadecimal digits, or any other character (CSS Syntax 3, 4.3.7), and advances past it.
    private mutating func escape() -> Unicode.Scalar? {
        index += 1
        guard index < scalars.count else { return nil }
        var code: UInt32 = 0
        var count = 0
        while index < scalars.count, count < 6, scalars[index].value < 0x80, let digit = UInt8(scalars[index].value).hexadecimal {
            code = code * 16 + UInt32(digit)
            count += 1
            index += 1
        }
        if count == 0 {
            index += 1
            return scalars[index - 1]
        }
        if index < scalars.count, Self.isSpace(scalars[index]) { index += 1 }
        return code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    private mutating func identifier(startsAnyhow: Bool = false) -> String? {
        var text = ""
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\\" {
                guard let escaped = escape() else { break }
                text.unicodeScalars.append(escaped)
                continue
            }
            let isDigit = scalar.value >= 0x30 && scalar.value <= 0x39
            let isName = scalar.value >= 0x80 || scalar == "-" || scalar == "_" || isDigit || UInt8(scalar.value).isLetter
            guard isName, startsAnyhow || !text.isEmpty || !isDigit else { break }
            text.unicodeScalars.append(scalar)
            index += 1
        }
        return text.isEmpty ? nil : text
    }
}
