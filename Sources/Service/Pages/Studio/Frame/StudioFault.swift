// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// An error page.
public enum StudioFault {
    public static func page(_ error: APIError) -> StudioPage {
        let title =
            switch error.code {
            case .notFound: "Page not found"
            case .insufficientScope: "You don’t have access to this"
            case .unavailable: "Temporarily unavailable"
            default: "Something went wrong"
            }
        let id: HTML? = error.error.requestID.map { "<p class=\"hint\">Request ID in the service’s log: \($0)</p>" }
        return StudioPage(title, in: nil, body: "<p>\(error.error.message)</p>\(id)<p><a href=\"/studio\">Go to the overview</a></p>")
    }
}
