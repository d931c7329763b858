// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Forms and buttons for API requests. The script sends their content as JSON, and shows errors next to the fields.
enum StudioForm {
    /// - Parameters:
    ///   - then: what to do after success: go to a path, in which `{id}` is the new resource's id; `reload`; or `stay`.
    ///   - notice: the text before a secret that is shown once.
    static func form(
        _ method: String, _ path: String, then: String = "reload", submit: String = "Save", notice: String? = nil, _ fields: HTML
    ) -> HTML {
        let notice: HTML? = notice.map { " data-notice=\"\($0)\"" }
        return """
            <form data-method="\(method)" data-path="\(path)" data-then="\(then)"\(notice) novalidate>
            <p class="fault general" role="alert" hidden></p>
            \(fields)
            <div class="row save"><button class="primary">\(submit)</button></div>
            </form>
            """
    }

    /// - Parameters:
    ///   - id: a stable id, so that the button keeps the focus when the page is updated.
    ///   - question: asked for confirmation.
    static func button(
        _ label: String, _ method: String, _ path: String, body: String? = nil, then: String = "reload", question: String? = nil,
        style: String = "", id: String? = nil, described: String? = nil, notice: String? = nil
    ) -> HTML {
        let notice: HTML? = notice.map { " data-notice=\"\($0)\"" }
        let body: HTML? = body.map { " data-body=\"\($0)\"" }
        let question: HTML? = question.map { " data-question=\"\($0)\"" }
        let id: HTML? = id.map { " id=\"\($0)\"" }
        let described: HTML? = described.map { " aria-label=\"\(label): \($0)\"" }
        return """
            <button type="button" class="\(style)" data-method="\(method)" data-path="\(path)" data-then="\(then)"\(body)\(question)\(id)\
            \(described)\(notice)>\(label)</button>
            """
    }

    static func delete(_ what: String, _ path: String, then: String, warning: String = "") -> HTML {
        button("Delete", "DELETE", path, then: then, question: "Delete \(what)? \(warning)", style: "danger")
    }

    /// A list in a form whose items can be reordered, removed and edited.
    /// - Parameters:
    ///   - name: the name of the member.
    ///   - blank: a template for new items; nil if items come from elsewhere.
    static func list(
        _ name: String, _ label: String, items: [HTML], blank: HTML? = nil, add: String = "Add", more: HTML = "", hint: String? = nil
    ) -> HTML {
        let id: HTML = "list:\(name)"
        let template: HTML? = blank.map {
            "<template>\($0)</template><button type=\"button\" data-add>\(add)</button>"
        }
        let note: HTML? = hint.map { "<p class=\"hint\">\($0)</p>" }
        return """
            <fieldset class="list" data-list="\(name)" id="\(id)"><legend>\(label)</legend>\(note)
            <p class="fault" id="fault:\(name)" hidden></p>
            <ol>\(items)</ol>\(template)\(more)
            </fieldset>
            """
    }

    /// - Parameters:
    ///   - value: the item if it is a string, such as an id.
    ///   - json: the item if it is an object, which its fields modify.
    static func item(_ label: String, value: String? = nil, json: String? = nil, _ content: HTML) -> HTML {
        let value: HTML? = value.map { " data-value=\"\($0)\"" }
        let json: HTML? = json.map { " data-item=\"\($0)\"" }
        return """
            <li\(value)\(json)><button type="button" class="grip" aria-label="Move \(label): arrow keys, or drag">⠿</button>
            <div class="content">\(content)</div>
            <button type="button" class="take" aria-label="Remove \(label)">×</button></li>
            """
    }

    /// A search field for adding items to a list.
    /// - Parameter kind: `videos`, `products` or `playlists`.
    static func finder(_ kind: String, label: String, for list: String) -> HTML {
        """
        <div class="finder" data-find="\(kind)" data-for="list:\(list)"><label for="find:\(list)">\(label)</label>
        <input type="search" id="find:\(list)" autocomplete="off" data-kind="none"><ul class="found" aria-live="polite"></ul></div>
        """
    }

    static func json(_ value: some Encodable) -> String { (try? ContractJSON.text(value)) ?? "{}" }
}
