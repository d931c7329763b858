// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints what is being waited for on standard error if nothing arrives for some seconds, so that the program does not seem to hang.
struct WaitingMessage {
    let task: Task<Void, Never>

    /// - Parameters:
    ///   - address: A URL or a file.
    ///   - seconds: The delay before the message.
    ///   - isQuiet: Whether to print nothing.
    init(for address: String, after seconds: Double = 3, isQuiet: Bool = false, report: @escaping @Sendable (String) -> Void = Self.write) {
        task = Task {
            guard !isQuiet, (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            report("waiting for a response from \(Self.host(of: address))")
        }
    }

    /// Cancels the message, when the first response has arrived or the work is over.
    func end() { task.cancel() }

    @Sendable private static func write(_ text: String) { FileHandle.standardError.write(Data("windowbox: \(text)\n".utf8)) }

    /// The host and port of a URL; the complete name of a file.
    static func host(of address: String) -> String {
        guard let url = URLComponents(string: address), ["http", "https"].contains(url.scheme?.lowercased()), let host = url.host else {
            return TerminalText.line(address, limit: 200)
        }
        return TerminalText.line(url.port.map { "\(host):\($0)" } ?? host, limit: 200)
    }
}
