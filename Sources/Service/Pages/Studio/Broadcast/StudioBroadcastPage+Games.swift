// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

extension StudioBroadcastPage {
    /// The products that can be pinned, and those that are.
    var shelf: HTML {
        let names = Dictionary(products.map { ($0.id, $0.name) }) { first, _ in first }
        let items: [HTML] = stream.products.map { product in
            let name = names[product.productID] ?? product.productID
            let state: HTML = product.soldOut ? PageFragments.status("sold out") : product.hidden ? PageFragments.status("hidden") : ""
            return "<li>\(PageFragments.userText(name)) \(state) \(product.hidden ? "" : pin(product.productID, name))</li>"
        }
        return items.isEmpty ? "<p class=\"hint\">No products yet.</p>" : "<ul class=\"plain\">\(items)</ul>"
    }

    private func pin(_ id: String, _ name: String) -> HTML {
        guard mayWrite else { return "" }
        let isPinned = stream.pinned.contains(id)
        return StudioForm.button(
            isPinned ? "Unpin" : "Pin", "POST", APIRoute.path(isPinned ? "unpin" : "pin", stream.id), body: "{\"id\":\"\(id)\"}",
            then: "stay",
            id: "pin-\(id)", described: name)
    }

    /// Polls and games with the commands available for each.
    var games: HTML {
        let items: [HTML] = interactions.map { game in
            let options: [HTML] = game.options.map { option in
                let count = game.results?.choices[option.id] ?? 0
                let right: HTML = option.correct == true ? " <small>(correct)</small>" : ""
                return "<li><bdi>\(option.text)</bdi>\(right) <b>\(count)</b></li>"
            }
            let list: HTML? = options.isEmpty ? nil : "<ol class=\"options\">\(options)</ol>"
            let winners: HTML? = game.results.flatMap { results in
                results.winners.isEmpty ? nil : "<p>Winners: <bdi>\(results.winners.joined(separator: ", "))</bdi></p>"
            }
            return """
                <li id="game-\(game.id)"><h3>\(PageFragments.userText(game.prompt))</h3>
                <p>\(game.type.rawValue.replacing("_", with: " ")) \(PageFragments.status(game.state.rawValue)) \(game.results?.entries ?? 0) entries</p>
                \(list)\(winners)<div class="row">\(mayWrite ? steps(of: game) : "")</div></li>
                """
        }
        return items.isEmpty ? "<p class=\"hint\">No polls, questions or giveaways yet.</p>" : "<ul class=\"plain games\">\(items)</ul>"
    }

    private static let operations = [
        "launch": "launchInteraction", "end": "endInteraction", "draw": "drawWinners", "reveal": "revealAnswer",
    ]

    private func steps(of game: Interaction) -> HTML {
        func step(_ name: String, _ label: String, style: String = "") -> HTML {
            StudioForm.button(
                label, "POST", APIRoute.path(Self.operations[name] ?? "", stream.id, game.id), then: "stay", style: style,
                id: "\(name)-\(game.id)",
                described: game.prompt)
        }
        let isDrawn = game.results?.winners.isEmpty == false
        let isGame = game.type == .giveaway || game.type == .triviaGiveaway
        let hasAnswer = game.options.contains { $0.correct == true } && game.revealed != true
        switch game.state {
        case .draft:
            let delete = StudioForm.button(
                "Delete", "DELETE", APIRoute.path("deleteInteraction", game.id), then: "stay", question: "Delete “\(game.prompt)”?",
                id: "delete-\(game.id)", described: game.prompt)
            return "\(stream.status.isActive ? step("launch", "Launch", style: "primary") : "")\(delete)"
        case .active: return "\(step("end", "End"))\(hasAnswer ? step("reveal", "Reveal answer") : "")\(pin(game.id, game.prompt))"
        default:
            let draw: HTML = isGame && !isDrawn ? step("draw", "Draw winners", style: "primary") : ""
            return "\(draw)\(hasAnswer ? step("reveal", "Reveal answer") : "")"
        }
    }

    /// The form for a new interaction.
    var newInteraction: HTML {
        guard mayWrite, stream.status != .completed, stream.status != .replay else { return "<p class=\"hint\">The stream has ended.</p>" }
        let kinds = [
            (value: "poll", label: "Poll"), (value: "question", label: "Question"), (value: "giveaway", label: "Giveaway"),
            (value: "trivia_giveaway", label: "Trivia giveaway"), (value: "link", label: "Link"),
        ]
        let correct = Field.when("type", is: ["trivia_giveaway"], Field.flag("options[__].correct", "Correct answer", false))
        let blank = StudioForm.item(
            "an answer", json: #"{"id":"$new"}"#,
            "\(Field.text("options[__].text", "Answer", "", .required("an answer", maxLength: 500)))\(correct)")
        let options = StudioForm.list("options", "Answers to choose from", items: [], blank: blank, add: "Add an answer")
        let winners = Field.text(
            "winner_count", "Number of winners", "1", kind: .number, type: "number",
            FieldRule(isRequired: true, missing: "Enter how many people win.", range: 1...1000))
        let address = Field.text("url", "Web address", "", kind: .optional, type: "url", .required("a web address"))
        return StudioForm.form(
            "POST", APIRoute.path("createInteraction"), then: "clear", submit: "Save draft",
            """
            \(Field.hidden("live_stream_id", stream.id))
            \(Field.choice("type", "Type", "poll", kinds))
            \(Field.text("prompt", "Question or text", "", .required("a question or text", maxLength: 1000)))
            \(Field.when("type", is: ["poll", "trivia_giveaway"], options))
            \(Field.when("type", is: ["giveaway", "trivia_giveaway"], winners))
            \(Field.when("type", is: ["giveaway", "trivia_giveaway"], Field.flag("collect_email", "Ask for an email address", false)))
            \(Field.when("type", is: ["link"], address))
            """)
    }
}
