/**
 * The style sheet of the page. The page lets in no other, by its digest, so nothing of it may come from outside, and no
 * element may have a style of its own.
 */
export const STYLE = `
:root{color-scheme:light dark;
--bg:#f7f7f5;--card:#fff;--ink:#1d2025;--soft:#59616b;--line:#e2e4e7;--well:#f3f4f5;--link:#1f57b5;
--good:#14713c;--good-bg:#e4f3ea;--warn:#7d5100;--warn-bg:#fcf1d8;--bad:#b0231b;--bad-bg:#fdeae8;--info:#2456ad;--info-bg:#e8effb;--mute:#4f5660;--mute-bg:#eceef0;
--f-good:#3a9d68;--f-warn:#d9a033;--f-bad:#cf4f45;--f-info:#5b8bdc;--f-mute:#a9b0b8}
@media (prefers-color-scheme:dark){:root{
--bg:#121417;--card:#1a1d21;--ink:#e8eaed;--soft:#a4abb5;--line:#2d3239;--well:#22262b;--link:#8ab4ff;
--good:#7ad6a3;--good-bg:#15301f;--warn:#f1c873;--warn-bg:#352a11;--bad:#ffa39b;--bad-bg:#3b1b19;--info:#9cbeff;--info-bg:#1a2842;--mute:#b6bdc6;--mute-bg:#2a2f35;
--f-good:#3f9e6b;--f-warn:#c9962f;--f-bad:#c9564c;--f-info:#5585d6;--f-mute:#5d656e}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;overflow-wrap:anywhere}
body>*{max-width:68rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2.5rem)}
h1,h2,h3,h4,p,ul,ol,dl{margin:0}
ul,ol{padding:0;list-style:none}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible,input:focus-visible+label{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{background:var(--well);padding:.08em .35em;border-radius:4px}
img{max-width:100%;height:auto;display:block;margin:.5rem 0}
pre{background:var(--well);padding:.75rem .9rem;border-radius:8px;white-space:pre-wrap;max-height:24rem;overflow:auto;margin:.5rem 0 0}
dd,code,h1,h3,h4,p,li,.t{unicode-bidi:isolate}
header{padding-block:clamp(2rem,5vw,3.5rem) 1.5rem}
.kicker{font-size:.8rem;font-weight:600;letter-spacing:.06em;text-transform:uppercase;color:var(--soft)}
h1{font-size:clamp(1.7rem,1.2rem + 2.2vw,2.6rem);line-height:1.15;letter-spacing:-.02em;font-weight:680;margin-block:.4rem .5rem;text-wrap:balance}
h2{font-size:1.2rem;letter-spacing:-.01em;font-weight:650;margin-block:2rem .9rem}
.sub{color:var(--soft);font-size:.95rem}
svg{display:block;width:100%}
.bar{height:.85rem;border-radius:99px;margin-block:1.5rem .7rem;background:var(--mute-bg)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.2rem;font-size:.9rem;color:var(--soft)}
.legend b{color:var(--ink);font-variant-numeric:tabular-nums}
.dot{display:inline-block;width:.65rem;height:.65rem;border-radius:3px;margin-inline-end:.45rem}
.c-verified{fill:var(--f-good);background:var(--f-good)}.c-ready{fill:var(--f-info);background:var(--f-info)}
.c-open{fill:var(--f-warn);background:var(--f-warn)}.c-rejected,.c-changed{fill:var(--f-bad);background:var(--f-bad)}
.c-cancelled{fill:var(--f-mute);background:var(--f-mute)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.8rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.1rem}
.card p{color:var(--soft);font-size:.9rem;margin-top:.4rem}
.card ul{font-size:.9rem;margin-top:.5rem}
.card li{padding-block:.1rem}
.calm{border-color:var(--f-good)}
.gaps{border-inline-start:4px solid var(--f-bad);margin-top:1.5rem}
.chip{display:inline-block;font-size:.78rem;line-height:1.35;font-weight:620;padding:.12rem .6rem;border-radius:99px;white-space:nowrap;max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom;background:var(--mute-bg);color:var(--mute)}
.good{background:var(--good-bg);color:var(--good)}.warn{background:var(--warn-bg);color:var(--warn)}.bad{background:var(--bad-bg);color:var(--bad)}.info{background:var(--info-bg);color:var(--info)}
.count{float:inline-end;font-weight:650;font-variant-numeric:tabular-nums}
fieldset{border:0;padding:0;margin:0 0 .9rem;display:flex;flex-wrap:wrap;gap:.4rem}
fieldset legend{float:inline-start;padding:.25rem .6rem .25rem 0;color:var(--soft);font-size:.9rem}
fieldset input{position:absolute;opacity:0;width:1px;height:1px}
fieldset label{border:1px solid var(--line);background:var(--card);border-radius:99px;padding:.2rem .85rem;font-size:.88rem;cursor:pointer}
fieldset input:checked+label{background:var(--ink);color:var(--bg);border-color:var(--ink)}
main:has(#show-look:checked) .promise:not(.look),main:has(#show-not:checked) .s-verified,main:has(#show-verified:checked) .promise:not(.s-verified){display:none}
details>summary{cursor:pointer}
.promise{background:var(--card);border:1px solid var(--line);border-radius:12px;margin-bottom:.6rem}
main:not(.few) .promise{content-visibility:auto;contain-intrinsic-size:auto 5.5rem}
.promise>summary{padding:.85rem 1.1rem;list-style:none;display:grid;grid-template-columns:1fr auto;gap:.15rem .8rem;align-items:start}
.promise>summary::-webkit-details-marker{display:none}
.promise>summary::after{content:"";width:.5rem;height:.5rem;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(45deg);margin:.45rem .2rem 0}
.promise[open]>summary::after{transform:rotate(-135deg);margin-top:.7rem}
.promise[open]>summary{border-bottom:1px solid var(--line)}
.promise:target{border-color:var(--link)}
.promise h3{font-size:1.02rem;font-weight:620;line-height:1.4}
.promise h3 .chip{margin-inline-end:.55rem}
.meta{grid-column:1;color:var(--soft);font-size:.85rem;display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:center}
.body{padding:1rem 1.1rem 1.2rem}
.body h4{font-size:.78rem;font-weight:650;letter-spacing:.05em;text-transform:uppercase;color:var(--soft);margin-block:1.5rem .6rem}
.body>:first-child{margin-top:0}
.body>details{margin-top:1.2rem;font-size:.9rem}
.body>details>summary{color:var(--link)}
dl{display:grid;grid-template-columns:minmax(6.5rem,auto) 1fr;gap:.2rem 1.1rem;font-size:.9rem}
dt{color:var(--soft)}
dd{margin:0;min-width:0}
.notes li{padding:.35rem 0;font-size:.92rem}
.notes .chip{margin-inline-end:.5rem}
.notes .means{color:var(--soft)}
.gates{display:flex;flex-wrap:wrap;gap:.4rem;font-size:.85rem}
.gates li{border:1px solid var(--line);border-radius:8px;padding:.2rem .65rem}
.gates .weak{background:var(--warn-bg);color:var(--warn);border-color:transparent}
.item{border:1px solid var(--line);border-radius:10px;padding:.8rem .95rem;margin-bottom:.6rem}
.item h5{margin:0;font-size:.95rem;font-weight:560;line-height:1.45}
.item h5 .chip{margin-inline-end:.5rem}
.item h5 .id{color:var(--soft);margin-inline-end:.4rem}
.item dl{margin-top:.6rem}
.item p{margin-top:.45rem;font-size:.92rem;white-space:pre-line}
.item details{margin-top:.5rem;font-size:.9rem}
.item summary{color:var(--link)}
.events li{display:grid;grid-template-columns:10.5rem 1fr;gap:.2rem 1rem;font-size:.87rem;padding:.22rem 0 .22rem 1rem;border-inline-start:2px solid var(--line);position:relative}
.events li::before{content:"";position:absolute;inset-inline-start:-5px;top:.72rem;width:8px;height:8px;border-radius:50%;background:var(--f-mute)}
.events time{color:var(--soft);font-variant-numeric:tabular-nums}
.events .e-promise-verified::before{background:var(--f-good)}.events .e-promise-judged::before{background:var(--f-info)}.events .e-criterion-waived::before,.events .e-tampering-accepted::before{background:var(--f-warn)}
.soft{color:var(--soft)}
footer{padding-block:2.5rem 3rem;color:var(--soft);font-size:.85rem}
@media (max-width:40rem){
.events li{grid-template-columns:1fr;gap:0}
dl{grid-template-columns:1fr}dt{margin-top:.3rem;font-size:.82rem}
.body,.promise>summary{padding-inline:.9rem}}
@media print{
:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#111;--soft:#444;--line:#ccc;--well:#f4f4f4;--link:#111;
--good:#14713c;--good-bg:#e4f3ea;--warn:#7d5100;--warn-bg:#fcf1d8;--bad:#b0231b;--bad-bg:#fdeae8;--info:#2456ad;--info-bg:#e8effb;--mute:#4f5660;--mute-bg:#eceef0;
--f-good:#3a9d68;--f-warn:#d9a033;--f-bad:#cf4f45;--f-info:#5b8bdc;--f-mute:#a9b0b8}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font-size:10.5pt}body>*{max-width:none;padding-inline:0}
header{padding-top:0}fieldset,.promise>summary::after{display:none}
.card,.item,.promise>summary{break-inside:avoid}h2,h4{break-after:avoid}
main:not(.few) .promise{content-visibility:visible}
.few .promise::details-content{content-visibility:visible;display:block;height:auto}
pre{max-height:none}a{text-decoration:none}}
`;
