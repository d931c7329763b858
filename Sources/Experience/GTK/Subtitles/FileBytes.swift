// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Reads files by URL or path, including locations mounted by the desktop.
enum FileBytes {
    private static let chunkSize = 1 << 16

    static func name(of address: String) -> String {
        let file = open(address)
        defer { g_object_unref(file.raw) }
        guard let name = g_file_get_basename(file) else { return address }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// Reads a file synchronously.
    /// - Parameters:
    ///   - name: for error messages.
    ///   - limit: maximum number of bytes; larger files are rejected.
    static func read(_ address: String, called name: String, atMost limit: Int) throws(SubtitleFileError) -> [UInt8] {
        let file = open(address)
        defer { g_object_unref(file.raw) }
        // A missing or inaccessible file fails to open with an error; a pipe wouldn't.
        let kind = g_file_query_file_type(file, G_FILE_QUERY_INFO_NONE, nil)
        guard kind == G_FILE_TYPE_REGULAR || kind == G_FILE_TYPE_UNKNOWN else { throw .unreadable(name, translated("it isn’t a file")) }
        var error: UnsafeMutablePointer<GError>?
        guard let stream = g_file_read(file, nil, &error) else { throw .unreadable(name, message(freeing: &error)) }
        defer { g_object_unref(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        while true {
            let count = g_input_stream_read(stream.raw.cast(), &buffer, gsize(chunkSize), nil, &error)
            guard count >= 0 else { throw .unreadable(name, message(freeing: &error)) }
            if count == 0 { return bytes }
            bytes += buffer[..<Int(count)]
            guard bytes.count <= limit else { throw .tooLarge(name) }
        }
    }

    private static func open(_ address: String) -> OpaquePointer {
        address.contains("://") ? g_file_new_for_uri(address) : g_file_new_for_path(address)
    }

    private static func message(freeing error: inout UnsafeMutablePointer<GError>?) -> String {
        defer { g_clear_error(&error) }
        return error.map { String(cString: $0.pointee.message) } ?? translated("unknown reason")
    }
}
