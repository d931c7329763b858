// SPDX-License-Identifier: Apache-2.0

import WindowboxServer

/// The help text on settings, generated from the settings themselves.
enum ConfigurationHelp {
    static var text: String {
        let settings = ConfigurationKey.all.map { key in
            "  \(key.name)\n" + indented("\(key.summary) Value: \(key.form). Default: \(key.standard).")
        }
        return """
            Settings are "name = value" in a file, WINDOWBOX_NAME in the environment, and --set name=value. --set overrides the \
            environment, which overrides the file.

            \(settings.joined(separator: "\n"))

            --check reports whether the service could run, and what prevents it. It creates and changes nothing.

            SIGTERM and SIGINT stop the service once its work in progress is done. It logs to standard error, one JSON object per line.
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
