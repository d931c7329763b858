// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxFeedViews

@Suite("Card sizes of feeds")
struct CardSizeTests {
    @Test("Columns share the width that insets and spacing leave")
    func grid() {
        #expect(CardSize.inGrid(of: 2, width: 230, insets: 10, spacing: 10) == CardSize(width: 100, height: 150))
        #expect(CardSize.inGrid(of: 0, width: 5, insets: 10, spacing: 10) == CardSize(width: 0, height: 0))
    }

    @Test("A row's cards fill its height")
    func row() { #expect(CardSize.inRow(height: 170, insets: 10) == CardSize(width: 100, height: 150)) }
}
