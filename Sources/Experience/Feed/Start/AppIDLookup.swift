// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Where to look for the app ID: in code, then in the environment, then in the key file.
public struct AppIDLookup: Hashable, Sendable {
    /// Environment variable.
    public static let variable = "WINDOWBOX_APP_ID"
    /// Key in the key file, whose lines are `key = value`; lines that begin with `#` are ignored.
    public static let key = "WindowboxAppID"

    /// The ID given on the command line or by the program, which takes precedence; nil if there is none.
    public var argument: String?
    /// The environment variables; only ``key`` is used.
    public var environment: [String: String]
    /// The contents of the key file; nil if there is none.
    public var keyFile: String?

    /// - Parameter keyFile: the contents of the key file; nil if there is none.
    public init(argument: String? = nil, environment: [String: String] = [:], keyFile: String? = nil) {
        self.argument = argument
        self.environment = environment
        self.keyFile = keyFile
    }

    /// - Throws: ``FeedSDKError/Code/missingAppID``, with the places searched and any key that looks misspelt.
    public func find() throws(FeedSDKError) -> String {
        if let argument { return try check(argument, "the app ID given in code") }
        if let value = environment[Self.variable] { return try check(value, "the environment's \(Self.variable)") }
        let entries = keyFile.map(Self.entries) ?? []
        if let entry = entries.last(where: { $0.key == Self.key }) { return try check(entry.value, "the key file's \(Self.key)") }
        let alike = entries.first { $0.key.lowercased().contains("app") && $0.key.lowercased().contains("id") }
        let hint = alike.map { " The key file has \($0.key), which is ignored." } ?? ""
        throw FeedSDKError(
            .missingAppID, "There is no app ID: give one in code, in \(Self.variable), or as \(Self.key) in the key file.\(hint)")
    }

    private func check(_ value: String, _ source: String) throws(FeedSDKError) -> String {
        guard OpaqueID.isWellFormed(value) else {
            throw FeedSDKError(.missingAppID, "\(source) isn't a valid app ID: it must have 1 to 16 letters, digits, - or _.")
        }
        return value
    }

    private static func entries(_ text: String) -> [(key: String, value: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            guard line.first(where: { !$0.isWhitespace }) != "#", let sign = line.firstIndex(of: "=") else { return nil }
            return (trimmed(line[..<sign]), trimmed(line[line.index(after: sign)...]))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
