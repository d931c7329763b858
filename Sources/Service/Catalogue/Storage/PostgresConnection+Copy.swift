// SPDX-License-Identifier: Apache-2.0

import CPostgres

extension PostgresConnection {
    /// Reads a table in the text format of `COPY`: one line per row.
    /// - Parameters:
    ///   - statement: `COPY … TO STDOUT`. Its text must contain nothing from outside.
    ///   - take: called with each part of the data.
    /// - Returns: the number of rows.
    func copyOut(_ statement: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Int {
        try begin(statement, expecting: PGRES_COPY_OUT)
        while true {
            var buffer: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(handle, &buffer, 0)
            guard count > 0 else {
                if count == -1 { return try end() }
                throw CatalogueError.unreachable(fault)
            }
            defer { PQfreemem(buffer) }
            do { try take(UnsafeRawBufferPointer(start: buffer, count: Int(count))) } catch {
                // The rest of the data would be taken for the next result.
                disconnect()
                throw error
            }
        }
    }

    /// Fills a table with data in the text format of `COPY`.
    /// - Parameters:
    ///   - statement: `COPY … FROM STDIN`. Its text must contain nothing from outside.
    ///   - next: returns the next part of the data; nil at its end.
    /// - Returns: the number of rows.
    func copyIn(_ statement: String, _ next: () throws -> [UInt8]?) throws -> Int {
        try begin(statement, expecting: PGRES_COPY_IN)
        do {
            while let bytes = try next() {
                let sent = bytes.withUnsafeBytes { buffer in
                    buffer.withMemoryRebound(to: CChar.self) { PQputCopyData(handle, $0.baseAddress, Int32($0.count)) }
                }
                guard sent == 1 else { throw CatalogueError.unreachable(fault) }
            }
        } catch {
            disconnect()
            throw error
        }
        guard PQputCopyEnd(handle, nil) == 1 else { throw CatalogueError.unreachable(fault) }
        return try end()
    }

    private var fault: String { String(cString: PQerrorMessage(handle)).split(separator: "\n").joined(separator: " ") }

    private func begin(_ statement: String, expecting status: ExecStatusType) throws {
        let result = PQexec(handle, statement)
        defer { PQclear(result) }
        guard PQresultStatus(result) != status else { return }
        try check(result)
        throw CatalogueError.failed("\(statement) copies nothing", state: "")
    }

    private func end() throws -> Int {
        var rows = 0
        var fault: (any Error)?
        while let result = PQgetResult(handle) {
            do {
                try check(result)
                rows += Int(String(cString: PQcmdTuples(result))) ?? 0
            } catch let error { fault = fault ?? error }
            PQclear(result)
        }
        if let fault { throw fault }
        return rows
    }
}
