// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Parses `multipart/form-data` (RFC 7578, RFC 2046 5.1) from chunks of any size, with bounded memory.
struct MultipartReader: Sendable {
    enum Piece: Hashable, Sendable {
        /// A part begins.
        case part(name: String, fileName: String?)
        case bytes(ArraySlice<UInt8>)
        case partEnd
    }

    private enum State { case preamble, afterBoundary, headers, body, end }

    private let delimiter: [UInt8]
    private var state = State.preamble
    private var rest: [UInt8]
    private var parts = 0
    private static let maxHeaderBytes = 8192
    private static let maxParts = 64

    /// - Parameter boundary: the boundary in `Content-Type`.
    init(boundary: String) throws(APIError) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw APIError(.invalidField, "The form's boundary is missing or invalid.", field: "Content-Type")
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary isn't preceded by a line break.
        rest = [0x0D, 0x0A]
    }

    /// Whether the final boundary was read.
    var isAtEnd: Bool { state == .end }

    mutating func read(_ bytes: some Collection<UInt8>) throws(APIError) -> [Piece] {
        if state == .end { return [] }
        rest.append(contentsOf: bytes)
        var pieces: [Piece] = []
        while try step(&pieces) {}
        return pieces
    }

    /// - Returns: false when more bytes are needed.
    private mutating func step(_ pieces: inout [Piece]) throws(APIError) -> Bool {
        switch state {
        case .end: return false
        case .preamble, .body:
            let isBody = state == .body
            guard let found = find(delimiter) else {
                // The tail may be the start of a boundary.
                let safe = rest.count - (delimiter.count - 1)
                if safe > 0 {
                    if isBody { pieces.append(.bytes(rest[..<safe])) }
                    rest.removeFirst(safe)
                }
                return false
            }
            if isBody {
                if found > 0 { pieces.append(.bytes(rest[..<found])) }
                pieces.append(.partEnd)
            }
            rest.removeFirst(found + delimiter.count)
            state = .afterBoundary
            return true
        case .afterBoundary:
            if rest.starts(with: [0x2D, 0x2D]) {
                state = .end
                rest = []
                return false
            }
            guard let line = find([0x0D, 0x0A]) else {
                guard rest.count < 256 else { throw Self.malformed("A boundary is not at the end of its line.") }
                return false
            }
            guard rest[..<line].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
                throw Self.malformed("A boundary is not at the end of its line.")
            }
            parts += 1
            guard parts <= Self.maxParts else { throw Self.malformed("It has more than \(Self.maxParts) parts.") }
            // Keeps the line break: a part without headers begins with an empty line.
            rest.removeFirst(line)
            state = .headers
            return true
        case .headers:
            guard let end = find([0x0D, 0x0A, 0x0D, 0x0A]) else {
                guard rest.count <= Self.maxHeaderBytes else { throw Self.malformed("The headers of a part are too long.") }
                return false
            }
            guard end <= Self.maxHeaderBytes else { throw Self.malformed("The headers of a part are too long.") }
            pieces.append(try Self.part(String(decoding: rest[..<end], as: UTF8.self)))
            rest.removeFirst(end + 4)
            state = .body
            return true
        }
    }

    private func find(_ word: [UInt8]) -> Int? {
        guard rest.count >= word.count else { return nil }
        return rest.withUnsafeBufferPointer { rest in
            var start = 0
            while start <= rest.count - word.count {
                if rest[start] == word[0], rest[start..<start + word.count].elementsEqual(word) { return start }
                start += 1
            }
            return nil
        }
    }

    private static func part(_ headers: String) throws(APIError) -> Piece {
        for line in headers.split(separator: "\r\n") {
            let words = line.split(separator: ":", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "content-disposition" else { continue }
            guard MediaTypeCheck.name(String(words[1])) == "form-data", let name = MediaTypeCheck.parameter("name", of: String(words[1]))
            else {
                break
            }
            return .part(name: name, fileName: MediaTypeCheck.parameter("filename", of: String(words[1])))
        }
        throw malformed("A part has no Content-Disposition with a name.")
    }

    private static func malformed(_ cause: String) -> APIError { APIError(.invalidField, "The body is not a valid form: \(cause)") }
}
