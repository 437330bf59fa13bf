//! What all figures have in common: SVG for light and dark backgrounds.

const STYLE: &str = "
  .paper { fill: #ffffff } .ink { fill: #1c1e21 } .faint { fill: #62676e }
  .grid { stroke: #d9dce0 } .minor { stroke: #eef0f2 } .line { stroke: #1c1e21 } .dot { fill: #1c1e21; stroke: #ffffff }
  text { font: 13px system-ui, sans-serif } .title { font-size: 17px; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16181c } .ink { fill: #e8eaed } .faint { fill: #9aa0a8 }
    .grid { stroke: #3a3f46 } .minor { stroke: #24282d } .line { stroke: #e8eaed } .dot { fill: #ffffff; stroke: #16181c }
  }
";

/// The beginning of a figure, up to its background. `style` comes after the common one.
pub fn opened([width, height]: [f64; 2], title: &str, style: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>{title}</title>
<style>{STYLE}{style}</style>
<rect class="paper" width="{width}" height="{height}"/>
"#
    )
}

/// The whole figure.
pub fn closed(figure: String) -> String {
    figure + "</svg>\n"
}
