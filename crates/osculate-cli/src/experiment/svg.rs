//! What all figures have in common: SVG for light and dark backgrounds, as wide as a page or as a phone.

/// The colours that tell things apart: those of Okabe and Ito, which colour-blind eyes tell apart too. Class `f0` fills with
/// the first of them, `s0` draws with it.
const STYLE: &str = "
  .paper { fill: #ffffff } .ink { fill: #1c1e21 } .faint { fill: #62676e }
  .grid { stroke: #d9dce0 } .minor { stroke: #eef0f2 }
  .f0 { fill: #0072b2 } .f1 { fill: #e69f00 } .f2 { fill: #009e73 } .f3 { fill: #d55e00 } .f4 { fill: #cc79a7 }
  .s0 { stroke: #0072b2 } .s1 { stroke: #e69f00 } .s2 { stroke: #009e73 } .s3 { stroke: #d55e00 } .s4 { stroke: #cc79a7 }
  .line { stroke: #1c1e21 } .dot { fill: #1c1e21; stroke: #ffffff } .hollow { fill: #ffffff }
  text { font: 13px system-ui, sans-serif } .title { font-size: 17px; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .paper, .hollow { fill: #16181c } .ink { fill: #e8eaed } .faint { fill: #9aa0a8 }
    .grid { stroke: #3a3f46 } .minor { stroke: #24282d }
    .f0 { fill: #3b9ad9 } .s0 { stroke: #3b9ad9 }
    .line { stroke: #e8eaed } .dot { fill: #ffffff; stroke: #16181c }
  }
";

/// A colour of the common style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Blue,
    Orange,
    Green,
    Vermilion,
    Purple,
}

impl Colour {
    /// The class of what is filled with it.
    pub fn fill(self) -> String {
        format!("f{}", self as usize)
    }

    /// The class of what is drawn with it.
    pub fn stroke(self) -> String {
        format!("s{}", self as usize)
    }
}

/// For which screen a figure is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// For a page.
    Wide,
    /// For a phone.
    Narrow,
}

/// A figure as it is in a file of its own, and as it is on a narrow screen.
pub struct Figure {
    pub wide: String,
    pub narrow: String,
}

impl Figure {
    /// Drawn both ways.
    pub fn of(draw: impl Fn(Layout) -> String) -> Figure {
        Figure {
            wide: draw(Layout::Wide),
            narrow: draw(Layout::Narrow),
        }
    }
}

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
