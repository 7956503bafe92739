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
    """Text for HTML that may break after slashes, underscores, dots and double colons, as long names have to."""
    return re.sub(r"(/|_|\.|::)(?=[^/_.:])", r"\1<wbr>", text(name))


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
main{padding:1rem 0 4rem;min-width:0}main a{color:var(--accent)}
h2{font-size:1.05rem;margin:1.6rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--edge)}
h3,h4{font-size:.92rem;margin:.8rem 0 .3rem;color:var(--muted);overflow-wrap:anywhere}
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
.drawing{overflow:auto;position:relative;border:1px solid var(--edge);border-radius:6px}svg.graph{color:var(--ink);display:block}
.drawing.moves{overflow:hidden;touch-action:pan-y;cursor:grab}.drawing.moves:active{cursor:grabbing}
.drawing.moves svg{width:100%;height:100%}.zoom{position:absolute;right:.5rem;top:.5rem;display:flex}
.zoom button{font:inherit;min-width:2rem;padding:.1rem .5rem;color:var(--ink);background:var(--paper);border:1px solid var(--edge);
margin-left:-1px;cursor:pointer}.zoom button:hover{background:var(--soft)}
.whole{white-space:nowrap}.fit{table-layout:auto}.fit td{overflow-wrap:break-word}.fit .long{overflow-wrap:anywhere}.fit td:first-child,
.fit th{white-space:nowrap}.fit td:first-child{max-width:24rem;overflow:hidden;text-overflow:ellipsis}
@media(max-width:40rem){summary .badge{float:none;display:inline-block}
.fit thead{display:none}.fit tr,.fit td{display:block}.fit td{border:0;padding:.05rem 0 .05rem 6.5rem;
overflow-wrap:anywhere}.fit td:empty{display:none}.fit tr{border-bottom:1px solid var(--edge);padding:.5rem 0}
.fit tr:last-child{border-bottom:0}.fit td:first-child{padding-left:0;font-weight:600;white-space:normal;max-width:none}
table:has(>colgroup>.name),table:has(>colgroup>.name)>tbody{display:block}
table:has(>colgroup>.name)>thead{display:none}
table:has(>colgroup>.name) tr{display:grid;grid-template-columns:1fr 1fr;border-bottom:1px solid var(--edge)}
table:has(>colgroup>.name) tr>*{border:0}table:has(>colgroup>.name) tr>:first-child{grid-column:1/-1;padding-bottom:0}
.fit td+td::before{content:attr(data-label);float:left;margin-left:-6.5rem;color:var(--muted);font-size:.82rem}}
[data-range]:hover{background:color-mix(in srgb,var(--accent) 10%,transparent)}
.missed{display:none}
@media(max-width:56rem){.frame{display:block}nav{position:static;max-height:45vh}col.name{width:30%}}
@media print{nav{display:none}.frame{display:block}}
"""

ZOOM = """
(function(){
document.querySelectorAll('.drawing').forEach(function(box){
var svg=box.querySelector('svg'),whole=svg.viewBox.baseVal,W=whole.width,H=whole.height,x=0,y=0,scale=1,down={},last=null,seen=0;
var tall=box.parentElement.tagName==='BODY';
svg.removeAttribute('width');svg.removeAttribute('height');
box.classList.add('moves');
if(tall)box.style.touchAction='none';
function far(){
var on=scale<.62;
if(on===box.classList.contains('far'))return;
box.classList.toggle('far',on);
svg.querySelectorAll('.node').forEach(function(node){
var name=node.querySelector('text'),kind=name.nextElementSibling,frame=node.querySelector('rect');
var size=on?Math.min(17,(frame.getAttribute('width')-14)/(.62*name.textContent.length)):13;
name.setAttribute('font-size',Math.max(13,size));
name.setAttribute('dy',on?Math.max(13,size)*.36+3:0);
name.removeAttribute('textLength');
if(name.getComputedTextLength()>frame.getAttribute('width')-14){
name.setAttribute('textLength',frame.getAttribute('width')-14);
name.setAttribute('lengthAdjust','spacingAndGlyphs');
}
kind.style.display=on?'none':'';
});
}
function show(){
svg.setAttribute('viewBox',[x,y,box.clientWidth/scale,box.clientHeight/scale].join(' '));
far();
}
function fit(){
var width=box.clientWidth;
if(!tall)box.style.height=Math.min(Math.max(H*Math.min(1,width/W),160),innerHeight*.75)+'px';
scale=Math.min(1,width/W,box.clientHeight/H);
x=(W-width/scale)/2;y=(H-box.clientHeight/scale)/2;
show();
}
function start(){
fit();
if(scale<.4){scale=.55;x=-8/scale;y=(H-box.clientHeight/scale)/2;show()}
}
function zoom(by,left,top){
var to=Math.min(4,Math.max(.05,scale*by));
x+=left/scale-left/to;y+=top/scale-top/to;scale=to;
show();
}
function middle(by){return function(){zoom(by,box.clientWidth/2,box.clientHeight/2)}}
var bar=document.createElement('div');
bar.className='zoom';
[['\u2212','Zoom out',middle(1/1.4)],['+','Zoom in',middle(1.4)],['Fit','Fit the graph',fit]].forEach(function(one){
var button=document.createElement('button');
button.textContent=one[0];button.title=one[1];button.setAttribute('aria-label',one[1]);
button.addEventListener('click',one[2]);
bar.appendChild(button);
});
box.appendChild(bar);
box.addEventListener('wheel',function(e){
if(!tall&&!e.ctrlKey&&!e.metaKey)return;
e.preventDefault();
var at=box.getBoundingClientRect();
zoom(Math.exp(-e.deltaY/400),e.clientX-at.left,e.clientY-at.top);
},{passive:false});
function points(){return Object.keys(down).map(function(k){return down[k]})}
function apart(p){return p.length>1?Math.hypot(p[0].clientX-p[1].clientX,p[0].clientY-p[1].clientY):0}
box.addEventListener('pointerdown',function(e){if(!bar.contains(e.target)){down[e.pointerId]=e;last=apart(points())}});
addEventListener('pointermove',function(e){
var before=down[e.pointerId];
if(!before)return;
down[e.pointerId]=e;
var all=points(),now=apart(all),at=box.getBoundingClientRect();
x-=(e.clientX-before.clientX)/scale/all.length;y-=(e.clientY-before.clientY)/scale/all.length;
if(all.length>1&&last)
zoom(now/last,(all[0].clientX+all[1].clientX)/2-at.left,(all[0].clientY+all[1].clientY)/2-at.top);
else show();
last=now;
});
['pointerup','pointercancel'].forEach(function(n){addEventListener(n,function(e){delete down[e.pointerId]})});
new ResizeObserver(function(){if(seen!==box.clientWidth){seen=box.clientWidth;if(seen)start()}}).observe(box);
});
})();
"""
"""Lets a reader zoom and move drawings; without scripts they scroll. Where names would be too small to read, types give way to them."""

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
"""Searches the entries of a page."""


def page(title: str, subtitle: str, navigation: str, main: str, *, style: str = "", script: str = SCRIPT + ZOOM) -> str:
    """The page. `title` and `subtitle` are text, `navigation` and `main` HTML; `style` is added to that of all pages."""
    body = (
        '<div class="frame">\n<nav><input id="find" type="search" placeholder="Search" aria-label="Search" hidden>'
        f"{navigation}</nav>\n<main>{main}</main>\n</div>"
    )
    return bare_page(title, subtitle, body, style=style, script=script)


def _whole_options(said: str) -> str:
    """Return text as HTML in which no line breaks within an option, such as --fix."""
    return re.sub(r"--[a-z][a-z-]*", r'<span style="white-space:nowrap">\g<0></span>', text(said))


def bare_page(title: str, subtitle: str, body: str, *, style: str, script: str) -> str:
    """A page with its header alone. `title` and `subtitle` are text, `body` is HTML."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{breakable(title)}</h1><p>{_whole_options(subtitle)}</p></header>\n{body}\n<script>{script}</script>\n</body>\n</html>\n"
    )
