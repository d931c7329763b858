// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The command-line tool for controlling media players.
enum Playerctl {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// - Returns: Its output without the trailing newline.
    static func run(_ player: String, _ words: String...) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["playerctl", "--player", player] + words
        let (output, complaints) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = complaints
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        guard status == 0 else {
            throw Failure(description: String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
        }
        return text.trimmingCharacters(in: .newlines)
    }
}
