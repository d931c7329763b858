// SPDX-License-Identifier: Apache-2.0

/// Icons for buttons: 24 by 24, drawn with strokes in the text colour.
public enum PageIcon: String, Sendable, CaseIterable {
    case play, pause, captions, sound, soundOff, settings, share, fullScreen, heart, send, viewers, calendar, cart, close, more, back
    case check, plus, trash, upload, pin, chart, film, list, tag, megaphone, poll, key, edit, search, flag, comment

    /// A reference to the icon, hidden from assistive technology.
    public var html: HTML { "<svg class=\"icon\" aria-hidden=\"true\" focusable=\"false\"><use href=\"#icon-\(rawValue)\"></use></svg>" }

    /// The definitions of all icons, included once per page.
    static let sprite: HTML = {
        let symbols = allCases.map { icon in
            HTML("<symbol id=\"icon-\(icon.rawValue)\" viewBox=\"0 0 24 24\">") + icon.shape + "</symbol>"
        }
        return "<svg class=\"sprite\" aria-hidden=\"true\" focusable=\"false\">\(symbols)</svg>"
    }()

    private var shape: HTML {
        switch self {
        case .play: "<path class=\"fill\" d=\"M7 4.5v15l12.5-7.5z\"/>"
        case .pause: "<path class=\"fill\" d=\"M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z\"/>"
        case .captions:
            "<rect x=\"2.5\" y=\"5\" width=\"19\" height=\"14\" rx=\"2.5\"/><path d=\"M10.5 10.3a2.4 2.4 0 1 0 0 3.4M17.3 10.3a2.4 2.4 0 1 0 0 3.4\"/>"
        case .sound: "<path d=\"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11\"/>"
        case .soundOff: "<path d=\"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5\"/>"
        case .settings: "<path d=\"M4 7h9M17 7h3M4 17h3M11 17h9\"/><circle cx=\"15\" cy=\"7\" r=\"2\"/><circle cx=\"9\" cy=\"17\" r=\"2\"/>"
        case .share: "<path d=\"M12 15V4M8 7.5 12 3.5l4 4M5 12v7.5h14V12\"/>"
        case .fullScreen: "<path d=\"M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5\"/>"
        case .heart: "<path d=\"M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z\"/>"
        case .send: "<path d=\"M4 12 20 4.5 15.5 20l-3-6.5zM12.5 13.5 20 4.5\"/>"
        case .viewers:
            "<path d=\"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z\"/><circle cx=\"12\" cy=\"12\" r=\"2.8\"/>"
        case .calendar: "<rect x=\"3.5\" y=\"5\" width=\"17\" height=\"15.5\" rx=\"2\"/><path d=\"M3.5 10h17M8 2.8V7M16 2.8V7\"/>"
        case .cart: "<path d=\"M6.5 8h11l1.3 12.5H5.2zM9 8V6.5a3 3 0 0 1 6 0V8\"/>"
        case .close: "<path d=\"m6 6 12 12M18 6 6 18\"/>"
        case .more:
            "<circle class=\"fill\" cx=\"5\" cy=\"12\" r=\"1.7\"/><circle class=\"fill\" cx=\"12\" cy=\"12\" r=\"1.7\"/><circle class=\"fill\" cx=\"19\" cy=\"12\" r=\"1.7\"/>"
        case .back: "<path d=\"M14.5 5 8 12l6.5 7\"/>"
        case .check: "<path d=\"m5 12.5 4.8 4.8L19.5 7\"/>"
        case .plus: "<path d=\"M12 5v14M5 12h14\"/>"
        case .trash: "<path d=\"M4 6.5h16M9.5 6V3.5h5V6M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6\"/>"
        case .upload: "<path d=\"M12 16V5M7.5 9 12 4.5 16.5 9M4 16v4h16v-4\"/>"
        case .pin: "<path d=\"M9 3.5h6l-1 6 3.5 4h-11l3.5-4zM12 13.5v7\"/>"
        case .chart: "<path d=\"M4 4v16h16M8.5 16v-4M13 16V7M17.5 16v-6.5\"/>"
        case .film:
            "<rect x=\"3.5\" y=\"5\" width=\"17\" height=\"14\" rx=\"2\"/><path d=\"M7.5 5v14M16.5 5v14M3.5 9.7h4M3.5 14.3h4M16.5 9.7h4M16.5 14.3h4\"/>"
        case .list: "<path d=\"M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1\"/>"
        case .tag: "<path d=\"M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16\"/>"
        case .megaphone: "<path d=\"M4 10v4h3l10 5V5L7 10zM20 9.5v5M8 14.5l1.3 5h2.6\"/>"
        case .poll: "<path d=\"M4 5.5h16M4 12h10M4 18.5h6\"/>"
        case .key: "<circle cx=\"8\" cy=\"15\" r=\"4\"/><path d=\"m11 12 8.5-8.5M16 7l3 3\"/>"
        case .edit: "<path d=\"M4 20l1-4.5L16 4.5l3.5 3.5-11 11zM13.5 7l3.5 3.5\"/>"
        case .flag: "<path d=\"M5.5 21V4M5.5 4.5c4-2 8 2 13 0v9c-5 2-9-2-13 0\"/>"
        case .comment:
            "<path d=\"M12 4.5c5 0 8.5 3 8.5 7s-3.5 7-8.5 7c-1.2 0-2.3-.2-3.3-.5L4.5 20l1-3.6c-1.3-1.2-2-2.9-2-4.9 0-4 3.5-7 8.5-7z\"/>"
        case .search: "<circle cx=\"10.5\" cy=\"10.5\" r=\"6\"/><path d=\"m15 15 5.5 5.5\"/>"
        }
    }
}
