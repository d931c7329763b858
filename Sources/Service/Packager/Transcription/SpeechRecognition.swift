// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The program that makes captions of what is said in a video without captions.
public enum SpeechRecognition: Hashable, Sendable {
    case off
    /// PocketSphinx, which recognises English.
    case pocketSphinx
    /// The words of a command line. Two words are added: the path of a WAV file (16 kHz, mono, 16 bits) and the language that is spoken in it
    /// (BCP 47). The program writes captions to standard output in a format that `windowbox captions` reads, such as WebVTT or SubRip, or
    /// nothing if nobody speaks, and exits with status 0.
    ///
    /// In the sandbox it can read the system's programs and libraries, and the words that are absolute paths.
    case command([String])

    /// Reads a setting: `off`, `auto` for what is installed, or a command line, whose words are separated by spaces. Nil for an empty one.
    /// - Parameter path: as for ``installed(path:)``; nil for this process's own.
    public init?(_ setting: String, path: String? = nil) {
        let words = setting.split(separator: " ").map(String.init)
        switch words {
        case []: return nil
        case ["off"]: self = .off
        case ["auto"]: self = .installed(path: path ?? ProcessInfo.processInfo.environment["PATH"] ?? "")
        default: self = .command(words)
        }
    }

    /// PocketSphinx if it is installed with its English model, otherwise off.
    /// - Parameter path: folders in the format of `PATH`.
    public static func installed(path: String) -> Self {
        let hasProgram = path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(pocketSphinxProgram)")
        }
        return hasProgram && FileManager.default.fileExists(atPath: pocketSphinxModel) ? .pocketSphinx : .off
    }

    static let pocketSphinxProgram = "pocketsphinx_continuous"
    /// Where the Debian package pocketsphinx-en-us installs it.
    private static let pocketSphinxModel = "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"

    func recognises(_ language: String) -> Bool {
        switch self {
        case .off: false
        case .pocketSphinx: language.lowercased().split(separator: "-").first == "en"
        case .command: true
        }
    }
}
