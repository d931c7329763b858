// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error of packaging.
public struct PackagerError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable {
        case unreadable, nothingToPlay, tooLarge, program, failed, tookTooLong, output, captions, wrongKey, nothingPlays
    }
    private let code: Code
    /// Cause, location and remedy.
    public let description: String
    /// The end of the program's error output.
    let errorOutput: String

    private init(code: Code, description: String, errorOutput: String = "") {
        self.code = code
        self.description = description
        self.errorOutput = errorOutput
    }

    /// The error for the file's sender, without local paths and memory addresses.
    /// - Parameter file: the file's name, which is replaced with "the file".
    func redacted(without folder: URL, file: String) -> Self {
        func redacted(_ text: String) -> String {
            [
                ("file:\(folder.path)/\(file)", "the file"), ("\(folder.path)/\(file)", "the file"), ("file:\(folder.path)/", ""),
                ("\(folder.path)/", ""),
            ]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }.replacing(#/ @ 0x[0-9a-fA-F]+/#, with: "")
        }
        return Self(code: code, description: redacted(description), errorOutput: redacted(errorOutput))
    }

    /// A program ran and failed.
    var isOfProgram: Bool { code == .failed }
    /// The file itself is at fault; retrying is pointless.
    public var isOfSource: Bool { [.unreadable, .nothingToPlay, .tooLarge, .captions].contains(code) }
    public var isTimeLimit: Bool { code == .tookTooLong }
    public var isSizeLimit: Bool { code == .tooLarge }

    static func unreadable(_ cause: String) -> Self {
        Self(
            code: .unreadable, description: "The file can't be read as video or audio: \(cause). Send MP4, MOV, WebM, Matroska or MPEG-TS.")
    }
    static let nothingToPlay = Self(
        code: .nothingToPlay, description: "The file has neither video nor audio. Send a file that has one of them.")
    static func tooLarge(_ what: String) -> Self {
        Self(code: .tooLarge, description: "The file exceeds a limit: \(what). Send a smaller one, or raise the limit.")
    }
    static func program(_ name: String, _ cause: String) -> Self {
        let remedy =
            ["ffmpeg", "ffprobe"].contains(name) ? "Install the Debian package ffmpeg." : "Install it, or change the setting that names it."
        return Self(code: .program, description: "\(name) can't be started: \(cause). \(remedy)")
    }
    static func failed(_ name: String, _ status: String, _ errorOutput: String) -> Self {
        Self(
            code: .failed, description: "\(name) ended with \(status)\(errorOutput.isEmpty ? "." : ": \(errorOutput)")",
            errorOutput: errorOutput)
    }
    static func tookTooLong(_ name: String, _ seconds: Double) -> Self {
        Self(code: .tookTooLong, description: "\(name) was stopped after \(Int(seconds)) s. Raise the time limit, or send a shorter file.")
    }
    static func output(_ cause: String) -> Self {
        Self(code: .output, description: "ffmpeg's output is not as expected: \(cause). Report this with the file.")
    }
    static let wrongKey = Self(
        code: .wrongKey, description: "An encoder used a wrong stream key and was disconnected. Enter the stream's own key in it.")
    static let nothingPlays = Self(
        code: .nothingPlays,
        description: "An encoder connected, sent nothing playable, and was disconnected. Start sending as soon as it is connected.")
    static func captions(_ label: String, _ cause: String) -> Self {
        Self(code: .captions, description: "The captions \(label) can't be read: \(cause).")
    }
}
