// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says on standard error what is waited for, where nothing has come for some seconds: a line that doesn't move looks like a program
/// that hangs.
struct WaitingNote {
    let task: Task<Void, Never>

    /// - Parameters:
    ///   - address: an address or a file.
    ///   - seconds: of patience.
    ///   - isQuiet: nothing is to be said.
    init(for address: String, after seconds: Double = 3, isQuiet: Bool = false, say: @escaping @Sendable (String) -> Void = Self.tell) {
        task = Task {
            guard !isQuiet, (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            say("waiting for \(Self.place(of: address)), which has not answered yet")
        }
    }

    /// The first answer has come, or it is over.
    func end() { task.cancel() }

    @Sendable private static func tell(_ text: String) { FileHandle.standardError.write(Data("windowbox: \(text)\n".utf8)) }

    /// The host of an address with its port; a file's name, whole.
    static func place(of address: String) -> String {
        guard let url = URLComponents(string: address), ["http", "https"].contains(url.scheme?.lowercased()), let host = url.host else {
            return Printable.line(address, limit: 200)
        }
        return Printable.line(url.port.map { "\(host):\($0)" } ?? host, limit: 200)
    }
}
