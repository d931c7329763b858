// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

extension FeedLanguage {
    /// Why a feed is not there, for who looks at it: in their language. What is said of it to programmers is in the error itself.
    func reason(_ error: FeedError) -> String {
        switch error.code {
        case .contentSource where error.underlying?.apiCode == .invalidFilterExpression: expression(error)
        case .contentSource: text(.sourceGone)
        default: reason(error.underlying, error.description)
        }
    }

    private func expression(_ error: FeedError) -> String {
        guard let place = error.place else { return text(.expressionWrong) }
        let cure = inEnglish(error.underlying?.message ?? "")
        return text(.expressionWrongAt, ["place": "\(place.character)"]) + (cure.isEmpty ? "" : " " + cure)
    }

    /// The same in short, never without words.
    func trouble(_ error: FeedError) -> String {
        let reason = reason(error)
        return reason.isEmpty ? text(.loadFailed) : reason
    }

    func reason(_ error: FeedSDKError) -> String {
        switch error.code {
        case .authenticationFailure: text(.appUnknown)
        case .serviceUnavailable: reason(error.underlying, error.description)
        // A mistake in the program: who made it reads what is said to programmers.
        default: error.description
        }
    }

    /// - Parameter otherwise: what is said where there are no words for it, in English.
    func reason(_ error: ServiceError?, _ otherwise: String) -> String {
        guard let error else { return otherwise }
        if error.code == .network { return text(.noConnection) }
        return error.canRetry ? text(.notNow) : inEnglish(otherwise)
    }

    /// What only English has words for; nothing for others.
    func inEnglish(_ words: String) -> String { self == .english ? words : "" }
}
