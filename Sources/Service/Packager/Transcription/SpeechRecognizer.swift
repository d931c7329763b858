// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxCaptions

/// Makes captions of what is said in a file.
struct SpeechRecognizer: Sendable {
    let settings: PackagerSettings
    /// The duration of the file in seconds, if known.
    let duration: Double?

    /// The name of the audio file that the recognizer gets.
    private static let audio = "speech.wav"
    /// The limit of captions in bytes.
    private static let maxBytes = 4 << 20

    /// - Parameters:
    ///   - source: the path of the file.
    ///   - track: the index of the audio stream.
    ///   - language: BCP 47.
    ///   - folder: for temporary files.
    /// - Returns: captions, or nil if nobody speaks.
    /// - Throws: ``PackagerError``, `CancellationError`.
    func captions(_ source: String, track: Int, language: String, folder: URL) async throws -> [UInt8]? {
        let audio = folder.appending(path: Self.audio)
        defer { try? FileManager.default.removeItem(at: audio) }
        try await MediaProgram("ffmpeg", settings: settings, duration: duration, reads: [source], writes: [folder.path]).run(
            ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y", "-protocol_whitelist", "file"]
                + ["-i", FFmpegInput.address(source), "-map", "0:\(track)", "-vn", "-af", "aresample=async=1:first_pts=0"]
                + ["-ac", "1", "-ar", "16000", "-c:a", "pcm_s16le", FFmpegInput.address(audio.path)])
        switch settings.speechRecognition {
        case .off: return nil
        case .pocketSphinx:
            let words = Mutex<[RecognizedWord]>([])
            try await program(SpeechRecognition.pocketSphinxProgram, audio).run(
                ["-infile", audio.path, "-time", "yes", "-logfn", "/dev/null"]
            ) { line in
                guard let word = RecognizedWord(pocketSphinx: line) else { return }
                words.withLock { $0.append(word) }
            }
            let document = CaptionDocument(words.withLock { $0 })
            return document.cues.isEmpty ? nil : document.write(as: .webVTT)?.bytes
        case .command(let command):
            guard let name = command.first else { return nil }
            let output = Mutex<[UInt8]>([])
            try await program(name, audio, command).run(Array(command.dropFirst()) + [audio.path, language]) { line in
                output.withLock { bytes in
                    if bytes.count <= Self.maxBytes { bytes += Array(line.utf8) + [0x0A] }
                }
            }
            let bytes = output.withLock { $0 }
            guard bytes.count <= Self.maxBytes else { throw PackagerError.captions(language, "\(name) wrote more than 4 MiB") }
            return bytes.allSatisfy { $0 == 0x0A || $0 == 0x20 } ? nil : bytes
        }
    }

    private func program(_ name: String, _ audio: URL, _ words: [String] = []) -> MediaProgram {
        var program = MediaProgram(name, settings: settings, reads: [audio.path] + words.filter { $0.hasPrefix("/") })
        // The video is published only afterwards.
        program.timeLimit = max(settings.minRecognitionTime, (duration ?? settings.longestDuration) * 4)
        return program
    }
}
