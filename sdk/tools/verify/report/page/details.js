'use strict';
// Everything known of one case, made when its row is opened.
const SVG = 'http://www.w3.org/2000/svg';
function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function facts(pairs) {
  return el('div', {class: 'facts'}, pairs.filter(([, value]) => value !== '' && value !== undefined && value !== null)
    .map(([name, value]) => el('div', {}, el('span', {}, name), String(value))));
}

function copyable(text) {
  const button = el('button', {type: 'button'}, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page opened from a file may not use the clipboard of some browsers: select it there.
      getSelection().selectAllChildren(button.previousSibling);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return el('div', {class: 'copy'}, el('pre', {}, text), button);
}

function table(heads, rows, numbers = []) {
  const look = (column) => ({class: numbers.includes(column) ? 'number mono' : 'mono'});
  return el('div', {class: 'scroll'}, el('table', {}, el('thead', {}, el('tr', {}, heads.map((head, i) => el('th', {class: numbers.includes(i) ? 'number' : ''}, head)))),
    el('tbody', {}, rows.map((row) => el('tr', {}, row.map((cell, i) => el('td', look(i), cell)))))));
}

// Bars on a logarithmic scale: one element that is far off must be seen beside a million good ones.
function ulpHistogram(counts) {
  const width = 42, height = 110, base = 128;
  const most = Math.log10(1 + Math.max(...counts));
  const picture = svg('svg', {class: 'ulp-histogram', viewBox: `0 0 ${width * counts.length} ${base + 22}`, width: width * counts.length, role: 'img', 'aria-label': 'ULP histogram'});
  counts.forEach((count, i) => {
    const size = count > 0 ? Math.max(2, (Math.log10(1 + count) / most) * height) : 0;
    const last = run.ulp_buckets[i - 1];
    const end = i === counts.length - 1 ? `> ${label(last)}` : i === 0 || run.ulp_buckets[i] === last + 1 ? label(run.ulp_buckets[i]) : `≤ ${label(run.ulp_buckets[i])}`;
    const x = i * width;
    const bar = svg('rect', {x: x + 3, y: base - size, width: width - 6, height: size, rx: 2, fill: 'var(--bar)'}, svg('title', {}, `${count} elements, ${end} ULP`));
    const below = svg('text', {x: x + width / 2, y: base + 15, 'text-anchor': 'middle'}, end);
    picture.append(bar, below);
    if (count > 0) picture.append(svg('text', {x: x + width / 2, y: base - size - 4, 'text-anchor': 'middle'}, compact(count)));
  });
  return picture;
}
const label = (bucket) => (bucket === 1 << 20 ? '2²⁰' : bucket === 1024 ? '1k' : String(bucket));
const compact = (count) => (count >= 1e6 ? short(count / 1e6) + 'M' : count >= 1e4 ? short(count / 1e3) + 'k' : String(count));

// The tensor as a matrix: the redder, the more of a cell's elements are wrong.
function heatMap(heat) {
  const cell = Math.max(5, Math.min(22, Math.floor(640 / heat.columns), Math.floor(360 / heat.rows)));
  const picture = svg('svg', {class: 'heat-map', viewBox: `0 0 ${heat.columns * cell} ${heat.rows * cell}`, width: heat.columns * cell, role: 'img', 'aria-label': 'where the wrong elements lie', 'shape-rendering': 'crispEdges'});
  heat.bad.forEach((bad, i) => {
    const [row, column] = [Math.floor(i / heat.columns), i % heat.columns];
    const share = heat.elements[i] > 0 ? bad / heat.elements[i] : 0;
    picture.append(svg('rect', {x: column * cell, y: row * cell, width: cell - 1, height: cell - 1, fill: bad > 0 ? 'var(--bad)' : 'var(--heat-empty)',
      'fill-opacity': bad > 0 ? 0.25 + 0.75 * share : 1}, svg('title', {}, `row ${row}, column ${column} of the map: ${bad} of ${heat.elements[i]} wrong`)));
  });
  return picture;
}

function elements(list) {
  return table(['index', 'actual', 'expected', 'error', 'relative', 'ULP'], list.map((e) => [e.index, e.actual, e.expected,
    ...(e.same_class ? [short(e.abs), short(e.rel), short(e.ulp)] : ['–', '–', '–'])]), [3, 4, 5]);
}

function outputDetails(output) {
  const m = output.metrics;
  const percent = (share) => short(100 * number(share)) + ' %';
  const box = el('div', {class: 'output' + (output.passed ? '' : ' failed')},
    el('div', {}, el('b', {}, `output ${output.name}`), ' ', el('span', {class: 'mono'}, output.desc), ' ',
      el('span', {class: output.passed ? 'good' : 'bad'}, output.passed ? '✓ as expected' : '✗ ' + output.reason)),
    el('div', {class: 'quiet'}, 'judged by ' + output.standard));
  if (output.msopst) box.append(el('div', {class: 'msopst'}, 'msOpST would have said: ', el('b', {}, output.msopst)));
  if (m.elements === 0) return box;
  box.append(facts([['elements', m.elements], ['equal', m.equal], ['beyond the tolerance', output.bad], ['NaN or infinity misplaced', m.class_mismatches],
    ['max abs', short(m.max_abs)], ['mean abs', short(m.mean_abs)], ['max rel', short(m.max_rel)], ['mean rel', short(m.mean_rel)],
    ['MARE', short(m.mare)], ['MERE', short(m.mere)], ['RMSE', short(m.rmse)], ['max ULP', short(m.max_ulp)], ['sign bias', short(m.sign_bias)],
    ['within 1e-2 / 1e-3 / 1e-4', m.share_within.map(percent).join(' / ')]]));
  if (output.pattern) box.append(el('p', {class: 'pattern'}, el('b', {}, 'Where: '), output.pattern));
  const pictures = el('div', {class: 'pair'});
  if (m.compared > 0) pictures.append(el('div', {}, el('h3', {}, 'Elements by error in ULP (log scale)'), ulpHistogram(m.ulp_histogram)));
  if (output.heat && output.heat.rows > 0) {
    pictures.append(el('div', {}, el('h3', {}, 'Where the wrong elements lie (last axis across)'), heatMap(output.heat)));
  }
  box.append(pictures);
  if (output.worst && output.worst.length > 0) {
    box.append(el('div', {class: 'pair'}, el('div', {}, el('h3', {}, 'Worst elements'), elements(output.worst)),
      el('div', {}, el('h3', {}, 'First wrong elements'), elements(output.first))));
  }
  return box;
}

function engineComparison(one) {
  const siblings = families.get(one.siblings);
  if (siblings.length < 2) return null;
  return [el('h3', {}, 'Engine against engine'), table(['engine', 'outcome', 'kernel', 'max abs', 'max rel', 'max ULP', 'kernel time', 'time'],
    siblings.map((c) => [c.engine, kind(c).sign + ' ' + kind(c).name, c.result.kernel, ...['max_abs', 'max_rel', 'max_ulp'].map((m) => errorText(worst(c, m))),
      c.result.kernel_ms > 0 ? duration(c.result.kernel_ms / 1e3) : '', duration(c.seconds)]), [3, 4, 5, 6, 7])];
}

function caseDetails(one) {
  const r = one.result;
  const share = r.roofline_share > 0 ? short(100 * r.roofline_share) + ' %' : '';
  const box = el('div', {});
  if (r.outcome === 'failed') box.append(el('h3', {}, 'What is wrong'), el('pre', {class: 'bad reason'}, r.reason));
  if (r.outcome === 'ran, not verified') box.append(el('p', {class: 'open-verdict'}, 'It ran, but nothing says what its outputs must be: no golden.'));
  for (const finding of r.findings.filter((f) => !r.reason.includes(f.message))) {
    box.append(el('div', {class: 'finding'}, el('b', {}, finding.check), '\n' + finding.message, el('div', {class: 'quiet'}, finding.help)));
  }
  box.append(facts([['case', one.id], ['where', one.place], ['golden', r.golden], ['kernel', r.kernel], ['package', r.package], ['seed', one.seed],
    ['kernel time', r.kernel_ms > 0 ? duration(r.kernel_ms / 1e3) : ''], ['of the roofline', share], ['time of the case', duration(one.seconds)], ['ended by', one.signal]]));
  box.append(...r.outputs.map(outputDetails));
  box.append(...(engineComparison(one) || []));
  if (r.checks.length > 0) {
    const failed = new Set(r.findings.map((f) => f.check));
    box.append(el('h3', {}, 'Checks'), el('div', {class: 'tags'}, r.checks.map((name) => el('span', {class: failed.has(name) ? 'bad' : 'good'}, (failed.has(name) ? '✗ ' : '✓ ') + name))));
  }
  if (one.output) box.append(el('h3', {}, one.signal ? 'Output and stack' : 'Output'), el('pre', {}, one.output));
  box.append(el('h3', {}, 'Run it again'), copyable(one.reproducer));
  return box;
}

function runDetails() {
  const e = run.environment;
  const box = el('div', {}, facts([['opdk', e.opdk], ['compiler', e.compiler], ['CPU', `${e.cpu}, ${e.cpus} processors`], ['features', e.cpu_features.join(' ')],
    ['system', e.system], ['seed', run.seed], ['standard', run.standard || "the cases' own"], ['started', run.start], ['took', duration(run.seconds)]]));
  box.append(table(['package', 'version', 'vendor', 'library', 'sha256'], e.packages.map((p) => [p.name, p.version, p.vendor, p.path, p.sha256.slice(0, 16)])));
  box.append(el('h3', {}, 'Command'), copyable(run.command));
  return box;
}
