"""Findings as one self-contained page, with filters by file, rule, severity and deployment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from hotlint.common.printable import printable
from hotlint.common.version import rule_address
from hotlint.linter.diagnostic import Related
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, Summary, portable
from hotlint.output.findings.text import Paint, cut, ordered, summary_line
from hotlint.output.html_page import breakable, page
from hotlint.output.html_page import text as html_text

_STYLE = """
.filters{display:grid;gap:.6rem;margin-top:.8rem}.filters label{display:block;color:var(--muted);font-size:.82rem}
select,button{width:100%;font:inherit;padding:.3rem .5rem;color:var(--ink);background:var(--paper);border:1px solid var(--edge);
border-radius:6px;text-overflow:ellipsis}button{cursor:pointer}button:hover{background:var(--soft)}
fieldset{border:0;margin:0;padding:0}fieldset label{display:flex;gap:.45rem;align-items:baseline;color:inherit;font-size:inherit}
[data-severity=error]{--tone:var(--bad)}[data-severity=warning]{--tone:var(--warn)}[data-severity=info]{--tone:var(--accent)}
fieldset label span,.severity{color:var(--tone);font-weight:600}output{display:block;color:var(--muted)}
section h2{position:sticky;top:0;z-index:1;display:flex;justify-content:space-between;align-items:baseline;background:var(--paper);
margin:0 0 .2rem;padding:.9rem 0 .35rem;font-family:var(--mono);font-size:.92rem;overflow-wrap:anywhere}
section h2 .badge{font-family:system-ui,sans-serif;color:var(--muted);font-weight:400;flex:none}
section>.note{margin:.2rem 0 .6rem}
article{border-left:3px solid var(--tone);padding:.1rem 0 .1rem .8rem;margin:.9rem 0;content-visibility:auto;
contain-intrinsic-size:auto 6rem}
article p{margin:0;overflow-wrap:anywhere}article .head{color:var(--muted);font-size:.82rem}
article .head>*{margin-right:.6rem}article a{color:inherit}
pre.snippet{background:var(--soft);border:1px solid var(--edge);border-radius:6px;margin:.4rem 0;padding:.35rem 0;overflow-x:auto;
white-space:pre;overflow-wrap:normal}
pre.snippet code{display:block;width:max-content;min-width:100%;padding-right:.8rem}
pre.snippet code::before{content:attr(data-line);display:inline-block;min-width:2.8rem;padding:0 .8rem 0 .4rem;text-align:right;
color:var(--muted)}
mark{color:inherit;background:color-mix(in srgb,var(--tone) 22%,transparent);border-bottom:2px solid var(--tone);padding-bottom:2px}
.related,.fix{font-size:.88rem;color:var(--muted)}.related b{font:inherit;font-family:var(--mono);font-size:.84rem}
.nothing{color:var(--muted);padding:2rem 0}
@media(max-width:56rem){nav{border-bottom:1px solid var(--edge)}fieldset{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}}
@media(min-width:30rem) and (max-width:56rem){.filters{grid-template-columns:1fr 1fr}fieldset,output,button{grid-column:1/-1}}
"""
_SCRIPT = """
(function(){
var form=document.getElementById('filters'),words=document.getElementById('find'),shown=document.getElementById('shown');
if(!form)return;
form.hidden=words.hidden=false;
var chosen=['file','rule','deployment'].map(function(n){return form.elements[n]}).filter(Boolean);
var boxes=Array.prototype.slice.call(form.querySelectorAll('input[type=checkbox]'));
var all=Array.prototype.map.call(document.querySelectorAll('article'),function(one){
return{of:one,text:one.textContent.toLowerCase()+' '+one.parentElement.firstElementChild.textContent.toLowerCase()}});
var sections=document.querySelectorAll('section'),none=document.getElementById('none');
function has(one,field){return!field.value||(' '+one.of.dataset[field.name]+' ').indexOf(' '+field.value+' ')>=0}
function apply(){
var wanted=words.value.trim().toLowerCase(),count=0,hidden={},state=new URLSearchParams();
boxes.forEach(function(b){if(!b.checked){hidden[b.value]=1;state.append('hide',b.value)}});
chosen.forEach(function(f){if(f.value)state.set(f.name,f.value)});
if(wanted)state.set('find',words.value.trim());
all.forEach(function(one){
var hit=!hidden[one.of.dataset.severity]&&chosen.every(has.bind(null,one))&&(!wanted||one.text.indexOf(wanted)>=0);
one.of.classList.toggle('missed',!hit);count+=hit});
sections.forEach(function(s){s.classList.toggle('missed',!s.querySelector('article:not(.missed)'))});
shown.textContent=count+' of '+all.length+' shown';
none.hidden=count>0;
form.elements.clear.hidden=!state.toString();
if(location.hash.slice(1)!==state.toString())location.replace('#'+state);
}
function restore(){
var state=new URLSearchParams(location.hash.slice(1)),hide=state.getAll('hide');
boxes.forEach(function(b){b.checked=hide.indexOf(b.value)<0});
chosen.forEach(function(f){f.value=state.get(f.name)||''});
words.value=state.get('find')||'';
apply();
}
form.addEventListener('input',apply);
words.addEventListener('input',apply);
form.elements.clear.addEventListener('click',function(){location.replace('#')});
form.addEventListener('submit',function(e){e.preventDefault()});
addEventListener('hashchange',restore);
restore();
})();
"""


def text(value: object) -> str:
    """Return text for HTML, in which characters that are not shown are escaped."""
    return html_text(printable(str(value)))


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return the page."""
    return "".join(pieces(reports, summary))


