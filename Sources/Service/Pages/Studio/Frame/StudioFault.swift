// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A page in place of one that can't be shown.
public enum StudioFault {
    public static func page(_ error: APIError) -> StudioPage {
        let title =
            switch error.code {
            case .notFound: "Nothing is here"
            case .insufficientScope: "This is not yours to see"
            case .unavailable: "Not at the moment"
            default: "This did not work"
            }
        let id: HTML? = error.error.requestID.map { "<p class=\"hint\">In the service’s log it is \($0).</p>" }
        return StudioPage(title, in: nil, body: "<p>\(error.error.message)</p>\(id)<p><a href=\"/studio\">Go to the overview</a></p>")
    }
}
