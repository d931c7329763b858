// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension Browser {
    /// Expects that axe-core finds no violation of WCAG 2.2 AA, nor of its own rules, if `WINDOWBOX_AXE` names its script, as `Scripts/axe.sh`
    /// does.
    func expectNoViolations(_ place: Comment) async throws {
        guard let file = ProcessInfo.processInfo.environment["WINDOWBOX_AXE"] else { return }
        _ = try await run(try String(contentsOfFile: file, encoding: .utf8))
        _ = try await run(
            """
            window.violations = null;
            axe.run(document, { resultTypes: ['violations'] }).then(
              ({ violations }) => { window.violations = violations; }, (fault) => { window.violations = [{ id: String(fault), nodes: [] }]; });
            """)
        try await wait(for: "return window.violations !== null")
        let found = try await run(
            "return window.violations.flatMap(({ id, help, nodes }) => nodes.length > 0 ? nodes.slice(0, 5).map((n) => `${id}: ${help}: ${n.html.slice(0, 160)} ${n.failureSummary.replace(/\\s+/g, ' ').slice(0, 300)}`) : [id])"
        )
        #expect(found == "[]", place)
    }
}
