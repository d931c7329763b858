// SPDX-License-Identifier: Apache-2.0

/// Names in braces, such as `{count}`, that are replaced by values.
package enum Placeholders {
    /// Replaces all of them in one pass, so that values with braces aren't expanded themselves. Unknown names stay.
    package static func fill(_ text: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            result += rest[..<start]
            let name = String(rest[rest.index(after: start)..<end])
            result += values[name] ?? "{\(name)}"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    package static func names(in text: String) -> Set<String> {
        var names: Set<String> = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            names.insert(String(rest[rest.index(after: start)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return names
    }
}
