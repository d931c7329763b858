// SPDX-License-Identifier: Apache-2.0

/// Form fields, each with a label, an optional hint, and an element in which the script shows errors.
///
/// A field's name is the path of its member in the JSON, such as `cta.url`.
enum Field {
    /// How the script converts the input.
    enum Kind: String {
        case text
        /// Null if it is empty.
        case optional
        case number
        /// Words separated by commas or spaces.
        case words
        /// One value per line.
        case lines
        /// A date and time, shown in the user's time zone.
        case moment
    }

    static func text(
        _ name: String, _ label: String, _ value: String, hint: String? = nil, kind: Kind = .text, type: String = "text",
        _ rule: FieldRule = FieldRule(), more: HTML = ""
    ) -> HTML {
        let value = kind == .moment ? "data-moment=\"\(value)\"" as HTML : "value=\"\(value)\""
        return wrap(
            name, label, hint, rule,
            "<input type=\"\(type)\" \(value) \(identity(name, hint)) data-kind=\"\(kind.rawValue)\"\(rule.attributes)\(more)>")
    }

    static func area(
        _ name: String, _ label: String, _ value: String, hint: String? = nil, kind: Kind = .text, rows: Int = 3,
        _ rule: FieldRule = FieldRule()
    ) -> HTML {
        wrap(
            name, label, hint, rule,
            "<textarea rows=\"\(rows)\" \(identity(name, hint)) data-kind=\"\(kind.rawValue)\"\(rule.attributes)>\n\(value)</textarea>")
    }

    static func choice(
        _ name: String, _ label: String, _ value: String, _ options: [(value: String, label: String)], hint: String? = nil
    ) -> HTML {
        let all = options.contains { $0.value == value } || value.isEmpty ? options : options + [(value, value)]
        let items: [HTML] = all.map { option in
            let selected: HTML = option.value == value ? " selected" : ""
            return "<option value=\"\(option.value)\"\(selected)>\(option.label)</option>"
        }
        return wrap(name, label, hint, FieldRule(), "<select \(identity(name, hint)) data-kind=\"optional\">\(items)</select>")
    }

    static func flag(_ name: String, _ label: String, _ isOn: Bool, hint: String? = nil) -> HTML {
        let checked: HTML = isOn ? " checked" : ""
        let note: HTML? = hint.map { "<p class=\"hint\" id=\"hint:\(name)\">\($0)</p>" }
        return """
            <div class="field flag"><label><input type="checkbox" \(identity(name, hint)) data-kind="flag"\(checked)> \(label)</label>\(note)
            <p class="fault" id="fault:\(name)" hidden></p></div>
            """
    }

    /// An invisible field that is sent along.
    static func hidden(_ name: String, _ value: String, kind: Kind = .text) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\" data-kind=\"\(kind.rawValue)\">"
    }

    /// Fields for certain choices of another field; with any other choice, they are neither shown nor sent.
    static func when(_ field: String, is values: [String], _ fields: HTML) -> HTML {
        "<div data-when=\"\(field)\" data-is=\"\(values.joined(separator: " "))\">\(fields)</div>"
    }

    private static func identity(_ name: String, _ hint: String?) -> HTML {
        let hint: HTML = hint == nil ? "" : "hint:\(name) "
        return "id=\"field:\(name)\" name=\"\(name)\" aria-describedby=\"\(hint)fault:\(name)\""
    }

    private static func wrap(_ name: String, _ label: String, _ hint: String?, _ rule: FieldRule, _ control: HTML) -> HTML {
        let mark: HTML? = rule.isRequired ? " <span class=\"needed\">(required)</span>" : nil
        let note: HTML? = hint.map { "<p class=\"hint\" id=\"hint:\(name)\">\($0)</p>" }
        return """
            <div class="field"><label for="field:\(name)">\(label)\(mark)</label>\(control)\(note)
            <p class="fault" id="fault:\(name)" hidden></p></div>
            """
    }
}
