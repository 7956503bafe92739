// The script of the preview panel: shows what the extension sends, tells it what is clicked.
import { VIEWS, parseRange, type FromPage, type StackShown, type ToPage, type View } from '../preview/messages';
import { byId, create } from './dom';
import { FailureView } from './failure';
import { GraphView } from './graph/view';
import { PlanView } from './plan';
import { Values } from './values';

interface State {
  uri?: string;
  view?: View;
  /** The nested stacks that are open in the graph. */
  open?: string[];
}
interface Host {
  postMessage(message: FromPage): void;
  getState(): State | undefined;
  setState(state: State): void;
}
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const parser = new DOMParser();
const content = byId('content');
const error = byId('error');
const status = byId('status');
const filter = byId('filter') as HTMLInputElement;
const tabs: Record<View, HTMLElement> = {
  preview: byId('tab-preview'),
  graph: byId('tab-graph'),
  plan: byId('tab-plan'),
  failure: byId('tab-failure'),
};
let view: View = 'preview';

const values = new Values(content, (message) => {
  host.postMessage(message);
});
const plan = new PlanView(byId('plan'), (message) => {
  host.postMessage(message);
});
const failure = new FailureView(byId('failure'), (message) => {
  host.postMessage(message);
});
/** What is known of the stack of each tab about one. */
const stacks: Partial<Record<View, StackShown<unknown>>> = {};
const graph = new GraphView(byId('graph'), document.body.dataset['elk'] ?? '', host.getState()?.open ?? [], {
  reveal: (uri, range) => {
    host.postMessage({ type: 'reveal', uri, range });
  },
  say: (text) => {
    if (view === 'graph') {
      status.textContent = text;
    }
  },
  remember: (open) => {
    remember({ open });
  },
});

function show(message: ToPage): void {
  switch (message.type) {
    case 'preview':
      if (host.getState()?.uri !== message.uri) {
        document.documentElement.scrollTop = 0; // another template is read from its top
        remember({ uri: message.uri, open: [] });
      }
      content.dataset['version'] = String(message.version);
      byId('try').classList.toggle('in-use', message.tried.length > 0);
      error.hidden = message.error === undefined;
      error.textContent = message.error ?? '';
      content.classList.toggle('stale', message.error !== undefined && message.html === '');
      if (message.html !== '') {
        values.show(parser.parseFromString(message.html, 'text/html'), message.name);
        applyFilter();
      }
      break;
    case 'graph':
      graph.show(message.graph);
      break;
    case 'plan':
      plan.show(message.shown);
      showStack(message.type, message.shown);
      break;
    case 'failure':
      failure.show(message.shown);
      showStack(message.type, message.shown);
      break;
    case 'environments':
      showEnvironments(message.text);
      byId('environment').title = message.tooltip;
      byId('environment').setAttribute('aria-label', message.tooltip);
      break;
    case 'view':
      select(message.view);
      break;
    case 'cursor':
      values.follow(message);
      graph.follow(message);
      break;
    case 'why':
      values.showWhy(message.row, message.why);
      break;
    case 'notice':
      error.hidden = true;
      content.replaceChildren(create('p', { class: 'notice' }, message.text));
      graph.clear();
  }
}

function select(wanted: View): void {
  view = wanted;
  remember({ view });
  document.body.dataset['view'] = view;
  content.hidden = view !== 'preview';
  byId('graph').hidden = view !== 'graph';
  byId('plan').hidden = view !== 'plan';
  byId('failure').hidden = view !== 'failure';
  byId('try').hidden = view !== 'preview';
  byId('stack').hidden = byId('again').hidden = view !== 'plan' && view !== 'failure';
  byId('zoom').hidden = view !== 'graph';
  status.textContent = '';
  filter.placeholder = view === 'graph' ? 'Find' : 'Filter';
  for (const [name, tab] of Object.entries(tabs)) {
    tab.setAttribute('aria-selected', String(name === view));
    tab.setAttribute('tabindex', name === view ? '0' : '-1');
  }
  showStack(view, stacks[view] ?? { state: 'none' });
}

