// SPDX-License-Identifier: Apache-2.0

import WindowboxServer

/// The help text on settings, generated from the settings themselves.
enum ConfigurationHelp {
    static var text: String {
        let settings = ConfigurationKey.all.map { key in
            "  \(key.name)\n" + indented("\(key.summary) It is \(key.form). Without it: \(key.standard).")
        }
        return """
            Settings are "name = value" in a file, WINDOWBOX_NAME in the environment, and --set name=value here; the last of these is \
            the strongest.

            \(settings.joined(separator: "\n"))

            --check says whether it could serve, and what stands in the way; it makes nothing and changes nothing.

            It ends on SIGTERM and SIGINT, once what was begun is done. What happens is told on standard error, a JSON object a line.
            """
    }

    /// Wraps lines for a terminal of the minimum width, because the help printer would wrap longer ones without indentation.
    static func indented(_ text: String, by indent: Int = 6, width: Int = 79) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width - indent {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}
