// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import WindowboxContract

/// Logs one JSON object per line to standard error.
struct JSONLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    init(logLevel: Logger.Level) { self.logLevel = logLevel }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: [String: JSONValue] = [
            "time": .string(Timestamp.text(Date())), "level": .string(event.level.rawValue), "message": .string(event.message.description),
        ]
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) { line[key] = .string(value.description) }
        guard var data = try? ContractJSON.encode(JSONValue.object(line)) else { return }
        data.append(UInt8(ascii: "\n"))
        // A single write per line, so that lines of several threads don't mix.
        try? FileHandle.standardError.write(contentsOf: data)
    }
}
