// SPDX-License-Identifier: Apache-2.0

/// The page to which a provider redirects the browser. It continues automatically.
public struct StudioLanding: Sendable {
    /// The Studio path to which it continues.
    let path: String

    /// - Parameter path: the Studio path to which it continues.
    public init(path: String) { self.path = path }

    public var html: HTML {
        StudioFrame.document(
            title: "Signing in",
            body: """
                <main class="sign-in"><h1>\(StudioFrame.mark)<span>Windowbox <b>Studio</b></span></h1>
                <p role="status">You are being signed in.</p>
                <p><a class="button" href="\(path)">Continue</a></p>
                </main>
                """)
    }
}
