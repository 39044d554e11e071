//! Charts as SVG, written by hand: axes with their ticks, and shapes in the units of the data.
//!
//! Shapes have classes and no colours. In a page the style sheet of the page colours them
//! ([`Chart::inline`]); a picture of its own carries a style sheet and a legend ([`Chart::picture`]).

use std::fmt::Write;

use evolearner_dl::xml;

/// Colours of a picture of its own, where series are the classes `s0` to `s11`.
const STYLE: &str = include_str!("chart.css");

/// As many series have a colour of their own; then the colours start again.
const N_COLOURS: usize = 12;

/// About so many ticks are on an axis.
const N_TICKS: f64 = 5.0;

/// The width of a letter of a picture, a little more than most letters need.
const LETTER_WIDTH: f64 = 7.2;
/// From one line of text to the next.
const LINE_HEIGHT: f64 = 13.0;

/// The size of a chart and the margins around its axes.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The whole width.
    pub width: f64,
    /// The whole height.
    pub height: f64,
    /// The room for the labels of the vertical axis.
    pub left: f64,
    /// The room on the right.
    pub right: f64,
    /// The room above.
    pub top: f64,
    /// The room for the labels and the name of the horizontal axis.
    pub bottom: f64,
}

impl Frame {
    /// The frame of a picture: so much room for shapes and below them, and the room that a title and
    /// a legend need.
    pub fn of_picture(width: f64, height: f64, bottom: f64, legend: &[&str]) -> Self {
        let (left, top) = (56.0, 40.0);
        let right = 40.0 + text_width(legend.iter().copied());
        Self {
            width: left + width + right,
            height: top + height + bottom,
            left,
            right,
            top,
            bottom,
        }
    }
}

/// The width of the longest text.
fn text_width<'t>(texts: impl Iterator<Item = &'t str>) -> f64 {
    texts.map(|text| text.chars().count()).max().unwrap_or(0) as f64 * LETTER_WIDTH
}

/// An axis from one value to another, with labels at some of its values.
#[derive(Clone, Debug)]
pub struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
    /// Whether labels are slanted, so that long ones have room.
    is_slanted: bool,
}

impl Axis {
    /// The axis around these values: a tick is a multiple of 1, 2 or 5 times a power of ten, and
    /// stands where its label says.
    pub fn around(low: f64, high: f64, least_step: f64) -> Self {
        let rough = (high - low).max(least_step) / N_TICKS;
        let magnitude = 10f64.powf(rough.log10().floor());
        let nice = [1.0, 2.0, 5.0, 10.0].into_iter().find(|nice| nice * magnitude >= rough);
        let step = (nice.unwrap_or(10.0) * magnitude).max(least_step);
        // A value on a tick must not fall beside it by the rounding of the division.
        let (low, high) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        let high = if high > low { high } else { low + step };
        let n_decimals = (-step.log10() - 1e-9).ceil().max(0.0) as usize;
        let tick = |index: u32| {
            let value = low + f64::from(index) * step;
            // Rounding leaves a minus before nothing.
            let shown = if value.abs() < step / 2.0 { 0.0 } else { value };
            (value, format!("{shown:.n_decimals$}"))
        };
        let n_steps = ((high - low) / step).round() as u32;
        Self { low, high, ticks: (0..=n_steps).map(tick).collect(), is_slanted: false }
    }

    /// The axis from the first to the last of these values with labels.
    pub fn between(ticks: Vec<(f64, String)>) -> Self {
        let end = |tick: Option<&(f64, String)>| tick.map_or(0.0, |tick| tick.0);
        let (low, high) = (end(ticks.first()), end(ticks.last()));
        Self { low, high, ticks, is_slanted: false }
    }

    /// An axis of names: the name with index `i` has the room from `i` to `i + 1`.
    pub fn of_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let names = names.into_iter().enumerate();
        let ticks: Vec<_> =
            names.map(|(index, name)| (index as f64 + 0.5, name.to_owned())).collect();
        Self { low: 0.0, high: ticks.len() as f64, ticks, is_slanted: true }
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low).max(1e-9)
    }
}

/// A chart in the making.
#[derive(Clone, Debug)]
pub struct Chart {
    frame: Frame,
    x_axis: Axis,
    y_axis: Axis,
    shapes: String,
}

impl Chart {
    /// A chart with its axes and nothing else.
    pub fn new(frame: Frame, x_axis: Axis, y_axis: Axis) -> Self {
        let mut chart = Self { frame, x_axis, y_axis, shapes: String::new() };
        chart.draw_axes();
        chart
    }

