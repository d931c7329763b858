// SPDX-License-Identifier: Apache-2.0

/// Expands macros in URLs: `[NAME]`, the common `%%NAME%%` and `{{url.name}}`, and service variables such as `[session.id]`.
public struct AdMacroValues: Hashable, Sendable {
    /// Values by upper-case macro name, from ``AdMacro`` or others.
    public var values: [String: AdMacroValue]
    /// Values by dotted name such as `session.id` or `avail.index`, for an operator's own ad server; not escaped.
    public var variables: [String: String]

    public init(_ values: [String: AdMacroValue] = [:], variables: [String: String] = [:]) {
        self.values = values
        self.variables = variables
    }

    /// The value of a macro by its upper-case name, without brackets; nil if it isn't set.
    public subscript(_ name: String) -> AdMacroValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// An ad request URL with its macros expanded (from VAST 4.1 on, the tag with its macros is the complete request).
    ///
    /// - Parameter parameters: Query parameters to append, escaped.
    public func request(_ tag: String, adding parameters: [(name: String, value: String)] = []) -> String {
        let filled = fill(tag, for: .requests)
        guard !parameters.isEmpty else { return filled }
        let query = parameters.map { AdMacroValue.escape($0.name) + "=" + AdMacroValue.escape($0.value) }.joined(separator: "&")
        let fragment = filled.firstIndex(of: "#") ?? filled.endIndex
        let base = filled[..<fragment]
        let joint = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
        return base + joint + query + filled[fragment...]
    }

    /// Expands the macros of a URL.
    ///
    /// IAB macros without a value, or not allowed for this use, become `-1`. Unknown names are kept.
    ///
    /// - Parameter use: The purpose of the URL.
    public func fill(_ address: String, for use: AdMacro.Uses = .tracking) -> String { replace(in: address) { value(of: $0, for: use) } }

    /// Expands only the macros with a value here; the others are kept for later expansion.
    public func fillKnown(_ address: String) -> String { replace(in: address) { values[$0]?.encoded } }

    private func replace(in address: String, _ value: (String) -> String?) -> String {
        let bytes = Array(address.utf8)
        guard bytes.contains(where: { $0 == 0x5B || $0 == 0x25 || $0 == 0x7B }) else { return address }
        var filled: [UInt8] = []
        filled.reserveCapacity(bytes.count + 64)
        var index = 0
        while index < bytes.count {
            if let (name, end) = Self.name(in: bytes, at: index), let value = value(name) {
                filled += Array(value.utf8)
                index = end
            } else {
                filled.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: filled, as: UTF8.self)
    }

    private func value(of name: String, for use: AdMacro.Uses) -> String? {
        if let macro = AdMacro.named[name] {
            return macro.uses.contains(use) ? (values[name] ?? .unknown).encoded : AdMacroValue.unknown.encoded
        }
        return values[name]?.encoded ?? variables[name].map(AdMacroValue.escape)
    }

    private static let longestName = 100
    private static let spellings = [("[", "]"), ("%5B", "%5D"), ("%5b", "%5d"), ("%%", "%%"), ("{{", "}}")].map {
        (Array($0.0.utf8), Array($0.1.utf8))
    }

    /// The name of a macro that starts at an index, and its end.
    private static func name(in bytes: [UInt8], at start: Int) -> (String, Int)? {
        guard bytes[start] == 0x5B || bytes[start] == 0x25 || bytes[start] == 0x7B else { return nil }
        for (opening, closing) in spellings where bytes[start...].starts(with: opening) {
            var end = start + opening.count
            while end < bytes.count, end - start < longestName, isNameByte(bytes[end]) { end += 1 }
            guard end > start + opening.count, bytes[end...].starts(with: closing) else { continue }
            return (String(decoding: bytes[(start + opening.count)..<end], as: UTF8.self), end + closing.count)
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A) || byte == 0x2E || byte == 0x5F
            || byte == 0x2D
    }
}
