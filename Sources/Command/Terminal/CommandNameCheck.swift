// SPDX-License-Identifier: Apache-2.0

/// Checks the command name on the command line.
enum CommandNameCheck {
    /// The message for an unknown command; nil if there is none.
    /// - Parameters:
    ///   - arguments: The program's arguments, without its name.
    ///   - known: The known commands.
    static func message(in arguments: [String], known: [String]) -> String? {
        let command = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        guard let command, !command.hasPrefix("-"), command != "help", !known.contains(command) else { return nil }
        let name = TerminalText.line(command, limit: 40)
        // A file name is likely meant to be played.
        if command.contains(where: { $0 == "." || $0 == "/" }) {
            return "unknown command \"\(name)\"; to play it, run windowbox play \(name)"
        }
        guard let near = nearest(to: command, known) else { return "unknown command \"\(name)\"; windowbox --help lists the commands" }
        return "unknown command \"\(name)\"; did you mean \(near)? windowbox --help lists the commands"
    }

    /// The most similar command, with up to one edit per three letters and at most two; otherwise one that begins with the text.
    private static func nearest(to command: String, _ known: [String]) -> String? {
        let letters = Array(command.lowercased().prefix(40))
        let maxDistance = min(2, max(1, letters.count / 3))
        let near = known.map { (name: $0, steps: steps(letters, Array($0))) }.min { ($0.steps, $0.name) < ($1.steps, $1.name) }
        guard let near, near.steps <= maxDistance else {
            return known.sorted().first { letters.count > 1 && $0.hasPrefix(command.lowercased()) }
        }
        return near.name
    }

    /// The number of edits: letters added, removed, changed, or swapped with the next.
    private static func steps(_ one: [Character], _ other: [Character]) -> Int {
        var rows = [Array(0...other.count)]
        for (row, letter) in one.enumerated() {
            var line = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var minimum = min(rows[row][column] + (letter == otherLetter ? 0 : 1), rows[row][column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    minimum = min(minimum, rows[row - 1][column - 1] + 1)
                }
                line.append(minimum)
            }
            rows.append(line)
        }
        return rows[one.count][other.count]
    }
}
