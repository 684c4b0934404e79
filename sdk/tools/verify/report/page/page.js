// The cases of a run: filters, table, comparison of engines. The state is kept in the address, so that it can be shared.
const run = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const PAGE = 100;  // rows that are made at a time

// el('td', {class: 'number'}, 'text', child …): texts never become markup.
function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const number = (text) => (typeof text === 'string' ? Number(text.replace('inf', 'Infinity')) : text);
function short(value) {
  const v = number(value);
  if (v === 0 || !Number.isFinite(v)) return String(v);
  if (Number.isInteger(v) && Math.abs(v) < 1e7) return String(v);
  return Number(v.toPrecision(3)).toString();
}
function duration(seconds) {
  if (seconds >= 1) return seconds.toFixed(2) + ' s';
  if (seconds >= 1e-3) return short(seconds * 1e3) + ' ms';
  return seconds >= 1e-6 ? short(seconds * 1e6) + ' µs' : short(seconds * 1e9) + ' ns';
}

// What an outcome is called, and how it looks.
function kind(one) {
  const outcome = one.result.outcome;
  if (outcome === 'failed') return {name: one.signal ? 'crashed' : one.end === 'timeout' ? 'timed out' : 'failed', sign: '✗', look: 'bad'};
  if (outcome === 'ran, not verified') return {name: outcome, sign: '?', look: 'open-verdict'};
  if (outcome === 'not for this engine' || outcome === 'skipped') return {name: outcome, sign: '–', look: 'none'};
  return {name: outcome, sign: '✓', look: 'good'};
}
const group = (one) => ({bad: 'failed', 'open-verdict': 'not verified', none: 'not run', good: 'passed'})[kind(one).look];

// The largest of an output's metric over a case's outputs; -1 where nothing was compared.
function worst(one, metric) {
  let largest = -1;
  for (const output of one.result.outputs) {
    if (output.metrics.class_mismatches > 0) return Infinity;
    if (output.metrics.elements > 0) largest = Math.max(largest, number(output.metrics[metric]));
  }
  return largest;
}
const because = (one) => {
  if (one.result.outcome !== 'failed') return '';
  return one.result.reason.split('\n')[0] || (one.result.findings[0] || {message: ''}).message.split('\n')[0];
};

for (const [index, one] of run.cases.entries()) {
  one.index = index;
  one.text = [one.id, one.result.outcome, one.result.reason, one.result.kernel, one.result.package, one.place,
    ...one.result.findings.map((f) => f.check + ' ' + f.message)].join(' ').toLowerCase();
  one.ulp = worst(one, 'max_ulp');
  one.rel = worst(one, 'max_rel');
  one.siblings = one.op + '/' + one.case + '/' + one.dtype;
}
const families = new Map();
for (const one of run.cases) families.set(one.siblings, [...(families.get(one.siblings) || []), one]);

const COLUMNS = [
  {name: 'Outcome', key: (c) => ['failed', 'not verified', 'passed', 'not run'].indexOf(group(c)), sort: 'outcome'},
  {name: 'Case', key: (c) => c.id, sort: 'case'},
  {name: 'Type', key: (c) => c.dtype, sort: 'dtype'},
  {name: 'Engine', key: (c) => c.engine, sort: 'engine'},
  {name: 'Max rel', key: (c) => -c.rel, sort: 'rel', number: true},
  {name: 'Max ULP', key: (c) => -c.ulp, sort: 'ulp', number: true},
  {name: 'Kernel time', key: (c) => -c.result.kernel_ms, sort: 'kernel', number: true},
  {name: 'Case time', key: (c) => -c.seconds, sort: 'time', number: true},
];
const FILTERS = ['q', 'outcome', 'op', 'engine', 'dtype'];
const DEFAULTS = {q: '', outcome: '', op: '', engine: '', dtype: '', sort: 'outcome', reverse: '', view: 'cases', open: ''};
let state = {...DEFAULTS};
let matching = [];
let rendered = 0;

function readAddress() {
  state = {...DEFAULTS};
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) if (key in DEFAULTS) state[key] = value;
}
function writeAddress() {
  const parts = new URLSearchParams();
  for (const key of Object.keys(DEFAULTS)) if (state[key] !== DEFAULTS[key]) parts.set(key, state[key]);
  history.replaceState(null, '', '#' + parts.toString());
}

