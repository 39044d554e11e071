// A pasted list as names: lines, commas, quotes, or the first columns of CSV.

/** What a line of a list says: a name to look up, and another one to try where that is unknown. */
export interface Pasted {
  name: string;
  other: string | null;
}

/** The fields of a line of CSV; quotes may hold commas. */
export function fieldsOf(line: string, comma: string): string[] {
  const fields: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!;
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      field += letter;
      at += 1;
    } else if (letter === '"' && (isQuoted || field.trim() === "")) {
      isQuoted = !isQuoted;
    } else if (letter === comma && !isQuoted) {
      fields.push(field.trim());
      field = "";
    } else {
      field += letter;
    }
  }
  return [...fields, field.trim()];
}

const ID = /^(id|iri|uri|identifier|individual|name)$/i;
const LABEL = /^(label|name|title|rdfs:label)$/i;

/**
 * Reads a list. Columns `id` and `label` in the first line make it a table, whatever their order; else tabs or
 * semicolons do, by its first two columns, and a comma separates names.
 */
export function readPasted(text: string): Pasted[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  // Spreadsheets write semicolons where a comma is the sign of decimals.
  const comma = ["\t", ";"].find((sign) => fieldsOf(lines[0] ?? "", sign).length > 1) ?? ",";
  const head = fieldsOf(lines[0] ?? "", comma);
  const id = head.findIndex((title) => ID.test(title));
  const other = head.findIndex((title, at) => at !== id && LABEL.test(title));
  const isTable = id >= 0 && other >= 0;
  if (isTable || comma !== ",") {
    return lines.slice(isTable ? 1 : 0).map((line) => {
      const fields = fieldsOf(line, comma);
      const [name = "", label = ""] = isTable ? [fields[id], fields[other]] : fields;
      return name === "" ? { name: label, other: null } : { name, other: label || null };
    });
  }
  return lines.flatMap((line) => fieldsOf(line, ",").filter((name) => name !== "").map((name): Pasted => ({ name, other: null })));
}
