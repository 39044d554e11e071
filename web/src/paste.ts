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

const HEAD = /^(id|iri|uri|identifier|individual|name)$/i;
const LABEL = /^(label|name|title|rdfs:label)$/i;

/** Reads a list. A first line `id,label` makes it a table; else a tab does, and a comma separates names. */
export function readPasted(text: string): Pasted[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const comma = lines[0]?.includes("\t") ? "\t" : ",";
  const head = lines[0] ? fieldsOf(lines[0], comma) : [];
  const isTable = head.length >= 2 && HEAD.test(head[0]!) && LABEL.test(head[1]!);
  if (isTable || comma === "\t") {
    return lines.slice(isTable ? 1 : 0).map((line) => {
      const [name = "", label = ""] = fieldsOf(line, comma);
      return name === "" ? { name: label, other: null } : { name, other: label || null };
    });
  }
  return lines.flatMap((line) => fieldsOf(line, ",").filter((name) => name !== "").map((name): Pasted => ({ name, other: null })));
}
