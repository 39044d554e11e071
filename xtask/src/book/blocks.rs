//! Where the code of a Markdown page is.

/// A block of code.
#[derive(Debug, PartialEq)]
pub(super) struct Block<'t> {
    /// What stands behind the opening fence; nothing for indented blocks.
    pub(super) info: &'t str,
    /// The index of its first line of code on the page.
    pub(super) start: usize,
    /// Its lines, without the indentation of an indented block.
    pub(super) lines: Vec<&'t str>,
}

/// All blocks of a page: those between fences, and paragraphs that are indented by four blanks.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut fence: Option<Block<'_>> = None;
    let mut follows_text = false;
    for (line_idx, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            match fence.take() {
                Some(block) => found.push(block),
                None => {
                    fence =
                        Some(Block { info: info.trim(), start: line_idx + 1, lines: Vec::new() });
                }
            }
            follows_text = false;
        } else if let Some(block) = &mut fence {
            block.lines.push(line);
        } else if let Some(code) = line.strip_prefix("    ").filter(|_| !follows_text) {
            match found.last_mut() {
                Some(block)
                    if block.info.is_empty() && block.start + block.lines.len() == line_idx =>
                {
                    block.lines.push(code);
                }
                _ => found.push(Block { info: "", start: line_idx, lines: vec![code] }),
            }
        } else {
            // An indented line that continues a paragraph or a list is no code.
            follows_text = !line.trim().is_empty();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fenced_and_indented_blocks_are_found() {
        let text =
            "Text\n    still text\n\n    code\n    more\n\n```sh file.sh\nls\n\n    x\n```\n";
        let block =
            |info, start, lines: &[&'static str]| Block { info, start, lines: lines.to_vec() };
        let expect =
            [block("", 3, &["code", "more"]), block("sh file.sh", 7, &["ls", "", "    x"])];
        assert_eq!(blocks(text), expect);
    }
}