function matches(one) {
  return (!state.outcome || group(one) === state.outcome) && (!state.op || one.op === state.op) &&
    (!state.engine || one.engine === state.engine) && (!state.dtype || one.dtype === state.dtype) &&
    state.q.toLowerCase().split(/\s+/).every((word) => one.text.includes(word));
}

function sorted(cases) {
  const column = COLUMNS.find((c) => c.sort === state.sort) || COLUMNS[0];
  const sign = state.reverse ? -1 : 1;
  return cases.sort((a, b) => {
    const [x, y] = [column.key(a), column.key(b)];
    return (x < y ? -1 : x > y ? 1 : 0) * sign || a.index - b.index;
  });
}

const errorText = (value) => (value < 0 ? '' : value === Infinity ? 'NaN/inf' : short(value));

function caseRow(one) {
  const look = kind(one);
  const reason = because(one);
  const row = el('tr', {class: 'case' + (look.look === 'bad' ? ' failed' : ''), 'data-id': one.id},
    el('td', {class: 'outcome ' + look.look}, look.sign + ' ' + look.name),
    el('td', {class: 'what'}, el('button', {class: 'open', type: 'button', 'aria-expanded': 'false'}, el('b', {}, one.op), ' ' + one.case),
      reason ? el('span', {class: 'because'}, reason) : null),
    el('td', {'data-name': 'type'}, one.dtype), el('td', {'data-name': 'on'}, one.engine),
    el('td', {class: 'number', 'data-name': 'rel'}, errorText(one.rel)),
    el('td', {class: 'number', 'data-name': 'ULP'}, errorText(one.ulp)),
    el('td', {class: 'number', 'data-name': 'kernel'}, one.result.kernel_ms > 0 ? duration(one.result.kernel_ms / 1e3) : ''),
    el('td', {class: 'number', 'data-name': 'time'}, duration(one.seconds)));
  row.addEventListener('click', () => toggle(row, one));
  return row;
}

function toggle(row, one) {
  const button = row.querySelector('button.open');
  if (row.nextSibling && row.nextSibling.className === 'detail') {
    row.nextSibling.remove();
    button.setAttribute('aria-expanded', 'false');
    state.open = '';
  } else {
    row.after(el('tr', {class: 'detail'}, el('td', {colspan: COLUMNS.length}, caseDetails(one))));
    button.setAttribute('aria-expanded', 'true');
    state.open = one.id;
  }
  writeAddress();
}

// Engines side by side: one row per case and type, with a cell for each engine.
function engineRow(siblings) {
  const cell = (engine) => {
    const one = siblings.find((c) => c.engine === engine);
    if (!one) return el('td', {}, '');
    const look = kind(one);
    const facts = [one.ulp >= 0 ? errorText(one.ulp) + ' ULP' : '', one.result.kernel_ms > 0 ? duration(one.result.kernel_ms / 1e3) : '',
      one.result.kernel].filter(Boolean).join(' · ');
    return el('td', {}, el('span', {class: look.look}, look.sign + ' ' + look.name), ' ', el('span', {class: 'quiet'}, facts));
  };
  const disagree = new Set(siblings.map(group).filter((g) => g === 'failed' || g === 'passed')).size > 1;
  return el('tr', {class: 'pair-row'}, el('td', {}, el('b', {}, siblings[0].op), ' ' + siblings[0].case), el('td', {}, siblings[0].dtype),
    ...values('engine').map(cell), el('td', {class: 'bad'}, disagree ? 'one fails' : ''));
}

function renderMore() {
  const engines = state.view === 'engines';
  const body = byId(engines ? 'engines' : 'cases').tBodies[0];
  const next = matching.slice(rendered, rendered + PAGE);
  rendered += next.length;
  body.append(...next.map(engines ? engineRow : caseRow));
}

function render() {
  for (const id of FILTERS) if (byId(id).value !== state[id]) byId(id).value = state[id];
  const found = run.cases.filter(matches);
  const engines = state.view === 'engines';
  matching = engines ? [...new Set(sorted(found).map((c) => c.siblings))].map((key) => families.get(key)) : sorted(found);
  rendered = 0;
  for (const name of ['cases', 'engines']) {
    byId(name).hidden = name !== state.view;
    byId(name).tBodies[0].replaceChildren();
    byId('view-' + name).setAttribute('aria-pressed', String(name === state.view));
  }
  byId('shown').textContent = found.length === run.cases.length ? `${found.length} cases` : `${found.length} of ${run.cases.length} cases`;
  byId('nothing').hidden = found.length > 0;
  renderHeads();
  for (const button of byId('counts').children) button.setAttribute('aria-pressed', String(button.dataset.outcome === state.outcome));
  renderMore();
  if (state.open && !engines) openNamed();
  writeAddress();
}

