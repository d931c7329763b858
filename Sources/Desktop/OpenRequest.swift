// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Options passed along with URLs to the process that is already running.
struct OpenRequest: Codable, Equatable {
    /// Title of the first one.
    var title: String?
    /// Start position of the first one in seconds.
    var start: Double?

    init(title: String? = nil, start: Double? = nil) { (self.title, self.start) = (title, start) }

    /// Other programs send other hints, or none.
    init(hint: String) { self = (try? JSONDecoder().decode(Self.self, from: Data(hint.utf8))) ?? Self() }

    var hint: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

extension LaunchOptions {
    /// Options that an existing window can't handle: measured runs, feeds, ads, other devices.
    var needsOwnProcess: Bool {
        speed != nil || ads != nil || adTimeout != nil || castName != nil || feed != nil || rehearsal != nil || seconds != nil
            || report != nil
    }

    /// Absolute URLs, which don't depend on the current folder.
    var absoluteAddresses: [String] { addresses.map { MediaEntry($0)?.url.absoluteString ?? $0 } }
}