/** Shows in the toolbar which stack a tab is about, while this tab is shown. */
function showStack(about: View, shown: StackShown<unknown>): void {
  stacks[about] = shown;
  if (view === about) {
    byId('stack-name').textContent = shown.state === 'none' ? 'Stack…' : shown.source;
    byId('again').toggleAttribute('disabled', shown.state === 'none' || shown.state === 'busy');
    applyFilter();
  }
}

function remember(part: State): void {
  host.setState({ ...host.getState(), ...part });
}

function applyFilter(): void {
  if (view === 'graph') {
    graph.search(filter.value);
    return;
  }
  const hits = (view === 'plan' ? plan : view === 'failure' ? failure : values).filter(filter.value);
  status.textContent = filter.value.trim() === '' ? '' : hits === 1 ? '1 match' : `${String(hits)} matches`;
}

function open(wanted: View): void {
  select(wanted);
  tabs[wanted].focus();
  host.postMessage({ type: 'view', view: wanted });
}

/** Goes to the source of what was clicked; not a click that ends a selection of text. */
function reveal(event: Event): void {
  const target = event.target instanceof Element ? event.target : null;
  const selected = event.type === 'click' && (getSelection()?.toString() ?? '') !== '';
  if (target === null || selected || target.closest('button, input, form') !== null) {
    return;
  }
  const value = target.closest('[data-uri][data-range]');
  const uri = value?.getAttribute('data-uri');
  const range = parseRange(value?.getAttribute('data-range'));
  if (uri !== null && uri !== undefined && range !== undefined && !isFold(event, value)) {
    event.preventDefault();
    host.postMessage({ type: 'reveal', uri, range });
  }
}

/** The title of a fold opens and closes it by the keyboard; only its name leads to the source. */
function isFold(event: Event, value: Element | null | undefined): boolean {
  return value?.localName === 'summary' && (event.type === 'keydown' || !(event.target as Element).closest('b'));
}

for (const place of [content, byId('plan'), byId('failure')]) {
  place.addEventListener('click', reveal);
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      reveal(event);
    }
  });
}
for (const name of VIEWS) {
  tabs[name].addEventListener('click', () => {
    open(name);
  });
  tabs[name].addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step === undefined ? undefined : VIEWS.at((VIEWS.indexOf(name) + step) % VIEWS.length);
    if (next !== undefined) {
      open(next);
    }
  });
}
/** Shows the name of the environments, of which "+1" for a further one is never cut off. */
function showEnvironments(text: string): void {
  const [, name = text, more = ''] = /^(.*) (\+\d+)$/.exec(text) ?? [];
  byId('environment-name').textContent = name;
  byId('environment-more').textContent = more;
}

byId('environment').addEventListener('click', () => {
  host.postMessage({ type: 'pickEnvironment' });
});
byId('stack').addEventListener('click', () => {
  host.postMessage({ type: 'chooseStack' });
});
byId('again').addEventListener('click', () => {
  host.postMessage({ type: 'askAgain' });
});
byId('try').addEventListener('click', () => {
  host.postMessage({ type: 'tryValue' });
});
byId('smaller').addEventListener('click', () => {
  graph.zoom(1 / 1.25);
});
byId('larger').addEventListener('click', () => {
  graph.zoom(1.25);
});
byId('fit').addEventListener('click', () => {
  graph.fit();
});
filter.addEventListener('input', applyFilter);
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && view === 'graph') {
    graph.next(event.shiftKey ? -1 : 1);
  } else if (event.key === 'Escape' && filter.value !== '') {
    filter.value = '';
    applyFilter();
  }
});
document.addEventListener('keydown', (event) => {
  const slash = event.key === '/' && !(event.target instanceof HTMLInputElement);
  if (slash || (event.key === 'f' && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    filter.focus();
    filter.select();
  }
});
window.addEventListener('message', (event: MessageEvent<ToPage>) => {
  show(event.data);
});

const before = host.getState();
select(before?.view ?? 'preview');
host.postMessage({ type: 'ready', view: before?.view });
