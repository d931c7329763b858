// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What goes with addresses from one process to the one that runs already.
struct OpenRequest: Codable, Equatable {
    /// Of the first one.
    var title: String?
    /// Seconds at which the first one begins.
    var start: Double?

    init(title: String? = nil, start: Double? = nil) { (self.title, self.start) = (title, start) }

    /// Other programs send words of their own, or none.
    init(hint: String) { self = (try? JSONDecoder().decode(Self.self, from: Data(hint.utf8))) ?? Self() }

    var hint: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

extension LaunchOptions {
    /// Asks for something that a window with something else in it can't do: measured runs, feeds, ads, other devices.
    var needsOwnProcess: Bool {
        speed != nil || ads != nil || adTimeout != nil || castName != nil || feed != nil || rehearsal != nil || seconds != nil
            || report != nil
    }

    /// As another process finds them, whatever folder it was started in.
    var absoluteAddresses: [String] { addresses.map { MediaEntry($0)?.url.absoluteString ?? $0 } }
}