def pieces(reports: Iterable[FileReport], summary: Summary) -> Iterator[str]:
    """Yield what `render` returns, file by file."""
    facets = _Facets(reports, summary)
    said = summary_line(summary, Paint(False)).replace("--fix [*]", "--fix")
    whole = page("Findings of hotlint", said, facets.filters(), "", style=_STYLE, script=_SCRIPT)
    before, end, after = whole.partition("</main>")
    yield before
    for path, group in groupby(ordered(reports, summary, folded=False), key=lambda found: found.path):
        yield facets.section(path, [*group])
    nothing = "No finding fits the filters." if facets.files else said
    yield f'<p class="nothing" id="none"{" hidden" if facets.files else ""}>{text(nothing)}</p>{end}{after}'


class _Facets:
    """What findings can be filtered by, with the number of findings of each value, which is a number in the page."""

    def __init__(self, reports: Iterable[FileReport], summary: Summary) -> None:
        self._with = {
            r.path: (f"with {', '.join(r.environments)}",) for r in reports if r.environments and r.diagnostics
        }
        self.files: Counter[str] = Counter()
        self._rules: Counter[tuple[str, str]] = Counter()
        self._severities: Counter[str] = Counter()
        self._deployments: Counter[str] = Counter()
        for found in ordered(reports, summary, folded=False):
            self.files[found.path] += 1
            self._rules[found.code, found.rule] += 1
            self._severities[found.severity] += 1
            self._deployments.update(self._deployments_of(found))
        self._number = {name: str(n) for n, name in enumerate((*self.files, *self._deployments))}

    def _deployments_of(self, found: Finding) -> tuple[str, ...]:
        """Return the deployments that have a finding; that of a template with one environment is named by its files."""
        return found.deployments or self._with.get(found.path, ())

    def filters(self) -> str:
        """Return the form of filters; empty where there are no findings."""
        if not self.files:
            return ""
        severities = "".join(
            f'<label data-severity="{name}"><input type="checkbox" value="{name}" checked> '
            f"<span>{name}</span> {self._severities[name]}</label>"
            for name in ("error", "warning", "info")
            if self._severities[name]
        )
        files = [(self._number[path], portable(path), count) for path, count in sorted(self.files.items())]
        rules = [(code, f"{code} {rule}", count) for (code, rule), count in sorted(self._rules.items())]
        deployments = [(self._number[name], name, count) for name, count in sorted(self._deployments.items())]
        return (
            f'<form id="filters" class="filters" hidden><output id="shown" aria-live="polite"></output>'
            f'<fieldset aria-label="Severity">{severities}</fieldset>'
            f"{_choice('file', 'All files', files)}{_choice('rule', 'All rules', rules)}"
            f"{_choice('deployment', 'All deployments', deployments)}"
            '<button type="button" name="clear">Clear the filters</button></form>'
        )

    def section(self, path: str, group: list[Finding]) -> str:
        """Return the findings of one file."""
        used = list(dict.fromkeys(name for found in group for name in self._deployments_of(found)))
        more = f" and {len(used) - 3} more" if len(used) > 3 else ""
        note = f'<p class="note">{text(" · ".join(used[:3]))}{more}</p>' if used else ""
        articles = "".join(map(self._article, group))
        head = f'<span>{breakable(printable(portable(path)))}</span> <span class="badge">{len(group)}</span>'
        return f"<section><h2>{head}</h2>{note}\n{articles}</section>\n"

    def _article(self, found: Finding) -> str:
        deployments = " ".join(self._number[name] for name in self._deployments_of(found))
        line, column = found.span.start_line + 1, found.span.start_column + 1
        address = rule_address(found.code)
        code = f'<a href="{text(address)}">{text(found.code)}</a>' if address else f"<span>{text(found.code)}</span>"
        return (
            f'<article data-file="{self._number[found.path]}" data-rule="{text(found.code)}" data-severity="{found.severity}" '
            f'data-deployment="{deployments}"><p class="head"><span class="severity">{found.severity}</span>{code}'
            f"<span>{text(found.rule)}</span><span>{line}:{column}</span></p>"
            f"<p>{text(found.message)}</p>{_snippet(found)}{_related(found)}{_fixes(found)}</article>\n"
        )


