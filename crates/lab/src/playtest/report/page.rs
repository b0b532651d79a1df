//! The frame of the HTML pages: head, style and small parts.

use hyperrook_notation::words::escape;

/// A page.
pub(super) fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">Skip to the report</a>\n{body}</body>\n</html>\n"
    )
}

/// A section with a heading.
pub(super) fn section(id: &str, heading: &str, body: &str) -> String {
    format!(
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>\n{body}</section>\n",
        escape(heading)
    )
}

/// Colours come from the system: light or dark. Printed pages are light.
const STYLE: &str = "
:root{color-scheme:light dark;--bg:#fbfaf7;--card:#fff;--ink:#1d1f24;--soft:#5b606b;--line:#dcd9d0;
--a:#1f5fa8;--b:#b4501e;--band:.18;--warn:#8a5a00;--empty:#f1efe9}
@media (prefers-color-scheme:dark){:root{--bg:#15171b;--card:#1d2026;--ink:#e9e7e2;--soft:#a4a9b4;
--line:#363a43;--a:#7db4f0;--b:#f0a070;--band:.25;--warn:#f0c060;--empty:#23262d}}
@media print{:root{--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--a:#1f5fa8;--b:#b4501e;
--band:.18;--empty:#f4f4f4;--warn:#8a5a00}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;
-webkit-text-size-adjust:100%}
header,nav,main{max-width:64rem;margin:0 auto;padding:0 1rem}header{padding-top:1.5rem}main{padding-bottom:4rem}
h1{font-size:1.9rem;line-height:1.2;margin:.2rem 0 .4rem}h2{font-size:1.35rem;margin:2.2rem 0 .8rem;
border-bottom:1px solid var(--line);padding-bottom:.3rem}h3{font-size:1.05rem;margin:1.4rem 0 .5rem}
p{margin:.5rem 0;max-width:46rem}.soft,caption,figcaption p{color:var(--soft)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem}
a{color:var(--a)}nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;margin:.8rem 0}
ol.words{padding-left:1.5rem;max-width:46rem;font-size:1.08rem}ol.words li{margin:.45rem 0}
.points{display:grid;gap:.7rem;padding:0;list-style:none;max-width:46rem}
.points li{background:var(--card);border:1px solid var(--line);border-left:.3rem solid var(--warn);
border-radius:.4rem;padding:.6rem .9rem}.points strong{display:block}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;margin:.8rem 0;
background:linear-gradient(to right,var(--card),transparent) left/2.5rem 100% no-repeat local,
linear-gradient(to left,var(--card),transparent) right/2.5rem 100% no-repeat local,
linear-gradient(to right,var(--line),transparent) left/.8rem 100% no-repeat scroll,
linear-gradient(to left,var(--line),transparent) right/.8rem 100% no-repeat scroll,var(--card)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.6rem .8rem .2rem;font-size:.92rem}
caption span{display:block;position:sticky;left:.8rem;max-width:min(100%,calc(100vw - 4rem))}
th,td{padding:.35rem .8rem;text-align:left;border-top:1px solid var(--line);vertical-align:top}
thead th{border-top:0;font-size:.86rem;color:var(--soft);font-weight:600;vertical-align:bottom}
tbody th{font-weight:500;min-width:9rem}td.n,th.n{text-align:right;white-space:nowrap}tr.beyond{background:var(--empty)}
td.bar{min-width:8rem;width:22%}td.bar span{display:block;height:.8rem;margin-top:.35rem;background:var(--a);
border-radius:.15rem;min-width:1px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
td.bar span.b{background:var(--b)}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem;min-width:0}
figcaption h3{margin:0}figcaption p{font-size:.88rem;margin:.2rem 0 .5rem}
svg{display:block;width:100%;height:auto;max-height:34rem;print-color-adjust:exact;
-webkit-print-color-adjust:exact}svg text{fill:var(--soft);font:12px system-ui,sans-serif}
.axis{stroke:var(--line);stroke-width:1}.line{fill:none;stroke-width:2}.a{stroke:var(--a)}.b{stroke:var(--b)}
.band{stroke:none;opacity:var(--band)}.band.a{fill:var(--a)}.band.b{fill:var(--b)}.even{stroke:var(--soft);
stroke-dasharray:4 4;stroke-width:1}.line.b{stroke-dasharray:7 3}.cell{stroke:var(--line);stroke-width:1;fill:var(--empty)}
.heat{fill:var(--a);stroke:none}
.legend{display:flex;gap:1.2rem;flex-wrap:wrap;font-size:.88rem;margin:.2rem 0}.legend span::before{content:'';
display:inline-block;width:1.4rem;border-top:.18rem solid var(--a);margin-right:.4rem;vertical-align:middle}
.legend span.b::before{border-top:.18rem dashed var(--b)}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--a);font-size:.92rem}details .wide{max-height:24rem;
overflow:auto}dl{max-width:50rem}dt{font-weight:600;margin-top:.7rem}dd{margin:.1rem 0 0}
@media (max-width:40rem){h1{font-size:1.5rem}th,td{padding:.3rem .5rem}ol.words{font-size:1rem}
td.bar,table:has(td.bar) th:empty{display:none}}
@media screen and (min-width:68rem){.wide:has(thead th:nth-child(8)){
margin-inline:calc((100% - min(90rem,100vw - 3rem))/2)}}
@media print{nav,.skip{display:none}figure,li,tr{break-inside:avoid}h2,h3{break-after:avoid}
body{font-size:10pt}header,main{max-width:none;padding:0}.wide,details .wide{overflow:visible;max-height:none;
background:none}table{font-size:8.5pt}th,td{padding:.15rem .25rem;hyphens:auto}
tbody th{min-width:4rem}thead th{font-size:inherit}
td.n,th.n{white-space:normal}caption span{position:static;max-width:none}
table:has(thead th:nth-child(8)){font-size:6.5pt}}
";

/// A table with a caption.
pub(super) fn table(caption: &str, heads: &[String], rows: &str) -> String {
    let heads: String = heads
        .iter()
        .enumerate()
        .map(|(i, head)| {
            let class = if i == 0 { "" } else { " class=\"n\"" };
            format!("<th scope=\"col\"{class}>{head}</th>")
        })
        .collect();
    // Wide tables can be scrolled with the keyboard.
    format!(
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\"><table><caption><span>{0}</span></caption><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n",
        escape(caption)
    )
}

/// Texts of heads, escaped.
pub(super) fn texts(heads: &[&str]) -> Vec<String> {
    heads.iter().map(|head| escape(head)).collect()
}
