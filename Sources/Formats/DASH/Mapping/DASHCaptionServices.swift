// SPDX-License-Identifier: Apache-2.0

/// Closed captions in the video that `Accessibility` descriptors announce (ANSI/SCTE 214-1; DASH-IF IOP, 6.4.3).
struct DASHCaptionServices {
    struct Service: Hashable {
        /// `CC1` to `CC4` or `SERVICE1` to `SERVICE63`.
        var channel: String
        /// nil if not stated.
        var language: String?
        /// Whether it is written for easy reading.
        var isEasy = false
    }

    private static let maxEntries = 64
    private static let characters608 = "urn:scte:dash:cc:cea-608:"
    private static let services708 = "urn:scte:dash:cc:cea-708:"

    /// In the author's order, each channel once.
    private(set) var services: [Service] = []

    init(_ descriptors: some Sequence<DASHDescriptor>) {
        for descriptor in descriptors {
            if descriptor.scheme.hasPrefix(Self.characters608) {
                read(descriptor.value, channel: Self.channel608)
            } else if descriptor.scheme.hasPrefix(Self.services708) {
                read(descriptor.value, channel: Self.channel708)
            }
        }
    }

    /// Reads `CC1=eng;CC3=swe`, `1=lang:eng;2=lang:deu,war:1,er:1`, `eng;spa` or nothing at all.
    /// - Parameters:
    ///   - name: the text before the equals sign.
    ///   - position: the index in a list without names, from 0.
    private mutating func read(_ value: String, channel: (_ name: String?, _ position: Int, _ count: Int) -> String?) {
        let entries = value.split(separator: ";").prefix(Self.maxEntries).map(Self.trimmed).filter { !$0.isEmpty }
        guard !entries.isEmpty else {
            // A descriptor without a value announces captions and leaves the rest to the media.
            if let first = channel(nil, 0, 1) { add(Service(channel: first)) }
            return
        }
        for (position, entry) in entries.enumerated() {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
            // The name of a channel alone has no language.
            if parts.count == 1, let named = channel(entry, position, entries.count) {
                add(Service(channel: named))
            } else if parts.count == 1, Self.isLanguage(entry), let counted = channel(nil, position, entries.count) {
                add(service(counted, entry))
            } else if parts.count == 2, let named = channel(parts[0], position, entries.count) {
                add(service(named, parts[1]))
            }
        }
    }

    /// - Parameter details: `eng`, or `lang:eng` with more such pairs after commas.
    private func service(_ channel: String, _ details: String) -> Service {
        var service = Service(channel: channel)
        for (place, detail) in details.split(separator: ",").enumerated() {
            let pair = detail.split(separator: ":", maxSplits: 1).map(Self.trimmed)
            // A flag may have a value or not.
            if place > 0, pair.first == "er" {
                service.isEasy = pair.count == 1 || pair[1] == "1"
            } else if pair.first == "lang" || place == 0 && pair.count == 1 {
                service.language = pair.last.flatMap(Self.language)
            }
        }
        return service
    }

    private mutating func add(_ service: Service) {
        if !services.contains(where: { $0.channel == service.channel }) { services.append(service) }
    }

    private static func channel608(_ name: String?, _ position: Int, _ count: Int) -> String? {
        guard let name else {
            // Two languages are almost always in the first channels of both fields.
            let number = count == 2 ? 2 * position + 1 : position + 1
            return number <= 4 ? "CC\(number)" : nil
        }
        let digits = name.uppercased().hasPrefix("CC") ? name.dropFirst(2) : name[...]
        return Int(digits).flatMap { (1...4).contains($0) ? "CC\($0)" : nil }
    }

    private static func channel708(_ name: String?, _ position: Int, _ count: Int) -> String? {
        guard let name else { return position < 63 ? "SERVICE\(position + 1)" : nil }
        let lowercase = name.lowercased()
        let prefix = ["service", "svc"].first { lowercase.hasPrefix($0) } ?? ""
        return Int(lowercase.dropFirst(prefix.count)).flatMap { (1...63).contains($0) ? "SERVICE\($0)" : nil }
    }

    private static func language(_ text: String) -> String? { text == "und" || !isLanguage(text) ? nil : text }

    private static func isLanguage(_ text: String) -> Bool {
        let letters = text.utf8.allSatisfy { byte in
            (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        return letters && (2...35).contains(text.utf8.count)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
