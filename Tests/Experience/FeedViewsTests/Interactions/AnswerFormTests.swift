// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract
import WindowboxFeed

@testable import WindowboxFeedViews

extension Interaction {
    static func sample(_ type: InteractionType, _ change: (inout Interaction) -> Void = { _ in }) -> Interaction {
        var interaction = Interaction(id: "i1", type: type, prompt: "Which?")
        interaction.state = .active
        interaction.options = [InteractionOption(id: "a", text: "Red"), InteractionOption(id: "b", text: "Blue")]
        change(&interaction)
        return interaction
    }
}

@Suite("Entering polls and games") struct AnswerFormTests {
    private func problem(_ form: AnswerForm) -> AnswerForm.Problem? {
        if case .failure(let reason) = form.entry() { reason.problem } else { nil }
    }

    @Test("GAME-1 A giveaway asks for an answer, email, terms and age, in order") func giveaway() throws {
        var form = AnswerForm(
            .sample(.giveaway) {
                $0.collectEmail = true
                $0.terms = InteractionTerms(url: "https://example.org", required: true, name: "T")
            })
        #expect(!form.isOneTap)
        #expect(problem(form) == .answerMissing)
        form.option = 5
        #expect(problem(form) == .answerMissing)
        form.option = 1
        #expect(problem(form) == .emailInvalid)
        form.email = " ann@example.org "
        #expect(problem(form) == .termsNeeded)
        form.acceptsTerms = true
        #expect(problem(form) == .ageNeeded)
        form.isOfAge = true
        let entry = try form.entry().get()
        #expect(entry == EntryRequest(optionID: "b", email: "ann@example.org", termsAccepted: true))
    }

    @Test("A poll takes one tap, a question an answer of limited length") func simple() throws {
        var poll = AnswerForm(.sample(.poll))
        #expect(poll.isOneTap)
        #expect(problem(poll) == .answerMissing)
        poll.option = 0
        #expect(try poll.entry().get() == EntryRequest(optionID: "a"))
        var question = AnswerForm(.sample(.question) { $0.options = [] })
        question.answer = "  \n"
        #expect(!question.isOneTap)
        #expect(problem(question) == .answerMissing)
        question.answer = String(repeating: "é", count: 5000)
        #expect(try question.entry().get().answer?.utf8.count == 2000)
    }

    @Test("Valid email addresses are accepted", arguments: ["a@b.c", "ann.lee+x@mail.example.org"]) func emails(text: String) {
        #expect(AnswerForm.isEmail(text))
    }

    @Test(
        "Invalid email addresses are refused",
        arguments: ["", "a", "a@", "@b.c", "a@b", "a@b..c", "a b@c.d", "a@b@c.d", "a@\(String(repeating: "x", count: 64)).c"])
    func noEmails(text: String) { #expect(!AnswerForm.isEmail(text)) }

    @Test("The service's refusals are explained in the user's language") func refusals() {
        func problem(_ code: ErrorCode) -> AnswerForm.Problem { AnswerForm.problem(ServiceError(APIError(code, "x"))) }
        #expect(problem(.alreadyEntered) == .alreadyEntered)
        #expect(problem(.emailInvalid) == .emailInvalid)
        #expect(problem(.termsRequired) == .termsNeeded)
        #expect(problem(.invalidTransition) == .over)
        #expect(problem(.rateLimited) == .failed)
        #expect(FeedLanguage.german.text(of: AnswerForm.Problem.over) == "Das ist vorbei")
    }

    @Test("The percentages of a poll add up to 100") func percents() {
        #expect(ResultBar.percents([1, 1, 1]) == [34, 33, 33])
        #expect(ResultBar.percents([0, 0]) == [0, 0])
        #expect(ResultBar.percents([2, 1]) == [67, 33])
        #expect(ResultBar.percents([5]) == [100])
        #expect(ResultBar.percents([Int.max / 4, Int.max / 4]).reduce(0, +) == 100)
    }

    @Test("Results appear after entering or at the end: bars, the right answer, the winners") func results() {
        let texts = FeedLanguage.english
        var interaction = Interaction.sample(.triviaGiveaway)
        var game = LiveGame(interaction)
        #expect(InteractionText(game, texts).stage == .open)
        #expect(InteractionText(game, texts).bars.isEmpty)
        game.ownEntry = EntryRequest(optionID: "a")
        #expect(InteractionText(game, texts).stage == .done)
        #expect(InteractionText(game, texts).lines == ["Thank you for taking part"])
        var results = InteractionResults()
        (results.entries, results.choices, results.correct) = (4, ["a": 1, "b": 3], 3)
        (interaction.state, interaction.results) = (.ended, results)
        interaction.options[1].correct = true
        var ended = LiveGame(interaction)
        (ended.ownEntry, ended.winners, ended.hasWon) = (game.ownEntry, ["Bo\u{202E}", "<b>Cy</b>"], true)
        let words = InteractionText(ended, texts)
        #expect(words.bars.map(\.percent) == [25, 75] && words.bars.map(\.isRight) == [false, true] && words.bars[0].isOwn)
        #expect(words.lines.first == "You won")
        #expect(words.lines.contains("3 of 4 correct"))
        #expect(words.lines.last == "Winners: \u{2068}Bo\u{2069}, \u{2068}<b>Cy</b>\u{2069}")
        let link = InteractionText(LiveGame(.sample(.link) { $0.url = "https://example.org" }), texts)
        #expect(link.stage == .link("https://example.org"))
        #expect(GameLink.isFit("https://example.org"))
        #expect(!GameLink.isFit("file:///etc/passwd"))
        #expect(!GameLink.isFit("javascript:x"))
    }

    @Test("The open game is shown first, then results, and never dismissed ones")
    func choice() {
        func game(_ id: String, _ state: InteractionState, hasEntered: Bool = false) -> LiveGame {
            var interaction = Interaction(id: id, type: .poll, prompt: "x")
            interaction.state = state
            var game = LiveGame(interaction)
            game.hasEnteredBefore = hasEntered
            return game
        }
        let games = [game("a", .active), game("b", .active, hasEntered: true), game("c", .ended)]
        #expect(OverlayLook.game(games, dismissed: [])?.id == "a")
        #expect(OverlayLook.game(games, dismissed: ["a"])?.id == "b")
        #expect(OverlayLook.game(games, dismissed: ["a", "b"]) == nil)
    }
}
