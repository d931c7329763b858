// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Posters for live streams that have none.
    static let streamImages = [
        PageAsset("stream-portrait.svg", streamImage(width: 360, height: 640)),
        PageAsset("stream-landscape.svg", streamImage(width: 640, height: 360)),
    ]

    private static func streamImage(width: Int, height: Int) -> String {
        let middle = "translate(\(width / 2) \(height / 2))"
        return """
            <!-- SPDX-License-Identifier: Apache-2.0 -->
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#3a1d63"/><stop offset="1" stop-color="#140c20"/>
            </linearGradient></defs><rect width="\(width)" height="\(height)" fill="url(#g)"/>
            <g transform="\(middle)" fill="none" stroke="#d9c4ff" stroke-width="7" stroke-linecap="round" opacity=".8"><circle r="13" fill="#d9c4ff" stroke="none"/>
            <path d="M-26 -26a37 37 0 0 0 0 52M26 -26a37 37 0 0 1 0 52M-47 -47a66 66 0 0 0 0 94M47 -47a66 66 0 0 1 0 94"/></g></svg>
            """
    }
}
