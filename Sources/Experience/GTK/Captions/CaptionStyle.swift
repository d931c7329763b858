// SPDX-License-Identifier: Apache-2.0

/// What captions look like: one value for all of a view.
public struct CaptionStyle: Hashable, Sendable {
    /// How letters stand out from a picture.
    public enum Edge: Hashable, Sendable, CaseIterable {
        case none, outline, shadow
    }

    /// A family or a list of them, as Pango takes it; nil is the sans serif of the desktop.
    public var fontFamily: String?
    /// The height of a line of text as a share of the picture's height.
    public var lineHeight: Double
    public var color: Color
    /// Behind the text.
    public var background: Color
    public var edge: Edge

    public init(
        fontFamily: String? = nil, lineHeight: Double = 0.06, color: Color = .white(alpha: 1),
        background: Color = Color(red: 0, green: 0, blue: 0, alpha: 0.72), edge: Edge = .none
    ) {
        self.fontFamily = fontFamily
        self.lineHeight = lineHeight
        self.color = color
        self.background = background
        self.edge = edge
    }
}
