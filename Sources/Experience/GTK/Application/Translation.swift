// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer
import WindowboxTranslations

/// All texts of this module for users, in the language of the process: LANGUAGE, LC_ALL, LC_MESSAGES, LANG.
let translated = Translator(UserLanguages.ofEnvironment, EmbeddedCatalogues.find)