    fn draw_axes(&mut self) {
        let Frame { width, height, left, right, bottom, .. } = self.frame;
        let mut axes = String::new();
        for (value, label) in &self.y_axis.ticks {
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(
                axes,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\"/>\
                 <text x=\"{2}\" y=\"{1:.1}\" dy=\".35em\" text-anchor=\"end\">{3}</text>",
                width - right,
                self.y(*value),
                left - 8.0,
                xml::text(label)
            );
        }
        for (value, label) in &self.x_axis.ticks {
            let (x, top, label) = (self.x(*value), height - bottom, xml::text(label));
            let _ = if self.x_axis.is_slanted {
                writeln!(
                    axes,
                    "<text transform=\"translate({x:.1} {:.1}) rotate(-20)\" text-anchor=\"end\">{label}</text>",
                    top + 16.0
                )
            } else {
                writeln!(
                    axes,
                    "<line class=\"tick\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{0}\"/>\
                     <text x=\"{x:.1}\" y=\"{0}\" dy=\"1.1em\" text-anchor=\"middle\">{label}</text>",
                    top + 5.0
                )
            };
        }
        self.shapes = axes;
    }

    /// The place of a value of the horizontal axis.
    fn x(&self, value: f64) -> f64 {
        let Frame { width, left, right, .. } = self.frame;
        left + self.x_axis.share(value) * (width - left - right)
    }

    /// The place of a value of the vertical axis.
    fn y(&self, value: f64) -> f64 {
        let Frame { height, top, bottom, .. } = self.frame;
        top + (1.0 - self.y_axis.share(value)) * (height - top - bottom)
    }

    /// Says what the horizontal axis counts.
    pub fn name_x(&mut self, name: &str) {
        let Frame { width, height, left, right, .. } = self.frame;
        let _ = writeln!(
            self.shapes,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            f64::midpoint(left, width - right),
            height - 6.0,
            xml::text(name)
        );
    }

    /// A curve in steps: a value holds until the next one.
    pub fn steps(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        self.path(class, points, |x, y| format!("H{x:.1}V{y:.1}"));
    }

    /// A curve of straight lines between points.
    pub fn lines(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        self.path(class, points, |x, y| format!("L{x:.1} {y:.1}"));
    }

    fn path(
        &mut self,
        class: &str,
        points: impl IntoIterator<Item = (f64, f64)>,
        to: impl Fn(f64, f64) -> String,
    ) {
        let mut path = String::new();
        for (x, y) in points {
            let (x, y) = (self.x(x), self.y(y));
            let part = if path.is_empty() { format!("M{x:.1} {y:.1}") } else { to(x, y) };
            path.push_str(&part);
        }
        let _ = writeln!(self.shapes, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    /// A dot, with a text that a pointer shows over it.
    pub fn dot(&mut self, class: &str, (x, y): (f64, f64), radius: f64, title: &str) {
        let _ = writeln!(
            self.shapes,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\"><title>{}</title></circle>",
            self.x(x),
            self.y(y),
            xml::text(title)
        );
    }

    /// A bar over a part of the horizontal axis, a little narrower so that neighbours stay apart.
    pub fn bar(&mut self, class: &str, x: (f64, f64), top: f64) {
        let ((left, right), (top, zero)) = ((self.x(x.0), self.x(x.1)), (self.y(top), self.y(0.0)));
        let _ = writeln!(
            self.shapes,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            (right - left - 1.0).max(1.0),
            zero - top
        );
    }

    /// A vertical line from one value to another.
    pub fn whisker(&mut self, x: f64, (low, high): (f64, f64)) {
        let (x, low, high) = (self.x(x), self.y(low), self.y(high));
        let _ = writeln!(
            self.shapes,
            "<line class=\"whisker\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{high:.1}\" y2=\"{low:.1}\"/>"
        );
    }

    /// Texts beside points: on the left of points near the right end, and lower where one would
    /// lie on another.
    pub fn labels(&mut self, mut points: Vec<(f64, f64, &str)>) {
        points.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.total_cmp(&b.0)));
        let mut taken: Vec<(f64, f64, f64)> = Vec::new();
        for (x, y, text) in points {
            let width = text_width([text].into_iter());
            let is_left = self.x_axis.share(x) > 0.75;
            let start = if is_left { self.x(x) - 8.0 - width } else { self.x(x) + 8.0 };
            let mut baseline = self.y(y);
            // From top to bottom, so that what is passed once is passed for good.
            for &(other, other_end, other_baseline) in &taken {
                let is_beside = start > other_end || start + width < other;
                if !is_beside && (baseline - other_baseline).abs() < LINE_HEIGHT {
                    baseline = other_baseline + LINE_HEIGHT;
                }
            }
            taken.push((start, start + width, baseline));
            taken.sort_by(|a, b| a.2.total_cmp(&b.2));
            let _ = writeln!(
                self.shapes,
                "<text x=\"{:.1}\" y=\"{baseline:.1}\" dy=\".35em\" text-anchor=\"{}\">{}</text>",
                if is_left { start + width } else { start },
                if is_left { "end" } else { "start" },
                xml::text(text)
            );
        }
    }

