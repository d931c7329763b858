// SPDX-License-Identifier: Apache-2.0
import { data } from "./page.js";

/// What the service answers when it refuses: its code, and what it says.
export class ServiceError extends Error {
  constructor(status, error) {
    super(error?.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = error?.code ?? "unreachable";
    this.field = error?.field;
  }
}

/// Milliseconds after which an unanswered request counts as failed.
const patience = 30000;

/// One request. JSON comes back, or null where there is none.
export async function request(method, path, { token, body, headers = {}, signal = AbortSignal.timeout?.(patience), keepalive } = {}) {
  const fields = { ...headers };
  if (token) fields.Authorization = `Bearer ${token}`;
  if (body !== undefined) fields["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers: fields, body: body === undefined ? undefined : JSON.stringify(body), signal, keepalive });
  } catch (fault) { throw fault.name === "AbortError" ? fault : new ServiceError(0, null); }
  const isJSON = (answer.headers.get("Content-Type") ?? "").includes("json");
  const value = isJSON ? await answer.json().catch(() => null) : null;
  if (!answer.ok) throw new ServiceError(answer.status, value?.error);
  return value;
}

// Without storage (a frame of a strict browser) a guest lasts as long as the page.
function kept(name) { try { return localStorage.getItem(name); } catch { return null; } }
function keep(name, value) { try { localStorage.setItem(name, value); } catch { /* it lasts as long as the page */ } }

export function uniqueID() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64; b[8] = (b[8] & 63) | 128;
  const hex = [...b].map((n) => n.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// One token serves all pages of a tab for as long as it is good.
const store = `windowbox-guest-${data.app}`;
const secret = `windowbox-guest-secret-${data.app}`;
let guest = null;
let asking = null;
try { guest = JSON.parse(sessionStorage.getItem(store)); } catch { /* a new one is asked for */ }

/// The guest's token, asked for once and again shortly before it runs out.
export async function guestToken() {
  if (guest && guest.until > Date.now()) return guest.token;
  asking ??= (async () => {
    const device = kept("windowbox-device") ?? uniqueID();
    keep("windowbox-device", device);
    const proof = kept(secret) ?? undefined;
    const told = await request("POST", "/v1/auth/guest", { body: { app_id: data.app, package_id: data.package, device_id: device, guest_secret: proof } });
    if (told.guest_secret) keep(secret, told.guest_secret);
    guest = { token: told.access_token, until: Date.now() + (told.expires_in - 30) * 1000 };
    try { sessionStorage.setItem(store, JSON.stringify(guest)); } catch { /* it lasts as long as the page */ }
    return guest.token;
  })().finally(() => { asking = null; });
  return asking;
}

/// What is at hand of the token without asking, for what is sent while the page goes away.
export const tokenAtHand = () => (guest && guest.until > Date.now() ? guest.token : null);

/// A request of the guest. A token that is no longer good is asked for anew, once.
export async function call(method, path, options = {}) {
  try {
    return await request(method, path, { ...options, token: await guestToken() });
  } catch (fault) {
    if (fault.status !== 401 || !guest) throw fault;
    guest = null;
    return await request(method, path, { ...options, token: await guestToken() });
  }
}
