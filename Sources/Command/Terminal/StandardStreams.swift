// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// Files of options and arguments, where `-` stands for standard input or output.
enum StandardStreams {
    static let name = "-"

    /// Checks that no more than one file is standard output, which then has nothing else.
    /// - Throws: `ValidationError`.
    static func validate(outputs: KeyValuePairs<String, String?>) throws {
        guard outputs.count(where: { $0.value == name }) > 1 else { return }
        throw ValidationError("only one of \(outputs.map(\.key).joined(separator: ", ")) can be -, standard output")
    }

    /// A file to write to: the file is created or emptied.
    /// - Throws: ``Failure``.
    static func output(_ path: String) throws -> FileHandle {
        if path == name { return .standardOutput }
        guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
            throw Failure.failed("cannot write \(path)")
        }
        return handle
    }

    /// - Throws: ``Failure``.
    static func write(_ data: Data, to path: String) throws {
        do {
            if path == name {
                try FileHandle.standardOutput.write(contentsOf: data)
            } else {
                try data.write(to: URL(fileURLWithPath: path))
            }
        } catch { throw Failure.failed("cannot write \(path): \(error.localizedDescription)") }
    }

    /// - Throws: if it can't be read.
    static func read(_ path: String) throws -> Data {
        if path == name { return try FileHandle.standardInput.readToEnd() ?? Data() }
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }
}
