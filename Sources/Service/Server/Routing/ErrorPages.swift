// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxContract
import WindowboxPages

/// Shows errors in the format of the path at which they occurred.
struct ErrorPages: Sendable {
    /// Nil if pages are off.
    let studio: StudioRoutes?
    /// Whether people who follow a wrong link get a page.
    let showsPages: Bool

    func response(_ error: HTTPError, _ format: ErrorFormat, _ call: RequestContext) async -> Response {
        switch format {
        case .page where error.status == 404: PageRoutes.missing(call.language)
        case .studio: await studio?.response(error, call) ?? error.response(requestID: call.id)
        case .page, .json, .stitched: error.response(requestID: call.id)
        }
    }

    /// The error for a method that a path lacks.
    func notAllowed(_ methods: [APIRoute.Method], _ format: ErrorFormat, _ call: RequestContext) -> HTTPError {
        let text = "The method \(call.method.rawValue.prefix(16)) is not allowed here."
        var error = format == .stitched ? HTTPError(status: 405, text) : HTTPError(APIError(.methodNotAllowed, text))
        error.fields[.allow] = CrossOrigin.allowed(methods)
        return error
    }

    /// - Parameter format: that of the paths nearby; nil if there are none.
    func missing(_ format: ErrorFormat?, _ call: RequestContext) -> Response {
        var answer: Response
        switch format {
        case .page: answer = PageRoutes.missing(call.language)
        case nil where showsPages && wantsPage(call):
            answer = PageRoutes.missing(call.language)
            answer.fields[.vary] = "Accept, Accept-Language"
        case .stitched: answer = HTTPError(status: 404, "Nothing exists at this address.").response(requestID: call.id)
        case .json, .studio, nil:
            let error = APIError(.notFound, "Nothing exists at this address. GET \(APIRoute.path("openAPI")) lists all routes.")
            answer = HTTPError(error).response(requestID: call.id)
        }
        ContentCoding.apply(to: &answer, requestFields: call.fields)
        return answer
    }

    /// Whether the client prefers pages, as browsers do.
    private func wantsPage(_ call: RequestContext) -> Bool {
        guard call.method == .get || call.method == .head else { return false }
        let accepted = AcceptField.entries(call.fields[.accept] ?? "")
        func weight(_ type: String) -> Double { accepted.first { $0.name == type }?.weight ?? 0 }
        return weight("text/html") > weight("application/json")
    }
}
