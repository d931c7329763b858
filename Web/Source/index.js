// SPDX-License-Identifier: Apache-2.0
// What an application imports. Importing it defines the element.

export { WindowboxPlayer } from "./element.js";
export { PlayerError } from "./errors.js";
