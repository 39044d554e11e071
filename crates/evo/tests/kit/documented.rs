//! Figures of the pages that follow from other figures there.

use std::fs;
use std::path::Path;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The tables of a page: rows of cells, the heading first, without the line below it.
fn tables(text: &str) -> Vec<Vec<Vec<&str>>> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .chunk_by(|a, b| a.starts_with('|') == b.starts_with('|'))
        .filter(|block| block[0].starts_with('|'))
        .map(|block| {
            let rows = block.iter().enumerate().filter(|(index, _)| *index != 1);
            rows.map(|(_, line)| cells(line)).collect()
        })
        .collect()
}

/// The ratio of learning times in each row of a table, checked against the two times before it.
fn ratios(table: &[Vec<&str>]) -> Vec<f64> {
    let authors = table[0].iter().position(|cell| *cell == "authors, CPU s").expect("a column");
    let mut first = Vec::new();
    for row in &table[1..] {
        let number = |cell: &str| cell.trim_end_matches('×').parse::<f64>().expect("a number");
        let mut of_row = Vec::new();
        for (column, heading) in table[0].iter().enumerate().filter(|(_, cell)| **cell == "ratio") {
            let (theirs, ours) = (number(row[authors]), number(row[column - 1]));
            let ratio = number(row[column]);
            // Times are rounded: to 0.05 s of theirs and half a millisecond of ours.
            let range = (theirs - 0.05) / (ours + 0.0005)..=(theirs + 0.05) / (ours - 0.0005);
            assert!(range.contains(&ratio), "{heading} {ratio} in {row:?} is not within {range:?}");
            of_row.push(ratio);
        }
        first.push(of_row[0]);
    }
    first.sort_by(f64::total_cmp);
    first
}

#[test]
fn ratios_of_times_are_those_of_times_measured_side_by_side() {
    let mut found = Vec::new();
    for name in ["README.md", "docs/learning.md"] {
        let text = page(name);
        let tables = tables(&text);
        let with_ratio: Vec<_> =
            tables.iter().filter(|table| table[0].contains(&"ratio")).collect();
        assert_eq!(with_ratio.len(), 1, "{name} has one table with ratios");
        // No other table has a ratio or times of the authors' program.
        for table in tables.iter().filter(|table| !table[0].contains(&"ratio")) {
            let words = table.concat().join(" ");
            assert!(!words.contains('×') && !words.contains("authors, CPU s"), "{name}: {words}");
        }
        let ratios = ratios(with_ratio[0]);
        let n = ratios.len();
        let median = f64::midpoint(ratios[(n - 1) / 2], ratios[n / 2]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let thousands = |ratio: f64| match ratio as u32 {
            ratio if ratio >= 1000 => format!("{},{:03}", ratio / 1000, ratio % 1000),
            ratio => ratio.to_string(),
        };
        let range = format!("{} to {} times", thousands(ratios[0]), thousands(ratios[n - 1]));
        assert!(text.contains(&range), "no `{range}` in {name}");
        let median = format!("about {:.0} times in the median", (median / 10.0).round() * 10.0);
        assert!(text.contains(&median), "no `{median}` in {name}");
        found.push(ratios);
    }
    assert_eq!(found[0], found[1], "both pages have the same figures");
}
