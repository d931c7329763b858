// SPDX-License-Identifier: Apache-2.0
import {ask, call, isLeaving, say, sayNext} from './studio-api.js';
import {check, isOff} from './studio-check.js';
import {fieldValue, localMoment, namesIn, namesOf, put, rowIn} from './studio-fields.js';
import {settle, touch} from './studio-leave.js';
import {route} from './routes.js';

/** A new random id. */
function newID() {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => letters[byte % 36]).join('');
}

/** The value of a field in the format of the service. */
function value(field) {
  if (field.value === '$new') return newID();
  const {kind, shown, moment} = field.dataset;
  return fieldValue(kind, field.value, {isChecked: field.checked, shown, moment});
}

const own = (root, list) => [...root.querySelectorAll('[name][data-kind]')].filter(
  field => field.closest('[data-list]') === list && field.dataset.kind !== 'none' && !isOff(field));

function items(list) {
  const found = [...list.querySelectorAll(':scope > ol > li')];
  return found.map((item, index) => {
    if (item.dataset.value !== undefined) return item.dataset.value;
    const object = JSON.parse(item.dataset.item ?? '{}');
    for (const key of Object.keys(object)) if (object[key] === '$new') object[key] = newID();
    item.dataset.item = JSON.stringify(object);
    for (const field of own(item, list)) put(object, namesIn(field.name).slice(1), value(field));
    if ('position' in object) object.position = index;
    return object;
  });
}

/** The values of a form, as the body of a request. */
export function collect(form) {
  const result = {};
  for (const field of own(form, null)) {
    if (field.dataset.skipEmpty !== undefined && field.value === '') continue;
    put(result, field.name.split('.'), value(field));
  }
  for (const group of form.querySelectorAll('[data-object]')) {
    const name = group.dataset.object;
    // The service replaces objects as a whole, so members that the page doesn't show are sent as they were.
    if (group.dataset.base) { result[name] = {...JSON.parse(group.dataset.base), ...result[name]}; continue; }
    const texts = [...group.querySelectorAll('input')];
    if (texts.every(field => field.value.trim() === '')) result[name] = null;
  }
  for (const list of form.querySelectorAll('[data-list]')) if (!isOff(list)) put(result, list.dataset.list.split('.'), items(list));
  return result;
}

function clear(form) {
  for (const place of form.querySelectorAll('.fault')) { place.hidden = true; place.textContent = ''; }
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
}

/** The field that an error is about, and the element for its message: for `hashtags[3]` the field `hashtags`. */
function place(form, path) {
  const row = rowIn(path);
  if (row) {
    const list = form.querySelector(`[data-list="${CSS.escape(row.list)}"]`);
    const item = list?.querySelectorAll(':scope > ol > li')[row.index];
    const field = item && row.member && own(item, list).find(one => namesIn(one.name).slice(1).join('.') === row.member);
    if (field) return {field, text: field.closest('.field').querySelector('.fault')};
    if (item) return {field: item.querySelector('.grip'), text: list.querySelector(':scope > .fault')};
  }
  for (const name of namesOf(path)) {
    const field = form.querySelector(`[name="${CSS.escape(name)}"]`);
    const text = field?.closest('.field')?.querySelector('.fault');
    if (text) return {field, text};
    const list = form.querySelector(`[data-list="${CSS.escape(name)}"]`);
    if (list) return {field: list.querySelector('button'), text: list.querySelector(':scope > .fault')};
  }
  return {field: null, text: form.querySelector('.fault.general')};
}

/** The quoted word that an error is about, when one field holds several; otherwise empty. */
function word(field, path) {
  const index = path.match(/\[(\d+)\]$/u)?.[1];
  const words = index !== undefined && ['words', 'lines'].includes(field?.dataset?.kind) ? value(field) : [];
  return words[index] === undefined ? '' : `“${words[index]}”: `;
}

export function showFault(form, error) {
  const {field, text} = place(form, error.field ?? '');
  const isNamed = field !== null || !error.field;
  text.textContent = word(field, error.field ?? '') + (isNamed ? '' : `${error.field}: `) + error.message;
  text.hidden = false;
  if (field?.matches('input, select, textarea')) field.setAttribute('aria-invalid', 'true');
  (field ?? text).focus?.();
  if (!field) text.scrollIntoView({block: 'center'});
}

