// SPDX-License-Identifier: Apache-2.0

/// The source file of a video, as a client specifies it: exactly one of these.
public struct PackageFile: Hashable, Sendable {
    public var url: String?
    /// The id of a complete upload.
    public var upload: String?
    /// A key below the business's folder in the import store.
    public var object: String?

    public init(url: String? = nil, upload: String? = nil, object: String? = nil) {
        self.url = url
        self.upload = upload
        self.object = object
    }

    /// The number of sources given.
    public var count: Int { [url, upload, object].count { $0 != nil } }
    /// The error message if that isn't 1.
    public static let rule = "An import has an address, an upload or a key, and one of them alone."
}
