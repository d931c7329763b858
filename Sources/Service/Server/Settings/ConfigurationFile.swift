// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads lines of `name = value`. A `#` at the beginning of a line or after a space begins a comment.
enum ConfigurationFile {
    struct Line: Hashable, Sendable {
        var number: Int
        var name: String
        var value: String
    }

    static func lines(of path: String) throws(ConfigurationFault) -> [Line] {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw ConfigurationFault(location: path, what: "It can't be read: \(error.localizedDescription)")
        }
        guard data.count <= 1 << 20, let text = String(data: data, encoding: .utf8) else {
            throw ConfigurationFault(location: path, what: "It must be UTF-8 of at most 1 MiB.")
        }
        return try lines(in: text, of: path)
    }

    static func lines(in text: String, of path: String) throws(ConfigurationFault) -> [Line] {
        var lines: [Line] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let plain = withoutRemark(line).trimmed
            guard !plain.isEmpty else { continue }
            guard let equals = plain.firstIndex(of: "="), equals != plain.startIndex else {
                throw ConfigurationFault(location: "\(path):\(index + 1)", what: "A line must be \"name = value\".")
            }
            let (name, value) = (plain[..<equals].trimmed, plain[plain.index(after: equals)...].trimmed)
            if let first = lines.first(where: { $0.name == name }) {
                throw ConfigurationFault(
                    location: "\(path):\(index + 1)", what: "\(name) was set in line \(first.number). Remove one of them.")
            }
            lines.append(Line(number: index + 1, name: String(name), value: String(value)))
        }
        return lines
    }

    private static func withoutRemark(_ line: Substring) -> Substring {
        var before: Character = " "
        for index in line.indices {
            if line[index] == "#", before.isWhitespace { return line[..<index] }
            before = line[index]
        }
        return line
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
