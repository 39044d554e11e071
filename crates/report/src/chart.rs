//! Small charts as SVG: step curves over common axes, drawn by hand because nothing else is needed.

use std::fmt::Write;

/// The width in units of the picture; the style sheet fits it to the page.
pub(crate) const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 60.0;

/// About so many ticks are on an axis.
const N_TICKS: f64 = 5.0;

/// One line of a chart.
pub(crate) struct Series<'a> {
    /// What the legend calls it.
    pub(crate) name: &'a str,
    /// How the style sheet calls it. Where one series may lie on another, the first is drawn
    /// broad and pale and the second narrow and dark, so that both are seen.
    pub(crate) class: &'a str,
    /// The points from left to right, each with what a pointer shows over it.
    pub(crate) points: Vec<Point>,
    /// Whether every point is a dot and not only a corner of the line.
    pub(crate) has_dots: bool,
}

/// A point of a series.
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// A text that a pointer shows; without dots it is not used.
    pub(crate) title: String,
    /// Whether its dot stands out.
    pub(crate) is_marked: bool,
}

/// A chart of some series.
pub(crate) struct Chart<'a> {
    /// What is said in place of the picture.
    pub(crate) description: &'a str,
    /// What the x axis counts.
    pub(crate) x_name: &'a str,
    /// The series, in the order in which they are drawn; the first has the larger dots.
    pub(crate) series: [Series<'a>; 2],
}

/// An axis between two of its ticks.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// The axis around these values: a tick is a multiple of 1, 2 or 5 times a power of ten, and
    /// stands where its label says.
    fn around(low: f64, high: f64, least_step: f64) -> Self {
        let rough = (high - low).max(least_step) / N_TICKS;
        let magnitude = 10f64.powf(rough.log10().floor());
        let nice = [1.0, 2.0, 5.0, 10.0].into_iter().find(|nice| nice * magnitude >= rough);
        let step = (nice.unwrap_or(10.0) * magnitude).max(least_step);
        // A value on a tick must not fall beside it by the rounding of the division.
        let (low, high) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        Self { low, high: if high > low { high } else { low + step }, step }
    }

    fn ticks(&self) -> Vec<f64> {
        let n = ((self.high - self.low) / self.step).round() as u32;
        (0..=n).map(|tick| self.low + f64::from(tick) * self.step).collect()
    }

    /// The tick with as many decimals as the step has.
    fn label(&self, tick: f64) -> String {
        let n_decimals = (-self.step.log10() - 1e-9).ceil().max(0.0) as usize;
        // Rounding leaves a minus before nothing.
        format!("{:.n_decimals$}", if tick.abs() < self.step / 2.0 { 0.0 } else { tick })
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

impl Chart<'_> {
    /// The picture and its legend.
    pub(crate) fn html(&self) -> String {
        let points = || self.series.iter().flat_map(|line| &line.points);
        let x_max = points().map(|point| point.x).fold(1.0, f64::max);
        let y_low = points().map(|point| point.y).fold(f64::INFINITY, f64::min);
        let y_high = points().map(|point| point.y).fold(f64::NEG_INFINITY, f64::max);
        if y_low > y_high {
            return String::new();
        }
        let x_axis = Axis::around(0.0, x_max, 1.0);
        let y_axis = Axis::around(y_low, y_high, 0.01);
        let x_of = |x: f64| LEFT + x_axis.share(x) * (WIDTH - LEFT - RIGHT);
        let y_of = |y: f64| TOP + (1.0 - y_axis.share(y)) * (HEIGHT - TOP - BOTTOM);
        // Writing to a string cannot fail, here and below.
        let mut svg = format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            self.description
        );
        for tick in y_axis.ticks() {
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\"/>\
                 <text x=\"{2}\" y=\"{1:.1}\" dy=\".35em\" text-anchor=\"end\">{3}</text>",
                WIDTH - RIGHT,
                y_of(tick),
                LEFT - 8.0,
                y_axis.label(tick)
            );
        }
        for tick in x_axis.ticks() {
            let _ = write!(
                svg,
                "<line class=\"tick\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1}\" y2=\"{2}\"/>\
                 <text x=\"{0:.1}\" y=\"{2}\" dy=\"1.1em\" text-anchor=\"middle\">{3}</text>",
                x_of(tick),
                HEIGHT - BOTTOM,
                HEIGHT - BOTTOM + 5.0,
                x_axis.label(tick)
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            f64::midpoint(LEFT, WIDTH - RIGHT),
            HEIGHT - 6.0,
            self.x_name
        );
        for (line, radius) in self.series.iter().zip([7.0, 3.0]) {
            draw(&mut svg, line, radius, x_of, y_of);
        }
        svg.push_str("</svg><p class=\"legend\">");
        for line in &self.series {
            let _ = write!(svg, "<span><i class=\"{}\"></i>{}</span> ", line.class, line.name);
        }
        svg.push_str("</p>");
        svg
    }
}

/// Steps, because a value holds until the next one, and dots.
fn draw(
    svg: &mut String,
    line: &Series<'_>,
    radius: f64,
    x_of: impl Fn(f64) -> f64,
    y_of: impl Fn(f64) -> f64,
) {
    let mut path = String::new();
    for point in &line.points {
        let (x, y) = (x_of(point.x), y_of(point.y));
        let _ = if path.is_empty() {
            write!(path, "M{x:.1} {y:.1}")
        } else {
            write!(path, "H{x:.1}V{y:.1}")
        };
    }
    let _ = write!(svg, "<path class=\"{}\" d=\"{path}\"/>", line.class);
    for point in line.points.iter().filter(|_| line.has_dots) {
        let _ = write!(
            svg,
            "<circle class=\"{}{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{}\"><title>{}</title></circle>",
            line.class,
            if point.is_marked { " marked" } else { "" },
            x_of(point.x),
            y_of(point.y),
            if point.is_marked { radius * 1.6 } else { radius },
            point.title
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_stands_where_its_label_says() {
        for (low, high) in [(0.9, 1.0), (0.925, 1.0), (0.613, 0.9), (0.0, 1.0), (-0.3, 0.8)] {
            let axis = Axis::around(low, high, 0.01);
            for tick in axis.ticks() {
                let label: f64 = axis.label(tick).parse().expect("a number");
                assert!((label - tick).abs() < 1e-9, "{label} stands at {tick}");
            }
            assert!(axis.low <= low && high <= axis.high, "{low} to {high} is on the axis");
            assert!((3..=8).contains(&axis.ticks().len()), "{:?}", axis.ticks());
        }
    }

    #[test]
    fn whole_numbers_have_whole_ticks() {
        for high in [1.0, 2.0, 7.0, 33.0, 200.0, 1999.0] {
            let axis = Axis::around(0.0, high, 1.0);
            assert!(axis.ticks().iter().all(|tick| tick.fract() == 0.0), "{:?}", axis.ticks());
        }
    }

    #[test]
    fn equal_values_are_drawn_too() {
        let axis = Axis::around(1.0, 1.0, 0.01);
        assert!(axis.low < axis.high);
        assert!((0.0..=1.0).contains(&axis.share(1.0)));
    }
}