    /// The chart as a part of a page, with what is read aloud in its place.
    pub fn inline(&self, description: &str) -> String {
        format!(
            "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>",
            self.frame.width,
            self.frame.height,
            xml::attribute(description),
            self.shapes
        )
    }

    /// The chart as a file: with a title, and a legend for the classes [`series`] in their order.
    pub fn picture(&self, title: &str, legend: &[&str]) -> String {
        let Frame { width, height, left, right, top, .. } = self.frame;
        let mut keys = String::new();
        for (index, name) in legend.iter().enumerate() {
            let (x, y) = (width - right + 14.0, top + 18.0 * index as f64);
            let _ = writeln!(
                keys,
                "<rect class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"11\" height=\"11\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                series(index),
                x + 17.0,
                y + 10.0,
                xml::text(name)
            );
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"title\" x=\"{left}\" y=\"22\">{0}</text>\n{1}{keys}</svg>\n",
            xml::text(title),
            self.shapes
        )
    }
}

/// The class of the shapes of a series of a picture, by its place in the legend.
pub fn series(index: usize) -> String {
    format!("s{}", index % N_COLOURS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_stands_where_its_label_says() {
        for (low, high) in [(0.9, 1.0), (0.925, 1.0), (0.613, 0.9), (0.0, 1.0), (-0.3, 0.8)] {
            let axis = Axis::around(low, high, 0.01);
            for (value, label) in &axis.ticks {
                let label: f64 = label.parse().expect("a number");
                assert!((label - value).abs() < 1e-9, "{label} stands at {value}");
            }
            assert!(axis.low <= low && high <= axis.high, "{low} to {high} is on the axis");
            assert!((3..=8).contains(&axis.ticks.len()), "{:?}", axis.ticks);
        }
    }

    #[test]
    fn whole_numbers_have_whole_ticks() {
        for high in [1.0, 2.0, 7.0, 33.0, 200.0, 1999.0] {
            let axis = Axis::around(0.0, high, 1.0);
            assert!(axis.ticks.iter().all(|tick| tick.0.fract() == 0.0), "{:?}", axis.ticks);
        }
    }

    #[test]
    fn equal_values_are_drawn_too() {
        let axis = Axis::around(1.0, 1.0, 0.01);
        assert!(axis.low < axis.high);
        assert!((0.0..=1.0).contains(&axis.share(1.0)));
        assert!(Axis::between(vec![(3.0, "3 s".to_owned())]).share(3.0).is_finite());
    }

    fn empty(legend: &[&str]) -> Chart {
        let frame = Frame::of_picture(400.0, 200.0, 50.0, legend);
        Chart::new(frame, Axis::around(0.0, 10.0, 1.0), Axis::around(0.0, 1.0, 0.1))
    }

    #[test]
    fn labels_at_one_place_do_not_lie_on_one_another() {
        let mut chart = empty(&[]);
        let n_before = chart.shapes.len();
        chart.labels(vec![(3.0, 1.0, "nctrer"), (3.0, 1.0, "mutagenesis"), (3.1, 0.99, "family")]);
        let baselines: Vec<f64> = chart.shapes[n_before..]
            .split(" y=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().expect("a quote").parse().expect("a number"))
            .collect();
        let gaps: Vec<f64> = baselines.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(baselines.len(), 3);
        assert!(gaps.iter().all(|gap| *gap >= LINE_HEIGHT - 0.1), "{baselines:?}");
    }

    #[test]
    fn a_label_near_the_right_end_ends_at_its_point() {
        let mut chart = empty(&[]);
        chart.labels(vec![(10.0, 0.5, "carcinogenesis")]);
        assert!(chart.shapes.contains("text-anchor=\"end\">carcinogenesis<"));
    }

    #[test]
    fn the_longest_name_of_a_legend_has_room() {
        let legend = ["a", "Without Data Properties"];
        let with_long_name = empty(&legend).frame;
        assert_eq!(with_long_name.width - with_long_name.right, 456.0);
        assert!(with_long_name.right > 31.0 + 23.0 * 7.0);
    }

    #[test]
    fn texts_are_escaped_and_every_colour_is_defined() {
        let mut chart = empty(&["a<b"]);
        chart.dot("s0", (1.0, 1.0), 5.0, "x & y");
        let picture = chart.picture("\"q\" < 1", &["a<b"]);
        assert!(picture.contains("<title>x &amp; y</title>"));
        assert!(picture.contains("<title>&quot;q&quot; &lt; 1</title>"));
        assert!(picture.contains(">a&lt;b</text>"));
        for index in 0..N_COLOURS {
            assert!(STYLE.contains(&format!(".{} ", series(index))), "s{index}");
        }
    }
}
