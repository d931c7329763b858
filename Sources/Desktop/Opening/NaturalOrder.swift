// SPDX-License-Identifier: Apache-2.0

/// Natural sort order: “Part 2” before “Part 10”, ignoring case.
enum NaturalOrder {
    static func precedes(_ left: String, _ right: String) -> Bool {
        var (left, right) = (Array(left), Array(right))
        // Names that differ only in case or leading zeros still need a stable order.
        let (wholeLeft, wholeRight) = (String(left), String(right))
        while !left.isEmpty, !right.isEmpty, let one = Part(taking: &left), let other = Part(taking: &right) {
            if let isBefore = one.precedes(other) { return isBefore }
        }
        if left.isEmpty, right.isEmpty { return wholeLeft < wholeRight }
        return left.isEmpty
    }

    private enum Part {
        case number(String)
        case text(Character)

        init?(taking rest: inout [Character]) {
            // Taken from the front of the array: names are short.
            guard let first = rest.first else { return nil }
            guard first.isDigit else {
                rest.removeFirst()
                self = .text(Character(first.lowercased().first.map(String.init) ?? String(first)))
                return
            }
            let digits = rest.prefix { $0.isDigit }
            rest.removeFirst(digits.count)
            self = .number(String(digits.drop { $0 == "0" }))
        }

        /// Nil if both are equal.
        func precedes(_ other: Part) -> Bool? {
            switch (self, other) {
            case (.number(let left), .number(let right)):
                if left == right { return nil }
                return left.count == right.count ? left < right : left.count < right.count
            case (.text(let left), .text(let right)): return left == right ? nil : left < right
            case (.number, .text): return true
            case (.text, .number): return false
            }
        }
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
