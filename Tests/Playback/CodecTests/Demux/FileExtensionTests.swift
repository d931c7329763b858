// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("File extensions")
struct FileExtensionTests {
    @Test(
        "The extension is that of the file's name, without query and fragment",
        arguments: [
            ("http://host/a/b.G722?token=x.mp4#t=1.5", "g722"), ("file:///a.b/c.al", "al"), ("/a/b.sb", "sb"), ("b.ub", "ub"),
            ("http://host/b.tar.gz", "gz"), ("/a/what?.sb", "sb"),
        ])
    func found(address: String, expected: String) { #expect(FileExtension.of(address) == expected) }

    @Test(
        "Names without an extension, and those that are no extension of a file, have none",
        arguments: ["http://host.com", "http://host.com?a.b", "/a.b/c", "/a/.hidden", "/a/b.", "/a/b.%30d", "/a/b.extension-of-text", ""])
    func none(address: String) { #expect(FileExtension.of(address) == nil) }
}
