// SPDX-License-Identifier: Apache-2.0

/// The variables that a playlist has defined so far (RFC 8216bis 4.3).
struct PlaylistVariables {
    private var values: [String: String] = [:]
    /// The values of the multivariant playlist's variables, once one is imported.
    private var importable: [String: String]?
    /// The total size of substituted variables so far.
    var substitutedBytes = 0

    var count: Int { values.count }

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The value of a variable to import; nil if it isn't defined.
    mutating func imported(_ name: String, from definitions: [Definition]) -> String? {
        if let importable { return importable[name] }
        var found: [String: String] = [:]
        for definition in definitions { found[definition.name] = definition.value }
        importable = found
        return found[name]
    }
}
