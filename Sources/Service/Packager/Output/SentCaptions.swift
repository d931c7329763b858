// SPDX-License-Identifier: Apache-2.0

/// Captions uploaded for a video, rewritten as WebVTT.
public struct SentCaptions: Sendable {
    public let bytes: [UInt8]
    /// BCP 47, in its shortest form.
    public let language: String
    /// What is said, without times and styles.
    public let transcript: String

    /// The limit of a file in bytes.
    public static let maxBytes = 4 << 20

    /// - Throws: ``PackagerError`` for invalid captions; ``UploadError`` for an invalid language.
    public init(_ source: [UInt8], language: String) throws {
        guard Self.isLanguage(language) else {
            throw UploadError(.invalidPart, "Enter a language code such as en or pt-BR (BCP 47).")
        }
        // The API accepts only WebVTT.
        let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? source.dropFirst(3) : source[...]
        guard start.starts(with: Array("WEBVTT".utf8)) else {
            throw PackagerError.captions(language, "they don't begin with WEBVTT")
        }
        let text = try PackagedSubtitles(source, name: language, label: language, duration: 0)
        guard let file = text.files().first else { throw PackagerError.captions(language, "the file has no captions") }
        (bytes, self.language, transcript) = (file.bytes, FileLanguage.shortest(language), text.transcript)
    }

    /// Whether it has the form of a language tag (BCP 47).
    public static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), tag.utf8.count <= 35 else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        return first.allSatisfy(isLetter)
            && parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
    }
}
