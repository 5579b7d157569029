import { hash } from 'node:crypto'
import { PROOF_BITS } from './spam.rules.ts'

/**
 * The only script of a form's page: it looks for a number whose hash begins with zeros, which costs a browser a fraction
 * of a second and a program that sends thousands of forms a lot. It begins when somebody begins to fill in the form, rests
 * after each piece of work, and ends what is left when the form is sent. Browsers hash only on secure pages, so it has
 * SHA-256 itself, for texts of one block.
 */
export const proofScript = `(()=>{
const form=document.querySelector('form[data-work]');
if(!form)return;
const proof=form.elements.proof,once=form.dataset.work;
const K=[],H=[];
for(let n=2;K.length<64;n++){
let p=true;
for(let d=2;d*d<=n;d++)if(n%d===0)p=false;
if(!p)continue;
const part=(x)=>((x-Math.floor(x))*4294967296)|0;
if(H.length<8)H.push(part(Math.sqrt(n)));
K.push(part(Math.cbrt(n)));
}
const w=new Int32Array(64);
const turn=(x,n)=>(x>>>n)|(x<<(32-n));
const first=(text)=>{
w.fill(0);
for(let i=0;i<text.length;i++)w[i>>2]|=text.charCodeAt(i)<<(24-(i%4)*8);
w[text.length>>2]|=128<<(24-(text.length%4)*8);
w[15]=text.length*8;
for(let i=16;i<64;i++){
const a=w[i-15],b=w[i-2];
w[i]=(w[i-16]+(turn(a,7)^turn(a,18)^(a>>>3))+w[i-7]+(turn(b,17)^turn(b,19)^(b>>>10)))|0;
}
let [a,b,c,d,e,f,g,h]=H;
for(let i=0;i<64;i++){
const s=(h+(turn(e,6)^turn(e,11)^turn(e,25))+((e&f)^(~e&g))+K[i]+w[i])|0;
const t=((turn(a,2)^turn(a,13)^turn(a,22))+((a&b)^(a&c)^(b&c)))|0;
h=g;g=f;f=e;e=(d+s)|0;d=c;c=b;b=a;a=(s+t)|0;
}
return (a+H[0])>>>0;
};
let next=0,begun=false;
const work=(count)=>{
for(;count>0&&proof.value==='';count--,next++)if(first(once+':'+next)>>>${32 - PROOF_BITS}===0)proof.value=String(next);
};
const go=()=>{work(2000);if(proof.value==='')setTimeout(go,20)};
const begin=()=>{if(!begun){begun=true;setTimeout(go,0)}};
form.addEventListener('focusin',begin);
form.addEventListener('pointerdown',begin);
form.addEventListener('submit',()=>work(Infinity));
})()
`

/** Where the script is. The name has the hash of its content, so browsers can keep it. */
export const PROOF_PATH = `/f/proof-${hash('sha256', proofScript).slice(0, 12)}.js`
