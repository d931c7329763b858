// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// A poll, question or game over a video, including its results.
@MainActor final class InteractionPanel: Box {
    private let texts: FeedLanguage
    private let onAnswer: @MainActor (Interaction, EntryRequest) async -> ServiceError?
    private let onLink: @MainActor (GameLink) -> Void
    private let onClose: @MainActor (String) -> Void
    private let kind = Label().shortened().cssClass("kind").aligned(.start)
    private let prompt = Label().lines(6).aligned(.start).cssClass("heading").accessibleRole(.heading)
    private let content = Box(.vertical, spacing: 8)
    private let scrolled: Scrolled
    /// Logical pixels that the rest of a page needs: buttons, title and the panel's own heading.
    private static let besides = 260
    private static let minHeight = 120
    private let error = Label().lines(3).aligned(.start).cssClass("error")
    private var parts: [WindowboxGTK.Widget] = []
    private var shown: (id: String, words: InteractionText)?
    private(set) var form: AnswerForm?
    private var send: Button?
    private var isSending = false

    /// - Parameters:
    ///   - onAnswer: sends an answer; returns nil if it was accepted.
    ///   - onLink: opens a link.
    ///   - onClose: the user has dismissed the panel.
    init(
        _ texts: FeedLanguage, onAnswer: @escaping @MainActor (Interaction, EntryRequest) async -> ServiceError?,
        onLink: @escaping @MainActor (GameLink) -> Void, onClose: @escaping @MainActor (String) -> Void
    ) {
        (self.texts, self.onAnswer, self.onLink, self.onClose) = (texts, onAnswer, onLink, onClose)
        let close = Deferred()
        let inner = Box(.vertical, spacing: 8)
        scrolled = Scrolled(inner, upTo: Self.minHeight)
        super.init(.vertical, spacing: 8)
        inner.append(prompt)
        inner.append(content)
        append(
            Box(.horizontal, spacing: 8) {
                kind.expand(.horizontal)
                Button(icon: "window-close-symbolic", name: texts.text(.close)) { close.run() }.cssClass("round")
            })
        append(scrolled)
        append(error.accessibleRole(.alert))
        cssClass("game-panel").accessibleRole(.region)
        error.isVisible = false
        isVisible = false
        close.run = { [weak self] in if let id = self?.shown?.id { self?.onClose(id) } }
    }

    /// Shows a game; nil hides the panel. Input is kept while the game stays the same and open.
    func show(_ game: LiveGame?) {
        guard let game else {
            (shown, form, isVisible) = (nil, nil, false)
            return
        }
        let words = InteractionText(game, texts)
        isVisible = true
        guard shown?.id != game.id || shown?.words != words else { return }
        let keepsForm = shown?.id == game.id && shown?.words.stage == .open && words.stage == .open
        shown = (game.id, words)
        kind.text = words.kind
        prompt.text = words.prompt
        accessibleName("\(words.kind): \(words.prompt)")
        guard !keepsForm else { return }
        showProblem(nil)
        for part in parts { content.remove(part) }
        (parts, send, form) = ([], nil, nil)
        switch words.stage {
        case .open: makeForm(AnswerForm(game.interaction))
        case .link(let url):
            add(Button(texts.text(.openLink)) { [onLink] in onLink(.interaction(game.interaction, url)) }.cssClass("shop-main"))
        case .done: makeResults(words)
        }
        if isRightToLeft { setDirection(rightToLeft: true) }
    }

    /// Limits the height to what fits; the rest scrolls.
    func fit(_ size: PageSize) { scrolled.maxHeight = max(Self.minHeight, size.height - Self.besides) }

    private func add(_ part: WindowboxGTK.Widget) {
        parts.append(part)
        content.append(part)
    }

    // MARK: Form

    private func makeForm(_ form: AnswerForm) {
        self.form = form
        if form.needsOption {
            let options = ChoiceList(form.interaction.options.map { DisplayText.clean($0.text, limit: 120) }, name: prompt.text)
            options.onChoose = { [weak self] index in
                self?.form?.option = index
                if form.isOneTap { self?.submit() }
            }
            add(options)
        }
        if form.needsAnswer { add(entry(texts.text(.yourAnswer), limit: 500) { $0.answer = $1 }) }
        if form.needsEmail { add(entry(texts.text(.email), limit: 254) { $0.email = $1 }.purpose(.email)) }
        if let terms = form.interaction.terms {
            let name = DisplayText.clean(terms.name, limit: 80)
            add(
                Button(texts.text(.readTerms, ["name": name])) { [onLink] in onLink(.terms(form.interaction, terms)) }
                    .broken().cssClass("shop-pill")
            )
            add(CheckBox(texts.text(.acceptTerms)) { [weak self] in self?.form?.acceptsTerms = $0 })
        }
        if form.needsAge { add(CheckBox(texts.text(.ofAge)) { [weak self] in self?.form?.isOfAge = $0 }) }
        guard !form.isOneTap else { return }
        let send = Button(texts.text(form.needsAge ? .takePart : .send)) { [weak self] in self?.submit() }
        self.send = send
        add(send.broken().cssClass("shop-main"))
    }

    private func entry(_ name: String, limit: Int, _ change: @escaping @MainActor (inout AnswerForm, String) -> Void) -> Entry {
        let entry = Entry(name: name, placeholder: name).limited(to: limit).keepingKeys()
        entry.onChange { [weak self] text in
            guard var form = self?.form else { return }
            change(&form, text)
            self?.form = form
        }
        entry.onReturn { [weak self] in self?.submit() }
        return entry
    }

    private func submit() {
        guard let form, !isSending else { return }
        let entry: EntryRequest
        switch form.entry() {
        case .success(let made): entry = made
        case .failure(let reason): return showProblem(reason.problem)
        }
        showProblem(nil)
        isSending = true
        send?.isEnabled = false
        Task { [weak self, onAnswer] in
            let failure = await onAnswer(form.interaction, entry)
            guard let self else { return }
            isSending = false
            send?.isEnabled = true
            // Another game may be shown by now.
            if let failure, self.form?.interaction.id == form.interaction.id { showProblem(AnswerForm.problem(failure)) }
        }
    }

    private func showProblem(_ problem: AnswerForm.Problem?) {
        error.text = problem.map { texts.text(of: $0) } ?? ""
        error.isVisible = problem != nil
    }

    // MARK: Results

    private func makeResults(_ words: InteractionText) {
        for bar in words.bars {
            let progress = ProgressBar(name: texts.text(of: bar))
            progress.fraction = Double(bar.percent) / 100
            progress.accessibleValue("\(bar.percent) %")
            add(
                Box(.vertical, spacing: 2) {
                    Box(.horizontal, spacing: 8) {
                        Label(texts.text(of: bar)).lines(2).aligned(.start).expand(.horizontal)
                        Label("\(bar.percent) %")
                    }
                    progress
                })
        }
        for (index, line) in words.lines.enumerated() {
            let label = Label(line).lines(4).aligned(.start)
            label.setCSSClass("won", words.hasWon && index == 0)
            label.accessibleRole(.status)
            add(label)
        }
    }
}