def _choice(name: str, everything: str, options: list[tuple[str, str, int]]) -> str:
    """Return a field that chooses one value; empty where there is no choice."""
    if len(options) < 2:
        return ""
    listed = "".join(
        f'<option value="{text(value)}">{text(shown)} ({count})</option>' for value, shown, count in options
    )
    return f'<label>{name.capitalize()}<select name="{name}"><option value="">{everything}</option>{listed}</select></label>'


def _snippet(found: Finding) -> str:
    """Return the lines of a finding without their common indentation, with the exact place marked."""
    indents = [len(line) - len(line.lstrip()) for line in found.lines if line.strip()]
    if not indents:
        return ""
    span, common, shown = found.span, min(indents), []
    for offset, line in enumerate(found.lines):
        number = span.start_line + offset
        start = span.start_column if not offset else len(line) - len(line.lstrip())
        end = span.end_column if number == span.end_line else len(line.rstrip())
        first = min(start, common)
        line, start, end = cut(line[first:], start - first, max(end, start + 1) - first)
        marked = f"<mark>{_source(line[start:end]) or ' '}</mark>" if offset == 0 or end > start else ""
        shown.append(f'<code data-line="{number + 1}">{_source(line[:start])}{marked}{_source(line[end:])}</code>')
    return f'<pre class="snippet">{"".join(shown)}</pre>'


def _source(line: str) -> str:
    return text(line.replace("\t", "  "))


def _related(found: Finding) -> str:
    return "".join(
        f'<p class="related">see {", ".join(_place(r, found.path) for r in places)}: {text(message)}</p>'
        for message, places in groupby(found.related, key=lambda related: related.message)
    )


def _place(related: Related[PositionSpan], path: str) -> str:
    line, column = related.span.start_line + 1, related.span.start_column + 1
    shown = breakable(printable(portable(related.path)))
    return f"line {line}" if related.path == path else f"<b>{shown}:{line}:{column}</b>"


def _fixes(found: Finding) -> str:
    return "".join(f'<p class="fix">Fix ({fix.safety}): {text(fix.title)}</p>' for fix in found.fixes)
