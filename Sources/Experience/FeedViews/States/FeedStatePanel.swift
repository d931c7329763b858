// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// Shown while a feed has no items: loading, empty, or an error with advice.
@MainActor final class FeedStatePanel: Box {
    /// What the panel shows.
    enum State: Hashable {
        case hidden, loading
        case empty
        case failed(FeedError)

        /// - Parameters:
        ///   - isEmpty: there are no items.
        ///   - isReady: the SDK can load feeds.
        init(_ result: FeedLoadResult?, isLoading: Bool, isEmpty: Bool) {
            switch (isEmpty, isLoading, result) {
            case (false, _, _): self = .hidden
            case (true, true, _), (true, false, nil): self = .loading
            case (true, false, .failed(let error)?): self = .failed(error)
            case (true, false, _): self = .empty
            }
        }
    }

    private let spinner: Spinner
    private let icon = Icon("video-x-generic-symbolic", size: 40)
    private let heading = Label().lines(6).aligned(.center).cssClass("heading")
    private let detail = Label().wrapped(columns: 44).cssClass("detail")
    private let retry: Button
    private let language: @MainActor () -> FeedLanguage

    /// - Parameter onRetry: called when the user wants to retry.
    init(_ sdk: FeedSDK, state: @escaping @MainActor () -> State, onRetry: @escaping @MainActor () -> Void) {
        language = { sdk.language }
        spinner = Spinner(name: sdk.language.text(.loading))
        retry = Button(sdk.language.text(.retry), action: onRetry)
        super.init(.vertical, spacing: 10)
        cssClass("feed-state").align(horizontal: .center, vertical: .center).margins(start: 16, end: 16)
        accessibleRole(.status)
        append(spinner.align(horizontal: .center))
        append(icon.align(horizontal: .center))
        append(heading)
        append(detail)
        append(retry.broken().cssClass("pill").align(horizontal: .center))
        bind(to: state) { $0.show($1) }
        bind(to: { sdk.language }) { panel, language in
            panel.retry.title = language.text(.retry)
            panel.spinner.accessibleName(language.text(.loading))
            panel.show(panel.shown)
        }
    }

    private(set) var shown = State.hidden

    private func show(_ state: State) {
        shown = state
        isVisible = state != .hidden
        spinner.isRunning = state == .loading
        spinner.isVisible = state == .loading
        icon.isVisible = state != .loading
        let (title, text, canRetry): (String, String, Bool) =
            switch state {
            case .hidden, .loading: ("", "", false)
            case .empty: (language().text(.emptyFeed), "", true)
            case .failed(let error):
                (language().text(.loadFailed), language().reason(error), error.canRetry || error.code == .notInitialized)
            }
        heading.text = title
        heading.isVisible = !title.isEmpty
        detail.text = text
        detail.isVisible = !text.isEmpty
        retry.isVisible = canRetry
        let spoken = state == .loading ? language().text(.loading) : [title, text].filter { !$0.isEmpty }.joined(separator: ". ")
        accessibleName(spoken)
    }
}
