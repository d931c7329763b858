// SPDX-License-Identifier: Apache-2.0

await customElements.whenDefined("windowbox-player");
const player = document.querySelector("windowbox-player");
const video = player.shadowRoot.querySelector("video");
watch(video);
globalThis.state = () => ({ time: player.currentTime, error: player.error?.message ?? null, own: player.state?.memory ?? 0 });
globalThis.video = video;