function openNamed() {
  const index = matching.findIndex((one) => one.id === state.open);
  if (index < 0) return;
  while (rendered <= index) renderMore();
  const row = byId('cases').tBodies[0].rows[index];
  toggle(row, matching[index]);
  row.scrollIntoView({block: 'start'});
}

function renderHeads() {
  const head = COLUMNS.map((column) => el('th', {class: column.number ? 'number' : undefined,
    'aria-sort': state.sort === column.sort ? (state.reverse ? 'descending' : 'ascending') : 'none'},
  el('button', {type: 'button', onclick: () => change({sort: column.sort, reverse: state.sort === column.sort && !state.reverse ? '1' : ''})},
    column.name + (state.sort === column.sort ? (state.reverse ? ' ▴' : ' ▾') : ''))));
  byId('cases').tHead.replaceChildren(el('tr', {}, head));
  byId('engines').tHead.replaceChildren(el('tr', {}, ['Case', 'Type', ...values('engine'), ''].map((name) => el('th', {}, name))));
}

function change(values_) {
  state = {...state, open: '', ...values_};
  render();
}

function values(key) { return [...new Set(run.cases.map((one) => one[key]))].sort(); }

function fillFilters() {
  const outcomes = ['failed', 'not verified', 'passed', 'not run'];
  const choices = {outcome: outcomes, op: values('op'), engine: values('engine'), dtype: values('dtype')};
  const all = {outcome: 'every outcome', op: 'every operator', engine: 'every engine', dtype: 'every type'};
  for (const [id, names] of Object.entries(choices)) {
    byId(id).append(el('option', {value: ''}, all[id]), ...names.map((name) => el('option', {value: name}, name)));
    byId(id).addEventListener('change', (event) => change({[id]: event.target.value}));
  }
  byId('q').addEventListener('input', (event) => change({q: event.target.value}));
  byId('reset').addEventListener('click', () => change({...DEFAULTS, view: state.view}));
  byId('view-cases').addEventListener('click', () => change({view: 'cases'}));
  byId('view-engines').addEventListener('click', () => change({view: 'engines'}));
  const totals = {failed: run.failed, 'not verified': run.not_verified, passed: run.passed, 'not run': run.skipped};
  const looks = {failed: 'bad', 'not verified': 'open-verdict', passed: 'good', 'not run': 'none'};
  for (const name of outcomes) {
    if (totals[name] === 0 && name !== 'failed' && name !== 'passed') continue;
    byId('counts').append(el('button', {type: 'button', 'data-outcome': name, onclick: () => change({outcome: state.outcome === name ? '' : name})},
      el('b', {class: totals[name] > 0 ? looks[name] : 'none'}, String(totals[name])), name === 'not run' ? 'not for that engine' : name));
  }
}

function fillHeader() {
  const custom = run.environment.packages.filter((p) => !p.builtin);
  const packages = custom.length > 0 ? custom : run.environment.packages;
  const names = packages.map((p) => `${p.name} ${p.version}`).join(', ');
  document.title = `${run.failed > 0 ? '✗' : '✓'} ${names}: opdk test`;
  byId('packages').textContent = names;
  const [text, look] = run.failed > 0 ? [`${run.failed} failed`, 'bad'] : run.interrupted ? ['interrupted', 'open'] :
    run.passed === 0 ? ['nothing verified', 'open'] : run.not_verified > 0 ? ['passed, some not verified', 'open'] : ['passed', 'good'];
  byId('verdict').textContent = text;
  byId('verdict').classList.add('is-' + look);
  const left = run.selected - run.cases.length;
  byId('run-line').textContent = `${run.start.replace('T', ' ').replace('Z', ' UTC')}, ${duration(run.seconds)}, ${run.environment.cpu}` +
    (run.interrupted ? `; interrupted, ${left} cases were not run` : '');
  byId('run-details').append(runDetails());
}

readAddress();
fillFilters();
fillHeader();
render();
new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && rendered < matching.length) renderMore();
}, {rootMargin: '600px'}).observe(byId('more'));
window.addEventListener('hashchange', () => { readAddress(); render(); });
