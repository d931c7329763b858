// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxContract

/// Sends a table while its rows are read, so that it is never in memory as a whole.
struct TableWriter {
    private var table: SpreadsheetText
    private var writer: any ResponseBodyWriter
    /// Bytes that are sent at once.
    private static let piece = 1 << 16

    init(columns: [String], to writer: any ResponseBodyWriter) {
        table = SpreadsheetText(columns: columns)
        self.writer = writer
    }

    mutating func add(_ cells: [String?]) async throws {
        table.add(cells)
        if table.text.utf8.count >= Self.piece { try await writer.write(ByteBuffer(string: table.take())) }
    }

    mutating func end() async throws {
        try await writer.write(ByteBuffer(string: table.take()))
        try await writer.finish(nil)
    }
}

extension Response {
    /// A table as a file to save.
    static func table(_ table: SpreadsheetText, named name: String) -> Response {
        .table(.bytes(ByteBuffer(string: table.text)), named: name)
    }

    /// A table of any length. If its rows can't be read to the end, the connection is closed, so that the file isn't taken for complete.
    static func table(
        _ columns: [String], named name: String, rows: @escaping @Sendable (inout TableWriter) async throws -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            var table = TableWriter(columns: columns, to: writer)
            try await rows(&table)
            try await table.end()
        }
        return .table(.stream(body), named: name)
    }

    private static func table(_ content: Content, named name: String) -> Response {
        var response = Response(status: 200, content: content)
        response.fields[.contentType] = "text/csv; charset=utf-8; header=present"
        response.fields[.contentDisposition] = "attachment; filename=\"\(name).csv\""
        response.fields[.cacheControl] = "no-store"
        return response
    }
}
