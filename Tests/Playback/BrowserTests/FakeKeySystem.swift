// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import WindowboxBrowser

/// Encrypted Media Extensions without a browser: sessions whose keys are usable as soon as they have a licence.
struct FakeKeySystem {
    /// Why there is none.
    var refusal: ProtectionRefusal?
    /// The status of keys that a licence has.
    var status = "usable"
    /// The application's keys by their identifiers; nil if it fails when it is asked.
    var applicationKeys: [String: String]? = [:]
    /// Answers requests of licences by their path.
    var answer: (String, [UInt8]) -> [UInt8]? = { _, _ in nil }
    /// What was asked for: the schemes, the sessions' data, and the application's questions.
    private(set) var opened: [String] = []
    private(set) var requests: [String] = []
    private(set) var questions: [[String?]] = []
    private(set) var ended: [Int] = []
    /// The keys that sessions have, by their identifiers, in base64url.
    private(set) var keys: [String: String] = [:]

    private struct License: Decodable {
        struct Entry: Decodable {
            var kty: String
            var kid: String
            var k: String
        }
        var keys: [Entry]
        var type: String
    }

    mutating func perform(_ action: ProtectionAction) -> ProtectionEvent? {
        switch action {
        case .open(let system, let scheme, let video, let audio):
            opened.append(([system, scheme] + video + audio).joined(separator: " "))
            return refusal.map { .refused($0) } ?? .opened
        case .session(let number, let type, let data):
            guard type == "keyids" else { return .failed(number, reason: "TypeError") }
            requests.append(String(decoding: data, as: UTF8.self))
            return .request(number, data)
        case .update(let number, let bytes):
            guard let license = try? JSONDecoder().decode(License.self, from: Data(bytes)), license.type == "temporary" else {
                return .failed(number, reason: "TypeError")
            }
            for entry in license.keys where entry.kty == "oct" { keys[entry.kid] = entry.k }
            let statuses = license.keys.compactMap { entry in
                KeyText.bytes(entry.kid).map { KeyStatus(id: $0, status: status) }
            }
            return .statuses(number, statuses, isUpdated: true)
        case .end(let number):
            ended.append(number)
            return nil
        case .ask(let number, let ids, let format, let url):
            questions.append(ids + [format, url])
            return applicationKeys.map { .keys(number, $0.map { GivenKey(id: $0.key, key: $0.value) }) }
                ?? .failed(number, reason: "Error: no connection")
        }
    }
}
