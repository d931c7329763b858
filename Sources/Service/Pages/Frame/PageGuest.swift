// SPDX-License-Identifier: Apache-2.0

/// The app as whose guests the scripts of a page use the API.
public struct PageGuest: Sendable {
    public var app = ""
    /// The package that the app knows the pages by.
    public var package = ""

    public init(app: String = "", package: String = "") {
        self.app = app
        self.package = package
    }
}
