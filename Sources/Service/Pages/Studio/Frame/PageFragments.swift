// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

import struct Foundation.Date

/// HTML fragments used by many pages.
enum PageFragments {
    /// User text, isolated so that it keeps its own direction.
    static func userText(_ text: String, or other: String = "Untitled") -> HTML {
        let isBlank = text.allSatisfy(\.isWhitespace)
        return isBlank ? "<i>\(other)</i>" : "<bdi>\(text)</bdi>"
    }

    /// A link if the URL is safe; else only its text.
    static func link(_ address: String, _ text: HTML) -> HTML {
        guard isAddress(address) else { return text }
        return "<a href=\"\(address)\">\(text)</a>"
    }

    /// Whether a URL is safe to link to, and in particular no script.
    static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("https://") || text.hasPrefix("http://") || (text.hasPrefix("/") && !text.hasPrefix("//"))
    }

    /// - Parameter isSquare: square for products; otherwise portrait for videos.
    static func picture(_ address: String?, alt: String = "", width: Int = 96, isSquare: Bool = false) -> HTML {
        guard let address, isAddress(address) else {
            return "<span class=\"no-picture\(isSquare ? " square" : "")\" aria-hidden=\"true\"></span>"
        }
        let shape: HTML? = isSquare ? " class=\"square\"" : nil
        return "<img\(shape) src=\"\(address)\" alt=\"\(alt)\" width=\"\(width)\" loading=\"lazy\">"
    }

    /// The script converts it to the user's time zone.
    static func dateTime(_ date: Date?) -> HTML {
        guard let date else { return "–" }
        let text = Timestamp.text(date)
        return "<time datetime=\"\(text)\">\(String(text.prefix(16)).replacing("T", with: " ")) UTC</time>"
    }

    /// Such as `1:05`.
    static func length(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000
        let (minutes, rest) = (seconds / 60, seconds % 60)
        let tail = rest < 10 ? "0\(rest)" : "\(rest)"
        guard minutes >= 60 else { return "\(minutes):\(tail)" }
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(tail)"
    }

    static func status(_ word: String) -> HTML { "<span class=\"status \(word)\">\(word)</span>" }

    static func empty(_ text: String, _ action: HTML = "") -> HTML { "<div class=\"empty\"><p>\(text)</p>\(action)</div>" }

    static func linkButton(_ path: String, _ label: String, style: String = "button primary") -> HTML {
        "<a class=\"\(style)\" href=\"\(path)\">\(label)</a>"
    }

    static func tags(_ tags: [String]) -> HTML {
        let items: [HTML] = tags.map { "<li><bdi>#\($0)</bdi></li>" }
        return items.isEmpty ? "" : "<ul class=\"tags\">\(items)</ul>"
    }
}
