// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// Shown at the end of a list when loading more has failed, with a retry button; otherwise the list would seem complete.
@MainActor final class FeedErrorBar: Box {
    private let label = Label().lines(4).aligned(.start)
    private let retry: Button

    init(_ feed: Feed, _ sdk: FeedSDK) {
        retry = Button(sdk.language.text(.retry)) { feed.loadMore() }
        super.init(.horizontal, spacing: 12)
        cssClass("feed-trouble").align(horizontal: .center, vertical: .end).margins(start: 12, end: 12, top: 12, bottom: 12)
        accessibleRole(.status)
        append(label.expand(.horizontal).align(vertical: .center))
        append(retry.align(vertical: .center))
        isVisible = false
        bind(to: { feed.problem.map { sdk.language.problem($0) } }) { $0.show($1) }
        retry.bind(\.title) { sdk.language.text(.retry) }
        retry.bind(\.isEnabled) { !feed.isLoading }
    }

    private func show(_ text: String?) {
        label.text = text ?? ""
        accessibleName(label.text)
        isVisible = text != nil
    }
}
