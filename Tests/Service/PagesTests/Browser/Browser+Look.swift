// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension Browser {
    /// Expects that nothing overflows, controls have names and are large enough to touch, text is readable, and headings skip no level.
    func expectReadable(_ place: Comment) async throws {
        #expect(try await run("return document.documentElement.scrollWidth - innerWidth") == "0", place)
        #expect(try await run(Self.nameless) == "[]", place)
        #expect(try await run(Self.faint) == "[]", place)
        #expect(try await run(Self.small) == "[]", place)
        #expect(try await run(Self.leaps) == "[]", place)
        #expect(try await run("return document.querySelectorAll('main').length") == "1", place)
        try await expectNoViolations(place)
    }

    /// Saves a screenshot in the folder `WINDOWBOX_SCREENSHOTS`, if it is set.
    func keepPicture(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["WINDOWBOX_SCREENSHOTS"].map({ URL(fileURLWithPath: $0) }) else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await screenshot().write(to: folder.appending(path: "\(name).png"))
    }

    /// Controls without a name.
    private static let nameless = """
        return [...document.querySelectorAll('a[href], button, input, select, textarea, video, meter')]
          .filter((e) => e.checkVisibility())
          .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || [...(e.labels ?? [])].some((l) => l.textContent.trim()) || e.title))
          .map((e) => e.outerHTML.slice(0, 80));
        """

    /// Text on a plain background with less contrast than WCAG 2.2 requires (1.4.3).
    private static let faint = """
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const colour = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
        const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
        const ground = (e) => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c[3] > 200) return c; } return [255, 255, 255, 255]; };
        return [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('.stage, .poster, svg, script, [disabled]'))
          .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
          .map((e) => { const s = getComputedStyle(e); const [a, b] = [light(colour(s.color)), light(ground(e))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); const size = parseFloat(s.fontSize);
            const isLarge = size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700; return [ratio, isLarge ? 3 : 4.5, e.textContent.slice(0, 40)]; })
          .filter(([ratio, least]) => ratio < least);
        """

    /// Buttons and fields that are too small: WCAG 2.2 requires 24 pixels (2.5.8), except for links in text.
    private static let small = """
        return [...document.querySelectorAll('button, a.button, nav a, input, select, textarea')]
          .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen') && e.type !== 'range')
          .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80)])
          .filter(([box]) => box.width > 0 && (Math.round(box.width) < 24 || Math.round(box.height) < 24)).map(([box, text]) => text);
        """

    /// Headings that skip a level.
    private static let leaps = """
        const levels = [...document.querySelectorAll('h1, h2, h3, h4')].filter((e) => e.checkVisibility()).map((e) => [Number(e.tagName[1]), e.textContent]);
        return levels.filter(([level], index) => index > 0 && level > levels[index - 1][0] + 1).map(([, text]) => text);
        """
}