/**
 * Continues after a successful request.
 * @param then from the form: `reload`, `stay`, `clear`, `tell MEMBER PATH` or the path of the next page
 */
function proceed(then, result, form, done = 'Saved.') {
  // A user who left meanwhile is not brought back.
  if (isLeaving() && !then.startsWith('tell ')) { sayNext(done); return; }
  if (then === 'reload') { sayNext(done); location.reload(); return; }
  if (then === 'stay' || then === 'clear') {
    if (then === 'clear') {
      form.reset();
      for (const item of form.querySelectorAll('[data-list] > ol > li')) item.remove();
      form.dispatchEvent(new CustomEvent('studio-added', {bubbles: true}));
    }
    say(done);
    document.dispatchEvent(new CustomEvent('studio-changed'));
    return;
  }
  const words = then.split(' ');
  const path = words.at(-1).replace('{id}', result?.id ?? '');
  if (words[0] === 'tell') {
    showSecret(form, result[words[1]], path);
    return;
  }
  sayNext(done);
  location.assign(path);
}

/** Shows a secret that can't be shown again, in place of the form. */
function showSecret(form, secret, path) {
  const note = document.createElement('div');
  note.className = 'note';
  note.tabIndex = -1;
  const text = document.createElement('p');
  text.textContent = form.dataset.notice ?? 'This secret signs the events. It is shown only once:';
  const code = document.createElement('code');
  code.textContent = secret;
  const on = document.createElement('p');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = 'I have saved it';
  on.append(link);
  note.append(text, code, on);
  form.replaceWith(note);
  note.focus();
}

/** A live stream belongs to a video, which is created first and deleted when the stream can't be created. */
async function withVideo(body, send) {
  if (body.video_id !== '$video') return send(body);
  const video = await call('POST', route('createVideo'), {
    channel_id: body.channel_id, caption: body.title, description: body.description, type: 'livestream',
    orientation: body.orientation, published_at: new Date().toISOString(),
  });
  try {
    return await send({...body, video_id: video.id});
  } catch (error) {
    await call('DELETE', route('deleteVideo', video.id)).catch(() => {});
    throw error;
  }
}

async function submit(form) {
  clear(form);
  if (!check(form)) return;
  settle(form);
  let path = form.dataset.path;
  const {method, then} = form.dataset;
  try {
    if (form.dataset.file !== undefined) {
      const file = form.querySelector('input[type=file]').files[0];
      if (!file) { touch(form); showFault(form, {message: 'Choose a file.'}); return; }
      for (const field of form.querySelectorAll('[data-place]')) {
        path = path.replace(`{${field.dataset.place}}`, encodeURIComponent(field.value.trim()));
      }
      proceed(then, await call(method, path, file, {type: form.dataset.file || file.type}), form);
      return;
    }
    // A new resource must not replace an existing one.
    const more = method === 'POST' ? {headers: {'If-None-Match': '*'}} : {};
    proceed(then, await withVideo(collect(form), body => call(method, path, body, more)), form);
  } catch (error) { touch(form); showFault(form, error); }
}

async function press(button) {
  const {method, path, then, question} = button.dataset;
  if (question && !await ask(question, button.textContent)) return;
  const body = button.dataset.body?.replaceAll('$now', new Date().toISOString());
  button.disabled = true;
  try {
    proceed(then, await call(method, path, body === undefined ? undefined : JSON.parse(body)), button, 'Done.');
  } catch (error) {
    say(error.message, true);
  } finally { button.disabled = false; }
}

async function once(element, work) {
  if (element.dataset.busy) return;
  element.dataset.busy = 'yes';
  element.setAttribute('aria-busy', 'true');
  try { await work(element); } finally {
    delete element.dataset.busy;
    element.removeAttribute('aria-busy');
  }
}

document.addEventListener('submit', event => {
  if (!event.target.dataset.path) return;
  event.preventDefault();
  once(event.target, submit);
});
document.addEventListener('click', event => {
  const button = event.target.closest('button[data-path]');
  if (button) once(button, press);
});

// Fields for a date and time show the browser's time zone.
for (const field of document.querySelectorAll('[data-moment]')) {
  const date = new Date(field.dataset.moment);
  if (Number.isNaN(date.valueOf())) continue;
  field.step = 1;
  field.value = localMoment(date);
  field.dataset.shown = field.value;
}
