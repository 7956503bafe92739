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
if(location.hash.slice(1)!==state.toString()&&(state.toString()||!/^#rule-/.test(location.hash)))location.replace('#'+state);
}
function explain(){
var one=/^#rule-/.test(location.hash)&&document.getElementById(location.hash.slice(1));
if(one){one.open=true;one.scrollIntoView()}
return one;
}
function restore(){
if(explain())return;
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
apply();
restore();
document.querySelectorAll('pre').forEach(function(p){if(p.scrollWidth>p.clientWidth)p.tabIndex=0});
})();
