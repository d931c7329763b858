// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer
import WindowboxTranslations

/// All texts of the app for users, in the language of the process: LANGUAGE, LC_ALL, LC_MESSAGES, LANG. Messages on standard error and
/// technical details are in English.
let translated = Translator(UserLanguages.ofEnvironment, EmbeddedCatalogues.find)
