// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// Explains why the current item can't be played, and what to do about it.
@MainActor final class PlayerFailurePanel: Box {
    private let icon = Icon("dialog-warning-symbolic", size: 32)
    private let heading = Label().lines(6).aligned(.center).cssClass("heading")
    private let detail = Label().wrapped(columns: 44).cssClass("detail")
    private let retry: Button

    init(_ page: PageContext) {
        let (sdk, state, playback) = (page.sdk, page.state, page.playback)
        retry = Button(sdk.language.text(.retry)) { playback.play() }
        super.init(.vertical, spacing: 10)
        cssClass("feed-state", "on-picture").align(horizontal: .center, vertical: .center).margins(start: 24, end: 24)
        accessibleRole(.alert)
        append(icon.align(horizontal: .center))
        append(heading)
        append(detail)
        append(retry.broken().cssClass("pill").align(horizontal: .center))
        retry.bind(\.title) { sdk.language.text(.retry) }
        bind(to: { Reason(state, sdk.language) }) { $0.show($1) }
    }

    /// Heading and text; nil if there is no failure, or a layer asks for an access code.
    private struct Reason: Equatable {
        var heading: String
        var detail = ""
        var canRetry = false

        /// Removes the error code and address in parentheses, which mean nothing to viewers.
        private static func sentence(_ failure: String) -> String {
            guard failure.hasSuffix(")"), let end = failure.range(of: " (", options: .backwards)?.lowerBound else { return failure }
            return String(failure[..<end])
        }

        @MainActor init?(_ state: PlayerPageState, _ language: FeedLanguage) {
            if state.shown?.video?.regionBlocked == true, !state.saysAvailabilityElsewhere {
                heading = language.text(.regionRestricted)
            } else if state.shown?.isMissing == true {
                heading = language.text(.videoFailed)
            } else if let failure = state.failure {
                (heading, detail, canRetry) = (language.text(.videoFailed), language.inEnglish(Self.sentence(failure)), true)
            } else {
                return nil
            }
        }
    }

    private func show(_ reason: Reason?) {
        isVisible = reason != nil
        heading.text = reason?.heading ?? ""
        detail.text = reason?.detail ?? ""
        detail.isVisible = !detail.text.isEmpty
        retry.isVisible = reason?.canRetry == true
        accessibleName([heading.text, detail.text].filter { !$0.isEmpty }.joined(separator: ". "))
    }
}
