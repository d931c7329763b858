// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxMedia

/// The languages that the user has set for all programs.
public enum UserLanguages {
    /// BCP 47 tags, in order of preference, from LANGUAGE, LC_ALL, LC_MESSAGES and LANG as gettext reads them; empty for the C locale.
    public static var ofEnvironment: [String] {
        of { name in getenv(name).map { String(cString: $0) } }
    }

    static func of(_ variable: (String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        guard let locale, let tag = tag(of: locale) else { return [] }
        let list = (variable("LANGUAGE") ?? "").split(separator: ":").compactMap { self.tag(of: String($0)) }
        return (list + [tag]).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Converts `de_CH.UTF-8@euro` to `de-CH`.
    private static func tag(of locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        if name == "C" || name == "POSIX" { return nil }
        return LanguageTag(String(name))?.description
    }
}
