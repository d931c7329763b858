// SPDX-License-Identifier: Apache-2.0

/// Why the test streams are missing.
public struct GeneratedStreamsError: Error, Equatable, CustomStringConvertible {
    private enum Code: Equatable {
        case unknown, notStarted, missingTool, failed
    }

    private let code: Code
    public let description: String

    /// ffmpeg or python3 isn't installed; `make test` installs them.
    public static let missingTool = GeneratedStreamsError(
        code: .missingTool, description: "the test streams need ffmpeg and python3: install them with apt-get, or run make test once")

    static func unknown(_ name: String) -> GeneratedStreamsError {
        GeneratedStreamsError(code: .unknown, description: "no test stream is called \(name), or this ffmpeg has no encoder for it")
    }

    static func notStarted(_ script: String, cause: String) -> GeneratedStreamsError {
        GeneratedStreamsError(code: .notStarted, description: "\(script) did not start: \(cause)")
    }

    static func failed(status: Int32) -> GeneratedStreamsError {
        if status == 3 { return .missingTool }
        return GeneratedStreamsError(
            code: .failed, description: "the script that makes test media ended with \(status); its messages stand above")
    }
}
