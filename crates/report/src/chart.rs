//! Small charts as SVG: a step curve with axes, drawn by hand because nothing else is needed.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 40.0;

/// One line of a chart.
pub(crate) struct Series<'a> {
    pub(crate) name: &'a str,
    pub(crate) class: &'a str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// A chart of some lines over a common x axis.
pub(crate) fn lines(x_name: &str, series: &[Series<'_>]) -> String {
    let points = || series.iter().flat_map(|line| line.points.iter().copied());
    let x_max = points().map(|point| point.0).fold(1.0, f64::max);
    let y_low = points().map(|point| point.1).fold(1.0, f64::min);
    let y_low = ((y_low * 10.0).floor() / 10.0).clamp(0.0, 0.9);
    let x_of = |x: f64| LEFT + x / x_max * (WIDTH - LEFT - RIGHT);
    let y_of = |y: f64| TOP + (1.0 - (y - y_low) / (1.0 - y_low)) * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"quality over generations\">"
    );
    for tick in 0..=4 {
        let y = y_low + (1.0 - y_low) * f64::from(tick) / 4.0;
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\"/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{y:.2}</text>",
            WIDTH - RIGHT,
            y_of(y),
            LEFT - 8.0,
            y_of(y) + 4.0
        );
        let x = x_max * f64::from(tick) / 4.0;
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x_of(x),
            HEIGHT - BOTTOM + 18.0,
            x.round()
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{x_name}</text>",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        HEIGHT - 4.0
    );
    for (index, line) in series.iter().enumerate() {
        let mut path = String::new();
        for (at, &(x, y)) in line.points.iter().enumerate() {
            // Steps: a value holds until the next one.
            let _ = if at == 0 {
                write!(path, "M{:.1} {:.1}", x_of(x), y_of(y))
            } else {
                write!(path, "H{:.1}V{:.1}", x_of(x), y_of(y))
            };
        }
        let _ = write!(
            svg,
            "<path class=\"{}\" d=\"{path}\"/><text class=\"{}\" x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{}</text>",
            line.class,
            line.class,
            WIDTH - RIGHT - 4.0,
            HEIGHT - BOTTOM - 10.0 - 16.0 * (series.len() - 1 - index) as f64,
            line.name
        );
    }
    svg.push_str("</svg>");
    svg
}
