// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

extension FeedLanguage {
    /// Why a feed failed, in the viewer's language. Details for developers are in the error itself.
    func reason(_ error: FeedError) -> String {
        switch error.code {
        case .contentSource where error.underlying?.apiCode == .invalidFilterExpression: expression(error)
        case .contentSource: text(.sourceGone)
        default: reason(error.underlying, error.description)
        }
    }

    private func expression(_ error: FeedError) -> String {
        guard let position = error.position else { return text(.expressionWrong) }
        let remedy = inEnglish(error.underlying?.message ?? "")
        return text(.expressionWrongAt, ["place": "\(position.character)"]) + (remedy.isEmpty ? "" : " " + remedy)
    }

    /// A short version, never empty.
    func problem(_ error: FeedError) -> String {
        let reason = reason(error)
        return reason.isEmpty ? text(.loadFailed) : reason
    }

    func reason(_ error: FeedSDKError) -> String {
        switch error.code {
        case .authenticationFailure: text(.appUnknown)
        case .serviceUnavailable: reason(error.underlying, error.description)
        // A programming error: show the developer's description.
        default: error.description
        }
    }

    /// - Parameter otherwise: the English fallback.
    func reason(_ error: ServiceError?, _ otherwise: String) -> String {
        guard let error else { return otherwise }
        if error.code == .network { return text(.noConnection) }
        return error.canRetry ? text(.notNow) : inEnglish(otherwise)
    }

    /// Text that exists only in English; empty in other languages.
    func inEnglish(_ words: String) -> String { self == .english ? words : "" }
}
