// SPDX-License-Identifier: Apache-2.0
const token = document.querySelector('meta[name="studio-token"]')?.content ?? '';

/** The service refused a request, or could not be reached (status 0). `wait` is in seconds. */
class Fault extends Error {
  constructor(detail, status, wait) {
    super(detail.message);
    this.code = detail.code ?? '';
    this.field = detail.field ?? '';
    this.status = status;
    this.wait = wait;
  }
}

/** The header with the session's token, which no page of another site can send. */
export const authority = {'X-Studio-Token': token};

/** The error that a response reports. */
export function fault(status, text, wait) {
  let detail = {message: `The service reported an error (${status}).`};
  try { detail = JSON.parse(text).error ?? detail; } catch { /* without JSON the status has to do */ }
  if (status === 401) detail.message = 'You are signed out. Sign in again in another tab, then try again.';
  return new Fault(detail, status, Number(wait) || 0);
}

/**
 * Takes over the session of a sign-in in another tab.
 * @returns whether there was one
 */
export async function renew() {
  try {
    const response = await fetch('/studio/session');
    if (!response.ok) return false;
    const {token: other} = await response.json();
    if (other === authority['X-Studio-Token']) return false;
    authority['X-Studio-Token'] = other;
    return true;
  } catch { return false; }
}

/**
 * Sends a request to the API.
 * @param body sent as JSON; a Blob is sent as it is; undefined: no body
 * @returns the JSON of the response, or else its text
 * @throws a Fault, or an AbortError when the signal was aborted
 */
export async function call(method, path, body, more = {}) {
  const headers = {...authority, ...more.headers};
  const request = {method, headers, signal: more.signal};
  if (body instanceof Blob) {
    headers['Content-Type'] = more.type ?? (body.type || 'application/octet-stream');
    request.body = body;
  } else if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Fault({message: 'The service is not responding. Check your connection, then try again.'}, 0, 0);
  }
  if (response.status === 401 && !more.isAgain && await renew()) return call(method, path, body, {...more, isAgain: true});
  const text = await response.text();
  if (!response.ok) throw fault(response.status, text, response.headers.get('Retry-After'));
  return text && response.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

const said = document.getElementById('said');

/** Shows a message on the page, and announces it to screen readers. */
export function say(text, isFault = false) {
  if (!said) return;
  said.textContent = text;
  said.classList.toggle('fault', isFault);
}

/** Shows a message on the next page. */
export function sayNext(text) { sessionStorage.setItem('studio-said', text); }

const waiting = sessionStorage.getItem('studio-said');
if (waiting) {
  sessionStorage.removeItem('studio-said');
  say(waiting);
}

let isClosing = false;
// The page is still open after a cancelled navigation, and again when the user comes back to it.
for (const name of ['pageshow', 'pointerdown', 'keydown']) window.addEventListener(name, () => { isClosing = false; });
window.addEventListener('beforeunload', () => { isClosing = true; });

/** @returns whether another page is being loaded: a response that arrives now must not interrupt that */
export function isLeaving() { return isClosing; }

/**
 * Asks for confirmation.
 * @param verb text of the button that confirms
 * @param refusal text of the button that does not
 * @returns whether it was confirmed
 */
export function ask(question, verb, refusal = 'Cancel') {
  const dialog = document.getElementById('ask');
  dialog.querySelector('p').textContent = question;
  const [yes, no] = dialog.querySelectorAll('button');
  yes.textContent = verb;
  no.textContent = refusal;
  return new Promise(resolve => {
    let answer = false;
    yes.onclick = () => { answer = true; dialog.close(); };
    no.onclick = () => dialog.close();
    dialog.onclose = () => resolve(answer);
    dialog.showModal();
    no.focus();
  });
}

/** Shows times in the browser's time zone. */
export function localTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.valueOf())) continue;
    time.textContent = date.toLocaleString(undefined, {dateStyle: 'medium', timeStyle: 'short'});
    time.title = time.dateTime;
  }
}
