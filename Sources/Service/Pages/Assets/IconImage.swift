// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// The page's mark, in tabs and bookmarks.
    static let iconImage = #"""
        <!-- SPDX-License-Identifier: Apache-2.0 -->
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#ff5d5d"/><stop offset="1" stop-color="#9b3df5"/></linearGradient></defs>
        <rect width="64" height="64" rx="15" fill="url(#g)"/><path d="M18 14h28a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4z"
        fill="none" stroke="#fff" stroke-width="4"/><path d="M27 23v18l15-9z" fill="#fff"/></svg>
        """#
}
