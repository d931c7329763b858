// SPDX-License-Identifier: Apache-2.0
import {call, say} from './studio-api.js';
import {touch} from './studio-leave.js';

let last = 0;

const label = item => item.querySelector('.grip').getAttribute('aria-label').replace(/^Move (.*): .*$/u, '$1');

function tell(item) {
  const all = [...item.parentElement.children];
  touch(item.closest('form'));
  say(`${label(item)} is now ${all.indexOf(item) + 1} of ${all.length}. Save to keep this order.`);
}

function move(item, by) {
  const other = by < 0 ? item.previousElementSibling : item.nextElementSibling;
  if (!other) return;
  if (by < 0) other.before(item); else other.after(item);
  item.querySelector('.grip').focus();
  tell(item);
}

document.addEventListener('keydown', event => {
  const grip = event.target.closest?.('.grip');
  const by = {ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1}[event.key];
  if (!grip || !by) return;
  event.preventDefault();
  move(grip.closest('li'), by);
});

document.addEventListener('pointerdown', event => {
  const grip = event.target.closest?.('.grip');
  if (!grip || event.button !== 0) return;
  const item = grip.closest('li');
  grip.setPointerCapture(event.pointerId);
  item.classList.add('dragged');
  let hasMoved = false;
  grip.onpointermove = move => {
    // The other items are moved around the dragged one: an element that is moved loses the pointer capture.
    const all = [...item.parentElement.children];
    const place = all.indexOf(item);
    for (const [index, other] of all.entries()) {
      if (other === item) continue;
      const box = other.getBoundingClientRect();
      const middle = box.top + box.height / 2;
      if (index < place && move.clientY < middle) { item.after(...all.slice(index, place)); hasMoved = true; break; }
      if (index > place && move.clientY > middle) { item.before(other); hasMoved = true; }
    }
  };
  grip.onpointerup = grip.onpointercancel = () => {
    grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
    item.classList.remove('dragged');
    if (hasMoved) tell(item);
  };
});

document.addEventListener('click', event => {
  const take = event.target.closest('[data-list] .take');
  if (take) {
    const item = take.closest('li');
    const list = item.closest('[data-list]');
    const next = item.nextElementSibling ?? item.previousElementSibling;
    touch(list.closest('form'));
    say(`${label(item)} was removed. Save to keep this change.`);
    item.remove();
    (next?.querySelector('.take') ?? list.querySelector('[data-add], input[type=search]'))?.focus();
    return;
  }
  const add = event.target.closest('[data-add]');
  if (!add) return;
  const list = add.closest('[data-list]');
  const fresh = list.querySelector('template').content.cloneNode(true);
  last += 1;
  for (const element of fresh.querySelectorAll('*')) {
    for (const attribute of element.attributes) attribute.value = attribute.value.replaceAll('__', `new${last}`);
  }
  list.querySelector('ol').append(fresh);
  list.dispatchEvent(new CustomEvent('studio-added', {bubbles: true}));
  list.querySelector('ol > li:last-child').querySelector('input:not([type=hidden])')?.focus();
});

function item(found, kind) {
  const row = document.createElement('li');
  row.dataset.id = found.id;
  if (kind === 'live-products') {
    row.dataset.item = JSON.stringify({product_id: found.id, sold_out: false, hidden: false});
  } else if (kind === 'videos') {
    row.dataset.item = JSON.stringify({video_id: found.id, position: 0});
  } else { row.dataset.value = found.id; }
  const grip = document.createElement('button');
  grip.type = 'button';
  grip.className = 'grip';
  grip.textContent = '⠿';
  grip.setAttribute('aria-label', `Move ${found.text}: arrow keys, or drag`);
  const content = document.createElement('div');
  content.className = 'content';
  const name = document.createElement('bdi');
  name.textContent = found.text;
  content.append(name);
  const take = document.createElement('button');
  take.type = 'button';
  take.className = 'take';
  take.textContent = '×';
  take.setAttribute('aria-label', `Remove ${found.text}`);
  row.append(grip, content, take);
  return row;
}

for (const finder of document.querySelectorAll('.finder')) {
  const field = finder.querySelector('input');
  const shown = finder.querySelector('.found');
  const list = document.getElementById(finder.dataset.for);
  const kind = finder.dataset.find;
  let number = 0;
  let timer;
  // Items already in the list are found, but cannot be added again.
  const has = id => [...list.querySelectorAll('ol > li')].some(row => [row.dataset.id, row.dataset.value].includes(id)
    || Object.values(JSON.parse(row.dataset.item ?? '{}')).includes(id));
  const find = async () => {
    const mine = number += 1;
    let found;
    try {
      found = await call('GET', `/studio/find/${kind}?q=${encodeURIComponent(field.value)}`);
    } catch (error) { say(error.message, true); return; }
    if (mine !== number) return;
    const rows = found.map(one => {
      const row = document.createElement('li');
      const add = document.createElement('button');
      add.type = 'button';
      add.textContent = one.text;
      add.setAttribute('aria-label', `Add ${one.text}`);
      add.onclick = () => {
        if (has(one.id)) {
          say(`${one.text} is already in the list.`);
        } else {
          list.querySelector('ol').append(item(one, kind));
          touch(list.closest('form'));
          say(`${one.text} was added. Save to keep it.`);
        }
        row.remove();
        field.focus();
      };
      row.append(add);
      return row;
    });
    if (rows.length === 0) {
      const none = document.createElement('li');
      none.textContent = 'Nothing found.';
      rows.push(none);
    }
    shown.replaceChildren(...rows);
  };
  field.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(find, 200); });
  field.addEventListener('focus', () => { if (!shown.hasChildNodes()) find(); });
  field.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); find(); } });
}
