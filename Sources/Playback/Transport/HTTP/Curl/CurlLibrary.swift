// SPDX-License-Identifier: Apache-2.0

import CCurl

/// libcurl, loaded on first use.
// @unchecked: addresses of functions in a library that stays loaded. They are never changed.
struct CurlLibrary: @unchecked Sendable {
    let functions: UnsafePointer<windowbox_curl>

    /// Loaded once per process.
    static let loaded = Result { () throws(CurlMissing) in try CurlLibrary() }

    private init() throws(CurlMissing) {
        let table = UnsafeMutablePointer<windowbox_curl>.allocate(capacity: 1)
        if let missing = windowbox_curl_load(table) {
            table.deallocate()
            throw CurlMissing(name: String(cString: missing))
        }
        functions = UnsafePointer(table)
        let code = windowbox_curl_global_init(functions)
        if code != CURLE_OK { throw CurlMissing(name: "libcurl") }
    }
}

/// libcurl, or one of its functions, isn't installed.
struct CurlMissing: Error {
    let name: String
}
