// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing

@testable import WindowboxFeedViews
@testable import WindowboxGTK

/// One of the variants in which each feed screenshot is taken.
struct GalleryLook: CaseIterable, Sendable {
    var isDark: Bool
    var isWide: Bool
    var language: String
    /// Whether text is twice the usual size, as an accessibility setting.
    var isLarge = false

    static let folder = ProcessInfo.processInfo.environment["WINDOWBOX_GALLERY"]

    static var allCases: [GalleryLook] {
        [true, false].flatMap { isDark in
            [false, true].flatMap { isWide in
                ["en", "ar"].map { GalleryLook(isDark: isDark, isWide: isWide, language: $0) }
            }
        } + large
    }

    private static let large = [(false, false, "de"), (true, false, "ar"), (true, true, "de")].map { isDark, isWide, language in
        GalleryLook(isDark: isDark, isWide: isWide, language: language, isLarge: true)
    }

    /// The size of a page that fills a window.
    var page: (width: Int, height: Int) { isWide ? (1000, 640) : (390, 720) }

    private var suffix: String {
        [isDark ? "dark" : "light", isWide ? "wide" : "narrow", language == "ar" ? "rtl" : "ltr"].joined(separator: "-")
            + (isLarge ? "-large" : "")
    }

    /// Shows a widget in a window and draws it with the window's background.
    @MainActor func take(
        _ name: String, _ view: WindowboxGTK.Widget, width: Int? = nil, height: Int? = nil, until isReady: () async throws -> Bool
    ) async throws {
        GTKStyleSheet.show(dark: isDark)
        let letters = Object(borrowing: gtk_settings_get_default()!.raw)
        let resolution: Property<Int32> = "gtk-xft-dpi"
        letters[resolution] = 96 * 1024 * (isLarge ? 2 : 1)
        defer { letters[resolution] = 96 * 1024 }
        let ground = Box(.vertical) { view.expand(.horizontal, .vertical) }.cssClass("background")
        let isRightToLeft = language == "ar"
        ground.setDirection(rightToLeft: isRightToLeft)
        try await withWindow(ground, width: width ?? page.width, height: height ?? page.height) { _ in
            let isThere = try await isReady()
            #expect(isThere, "\(name)-\(suffix)")
            await settle()
            await rest(seconds: 0.4)
            try #require(await eventually { Pixels(of: ground) != nil })
            let pixels = try #require(Pixels(of: ground))
            try Data(pixels.png ?? []).write(to: URL(filePath: Self.folder!).appending(path: "\(name)-\(suffix).png"))
        }
    }
}
