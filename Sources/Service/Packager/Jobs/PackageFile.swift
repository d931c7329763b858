// SPDX-License-Identifier: Apache-2.0

/// Where the file of a video is, as a client says it: one of these, and no other.
public struct PackageFile: Hashable, Sendable {
    public var url: String?
    /// The id of an upload that is complete.
    public var upload: String?
    /// A key below the folder of the business, in the store that imports are taken from.
    public var object: String?

    public init(url: String? = nil, upload: String? = nil, object: String? = nil) {
        self.url = url
        self.upload = upload
        self.object = object
    }

    /// How many ways it says.
    public var count: Int { [url, upload, object].count { $0 != nil } }
    /// What is wrong with another number of them.
    public static let rule = "An import has an address, an upload or a key, and one of them alone."
}
