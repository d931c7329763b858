// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The result of probing an address.
struct ProbeReport {
    enum Finding {
        case playlist(ProbedPlaylist)
        case file(ProbedFile)
        case nothing(ProbeFault)
    }

    /// The address after redirects.
    var address: String
    var isStrict: Bool
    var finding: Finding

    /// The command's failure; nil on success.
    var failure: Failure? {
        switch finding {
        case .file: return nil
        case .nothing(let fault): return .media("\(TerminalText.line(address)): \(TerminalText.line(fault.message)) (\(fault.remedy))")
        case .playlist(let playlist):
            let errors = playlist.reading.errors
            guard let first = errors.first else { return nil }
            let text =
                "\(TerminalText.line(address)):\(first.line):\(first.column): \(TerminalText.line(first.message)); \(TerminalText.line(first.remedy))"
            if playlist.reading.playlist == nil { return .media(text) }
            guard isStrict else { return nil }
            return .failed(errors.count == 1 ? text : "\(text) (and \(errors.count - 1) more)")
        }
    }

    var json: JSONTree {
        switch finding {
        case .playlist(let playlist): .object([("url", address.json)] + playlist.members)
        case .file(let file): .object([("url", address.json)] + file.members)
        case .nothing(let fault):
            .record([
                "url": address, "kind": String?.none, "unknownTags": [String](), "warnings": [String](),
                "errors": [
                    JSONTree.record(["line": 0, "column": 0, "code": fault.code, "message": fault.message, "remedy": fault.remedy])
                ],
            ])
        }
    }

    /// The report as text; empty if there is only a failure.
    var summary: String {
        switch finding {
        case .playlist(let playlist): playlist.summary(of: address)
        case .file(let file): file.summary(of: address)
        case .nothing: ""
        }
    }
}

/// Why an address could not be read.
struct ProbeFault: Error, Equatable {
    /// A stable identifier for scripts.
    var code: String
    var message: String
    var remedy: String
}
