// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// Shown instead of feeds until the SDK is initialised, or if that fails.
@MainActor final class StartPanel: Box {
    var onRetry: (@MainActor () -> Void)?
    private let spinner: Spinner
    private let heading = Label().lines(3).aligned(.center).cssClass("heading")
    private let detail = Label().wrapped(columns: 52).cssClass("detail")
    private var retry: Button!
    private let language: FeedLanguage
    /// The initialisation that it shows; cancelled with the panel.
    var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }

    init(_ sdk: FeedSDK) {
        language = sdk.language
        spinner = Spinner(name: language.text(.connecting))
        super.init(.vertical, spacing: 10)
        retry = Button(language.text(.retry)) { [weak self] in self?.onRetry?() }
        cssClass("feed-state").align(horizontal: .center, vertical: .center).accessibleRole(.status)
        append(spinner.align(horizontal: .center))
        append(heading)
        append(detail)
        append(retry.cssClass("pill").align(horizontal: .center))
        show(nil)
    }

    isolated deinit { task?.cancel() }

    /// - Parameter error: nil while initialisation is in progress.
    func show(_ error: FeedSDKError?) {
        isVisible = true
        spinner.isRunning = error == nil
        spinner.isVisible = error == nil
        heading.text = language.text(error == nil ? .connecting : .loadFailed)
        detail.text = error.map(language.reason) ?? ""
        detail.isVisible = !detail.text.isEmpty
        retry.isVisible = error != nil
        accessibleName([heading.text, detail.text].filter { !$0.isEmpty }.joined(separator: ". "))
    }
}

extension String {
    var trimmingWhitespace: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
