// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// The accessible name, also used by tests.
    @discardableResult
    public func accessibleName(_ name: String) -> Self {
        update(GTK_ACCESSIBLE_PROPERTY_LABEL, name)
        return self
    }

    /// The widget's value as text, if the number alone says little.
    @discardableResult
    public func accessibleValue(_ text: String) -> Self {
        update(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text)
        return self
    }

    /// The accessible role, if the class alone doesn't imply it; set it before the widget is first shown.
    @discardableResult
    public func accessibleRole(_ role: AccessibleRole) -> Self {
        self["accessible-role"] = Int32(role.gtk.rawValue)
        return self
    }

    /// Whether it is selected in a group of alternatives.
    public func accessibleChecked(_ isChecked: Bool) {
        update(
            GTK_ACCESSIBLE_STATE_CHECKED, Int32(isChecked ? GTK_ACCESSIBLE_TRISTATE_TRUE.rawValue : GTK_ACCESSIBLE_TRISTATE_FALSE.rawValue))
    }

    /// Whether the content that the widget expands is shown.
    public func accessibleExpanded(_ isExpanded: Bool) { update(GTK_ACCESSIBLE_STATE_EXPANDED, isExpanded.gboolean) }

    private func update(_ state: GtkAccessibleState, _ number: Int32) {
        var state = state
        var value = GValue()
        // Not the type that GTK documents for these states: it reads an int.
        g_value_init(&value, cgtk_type_int())
        g_value_set_int(&value, number)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
    }

    private func update(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        gtk_accessible_property_init_value(property, &value)
        text.write(to: &value)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }
}

/// Accessible roles.
public enum AccessibleRole: Sendable {
    /// Roles of WAI-ARIA with these names.
    case group, region, image, status, alert, heading, log, list, listItem, dialog, timer
    /// Only for layout.
    case presentation

    var gtk: GtkAccessibleRole {
        switch self {
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .region: GTK_ACCESSIBLE_ROLE_REGION
        case .image: GTK_ACCESSIBLE_ROLE_IMG
        case .status: GTK_ACCESSIBLE_ROLE_STATUS
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .heading: GTK_ACCESSIBLE_ROLE_HEADING
        case .log: GTK_ACCESSIBLE_ROLE_LOG
        case .list: GTK_ACCESSIBLE_ROLE_LIST
        case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
        case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
        case .timer: GTK_ACCESSIBLE_ROLE_TIMER
        case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
        }
    }
}
