"""The frame of a self-contained page: style and script are in it, nothing is loaded, and nothing of a template runs."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape

_ODD = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(value: object) -> str:
    """Text for HTML and for its attributes. Characters that HTML has no place for show as a replacement character."""
    return escape(_ODD.sub("\N{REPLACEMENT CHARACTER}", str(value)), quote=True)


def breakable(name: object) -> str:
    """Text for HTML that may break after underscores, dots and double colons, as long names have to."""
    return re.sub(r"(_|\.|::)(?=[^_.:])", r"\1<wbr>", text(name))


STYLE = """
:root{color-scheme:light dark;--ink:#1f2328;--muted:#59636e;--paper:#fff;--soft:#f6f8fa;--edge:#d1d9e0;--accent:#0969da;
--warn:#9a6700;--bad:#cf222e;--good:#1a7f37;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--muted:#9198a1;--paper:#0d1117;--soft:#151b23;--edge:#3d444d;
--accent:#4493f8;--warn:#d29922;--bad:#f85149;--good:#3fb950}}
*{box-sizing:border-box}
body{margin:0;color:var(--ink);background:var(--paper);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.frame{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:1.5rem;max-width:110rem;margin:0 auto;padding:0 1.25rem}
header{border-bottom:1px solid var(--edge);padding:1rem 1.25rem;background:var(--soft)}
header h1{font-size:1.2rem;margin:0;overflow-wrap:anywhere}header p{margin:.25rem 0 0;color:var(--muted)}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:1rem 0;font-size:.88rem}
nav ul{list-style:none;margin:0;padding:0 0 0 .75rem}nav>ul{padding:0}nav a{color:inherit;text-decoration:none}
nav a:hover{color:var(--accent);text-decoration:underline}nav b{display:block;margin-top:.6rem}
nav li{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
input[type=search]{width:100%;font:inherit;padding:.3rem .5rem;color:inherit;background:var(--paper);
border:1px solid var(--edge);border-radius:6px}
main{padding:1rem 0 4rem;min-width:0}
h2{font-size:1.05rem;margin:1.6rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--edge)}
h3,h4{font-size:.92rem;margin:.8rem 0 .3rem;color:var(--muted)}
table{border-collapse:collapse;width:100%;table-layout:fixed}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--edge);overflow-wrap:anywhere}
tbody tr:last-child>td{border-bottom:0}details>table{width:calc(100% - 1.6rem)}
th{font-weight:600;color:var(--muted);font-size:.82rem}col.name{width:15rem}col.source{width:36%}
details{border:1px solid var(--edge);border-radius:6px;margin:.5rem 0;background:var(--paper)}
details>:not(summary){margin-left:.8rem;margin-right:.8rem}
summary{cursor:pointer;padding:.4rem .8rem;background:var(--soft);border-radius:6px;overflow-wrap:anywhere}
details[open]>summary{border-radius:6px 6px 0 0;border-bottom:1px solid var(--edge)}
summary b{margin-right:.5rem}.type,.reason,.note{color:var(--muted);font-size:.88rem}
.badge{float:right;font-size:.75rem;padding:.05rem .5rem;border-radius:1rem;border:1px solid currentColor;margin-left:.4rem}
.badge.off{color:var(--muted)}.badge.perhaps{color:var(--warn)}.badge.fails{color:var(--bad)}
.disabled>summary b{text-decoration:line-through}.disabled{opacity:.65}
pre,code,.value,.source{font-family:var(--mono);font-size:.84rem}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
pre.source{color:var(--muted);max-height:24rem;overflow:auto}
.value pre{max-height:32rem;overflow:auto}
.value ul{list-style:none;margin:0;padding-left:1rem}.value>ul{padding-left:0}
.key{color:var(--accent)}.null,.hidden-value{color:var(--muted);font-style:italic}
.unknown{color:var(--warn);font-style:italic;border-bottom:1px dotted currentColor}
.error{color:var(--bad)}.true{color:var(--good)}.either{border-left:3px solid var(--warn);padding-left:.6rem}
.drawing{overflow:auto;border:1px solid var(--edge);border-radius:6px}svg.graph{color:var(--ink);display:block}
[data-range]:hover{background:color-mix(in srgb,var(--accent) 10%,transparent)}
.missed{display:none}
@media(max-width:56rem){.frame{display:block}nav{position:static;max-height:none}col.name{width:30%}}
@media print{nav{display:none}.frame{display:block}}
"""

SCRIPT = """
(function(){
var field=document.getElementById('find');
field.hidden=false;
var all=document.querySelectorAll('main tr.entry,main details');
field.addEventListener('input',function(){
var wanted=field.value.trim().toLowerCase();
all.forEach(function(one){
var hit=!wanted||one.textContent.toLowerCase().indexOf(wanted)>=0;
var holder=one.parentElement.closest('details');
var named=holder&&wanted&&holder.querySelector('summary').textContent.toLowerCase().indexOf(wanted)>=0;
one.classList.toggle('missed',!hit&&!named);
if(wanted&&hit&&one.tagName==='DETAILS'){one.open=true}
});
});
})();
"""


def page(title: str, subtitle: str, navigation: str, main: str, *, style: str = "", script: str = SCRIPT) -> str:
    """The page. `title` and `subtitle` are text, `navigation` and `main` HTML; `style` is added to that of all pages."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{text(title)}</h1><p>{text(subtitle)}</p></header>\n"
        f'<div class="frame">\n<nav><input id="find" type="search" placeholder="Search" aria-label="Search" hidden>'
        f"{navigation}</nav>\n<main>{main}</main>\n</div>\n<script>{script}</script>\n</body>\n</html>\n"
    )
