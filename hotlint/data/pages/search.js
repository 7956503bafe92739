(function(){
var field=document.getElementById('find');
field.hidden=false;
var all=document.querySelectorAll('main tr.entry,main details'),names=document.querySelectorAll('nav li');
field.addEventListener('input',function(){
var wanted=field.value.trim().toLowerCase();
document.body.classList.toggle('searching',!!wanted);
names.forEach(function(one){one.classList.toggle('missed',one.textContent.toLowerCase().indexOf(wanted)<0)});
all.forEach(function(one){
var hit=!wanted||one.textContent.toLowerCase().indexOf(wanted)>=0;
var holder=one.parentElement.closest('details');
var named=holder&&wanted&&holder.querySelector('summary').textContent.toLowerCase().indexOf(wanted)>=0;
one.classList.toggle('missed',!hit&&!named);
if(wanted&&hit&&one.tagName==='DETAILS'){one.open=true}
});
});
document.querySelectorAll('pre').forEach(function(p){if(p.scrollHeight>p.clientHeight||p.scrollWidth>p.clientWidth)p.tabIndex=0});
})();
