(function(){
var BAR=44;
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
if(!tall)box.style.height=Math.min(Math.max(H*Math.min(1,width/W)+BAR,160),innerHeight*.75)+'px';
var high=box.clientHeight-BAR;
scale=Math.min(tall?1.8:1,width/W,high/H);
x=(W-width/scale)/2;y=(H-high/scale)/2-BAR/scale;
show();
}
function start(){
fit();
if(scale<.2){scale=.3;x=-8/scale;y=(H-box.clientHeight/scale)/2;show()}
}
function zoom(by,left,top){
var to=Math.min(4,Math.max(.05,scale*by));
x+=left/scale-left/to;y+=top/scale-top/to;scale=to;
show();
}
function middle(by){return function(){zoom(by,box.clientWidth/2,box.clientHeight/2)}}
var bar=document.createElement('div');
bar.className='zoom';
[['−','Zoom out',middle(1/1.4)],['+','Zoom in',middle(1.4)],['Fit','Fit the graph',fit]].forEach(function(one){
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
function sized(){if(seen!==box.clientWidth){seen=box.clientWidth;if(seen)start()}}
new ResizeObserver(function(){requestAnimationFrame(sized)}).observe(box);
});
})();
