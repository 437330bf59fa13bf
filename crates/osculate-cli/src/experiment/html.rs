//! One page of HTML that needs nothing else: no script, no network, for light and dark, for wide and narrow screens.

use super::machine::machine;
use std::fmt::Write;

const STYLE: &str = "
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1c1e21; --faint: #5a5f66; --rule: #d9dce0; --band: #f5f6f7; --link: #0b62a8 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --ink: #e8eaed; --faint: #a5abb3; --rule: #3a3f46; --band: #1e2126; --link: #6db6ee }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem }
p, ul { max-width: 44rem } a { color: var(--link) } code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
figure { margin: 2rem 0 } figcaption { font-weight: 600; margin-bottom: .5rem; max-width: 44rem }
.note, .made { color: var(--faint); margin: .35rem 0 } .note { font-size: .9rem }
.scroll { overflow-x: auto } .scroll:focus-visible { outline: 2px solid var(--link) }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule) }
thead th { vertical-align: bottom; font-weight: 600; border-bottom: 2px solid var(--rule) }
tbody th { font-weight: 400; position: sticky; left: 0; background: var(--paper) }
tbody tr:nth-child(even) > * { background: var(--band) } .word { text-align: left }
svg { display: block; max-width: 100%; height: auto } .narrow { display: none }
@media (max-width: 44rem) {
  body { padding: 1rem .75rem 3rem } th, td { padding: .3rem .45rem }
  .wide { display: none } .narrow { display: block } .narrow svg { width: 100% }
}
@media print { .scroll { overflow: visible } }
";

/// The whole page: `body` under a heading, with how it was made.
pub fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let command: Vec<String> = std::env::args().skip(1).collect();
    let _ = writeln!(
        text,
        "<p class=\"made\">Made by <code>osculate {}</code>, version {}, on {}.</p>",
        escaped(&command.join(" ")),
        env!("CARGO_PKG_VERSION"),
        escaped(&machine())
    );
    text + body + "</main>\n</body>\n</html>\n"
}

/// The text as HTML shows it.
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            _ => html.push(character),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_be_tags() {
        assert_eq!(
            escaped("<b>\"a\" & b</b>"),
            "&lt;b&gt;&quot;a&quot; &amp; b&lt;/b&gt;"
        );
    }
}
