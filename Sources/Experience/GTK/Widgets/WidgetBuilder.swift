// SPDX-License-Identifier: Apache-2.0

/// Collects the widgets in a container's braces.
@resultBuilder
@MainActor public enum WidgetBuilder {
    public static func buildExpression(_ widget: Widget) -> [Widget] { [widget] }
    public static func buildBlock(_ widgets: [Widget]...) -> [Widget] { widgets.flatMap(\.self) }
    public static func buildOptional(_ widgets: [Widget]?) -> [Widget] { widgets ?? [] }
    public static func buildEither(first widgets: [Widget]) -> [Widget] { widgets }
    public static func buildEither(second widgets: [Widget]) -> [Widget] { widgets }
    public static func buildArray(_ widgets: [[Widget]]) -> [Widget] { widgets.flatMap(\.self) }
}
