// A knowledge base as biologists have them: numbers for names, labels, synonyms, several languages.

import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsOf, identifiers, launch, learn, learned, open, Server, take } from "./fixture";

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const PEOPLE = ["Ada", "Berta", "Clara", "Dora", "Emil", "Fritz", "Gustav", "Hanna", "Ida", "Jakob", "Karl", "Lotte", "Max", "Nora", "Otto", "Paula"];

/** Patients with findings; those with a severe heart finding are to be told apart. */
function clinic(): string {
  const lines = [
    "@prefix : <http://purl.obolibrary.org/obo/> .",
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .",
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .",
    "@prefix o: <http://www.geneontology.org/formats/oboInOwl#> .",
    "o:hasExactSynonym a owl:AnnotationProperty .",
  ];
  const named = (id: string, kind: string, label: string, more = "") => lines.push(`:${id} a owl:${kind} ; rdfs:label "${label}"@en ${more}.`);
  named("XP_0000001", "Class", "patient", '; rdfs:label "Patientin"@de ');
  named("XP_0000002", "Class", "cardiac finding", '; o:hasExactSynonym "heart finding" ');
  named("XP_0000003", "Class", "renal finding");
  named("XP_0000004", "Class", "severe");
  named("XP_0000005", "ObjectProperty", "has finding");
  named("XP_0000006", "DatatypeProperty", "age in years");
  PEOPLE.forEach((name, index) => {
    const [patient, finding] = [`XQ_${1000 + index}`, `XQ_${2000 + index}`];
    lines.push(`:${patient} a :XP_0000001 ; rdfs:label "${name} Meyer" ; o:hasExactSynonym "case ${index + 1}" ; :XP_0000005 :${finding} ; :XP_0000006 ${30 + 2 * index} .`);
    lines.push(`:${finding} a :XP_000000${index % 2 === 0 ? 2 : 3}${index % 4 < 2 ? ", :XP_0000004" : ""} ; rdfs:label "finding of ${name}" .`);
  });
  return lines.join("\n");
}

test("no identifier is seen unasked, from the first search to the last list", async () => {
  const page = await open(browser, server.address, { viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const clean = async (where: string) => expect(await identifiers(page), where).toEqual([]);
  await page.getByLabel(/Upload/).setInputFiles({ name: "clinic.ttl", mimeType: "text/turtle", buffer: Buffer.from(clinic()) });
  await page.getByText("32 found").waitFor();
  await clean("start");

  // Search: by label, by synonym, by identifier, and the class by a synonym of its own.
  const list = page.getByRole("region", { name: "Individuals that were found" });
  for (const [text, name] of [["clara", "Clara Meyer"], ["case 3", "Clara Meyer"], ["XQ_1002", "Clara Meyer"]] as const) {
    await page.getByLabel("Find individuals").fill(text);
    await list.getByRole("button", { name, exact: true }).waitFor();
    await page.getByText(/^[12] found$/).waitFor();
  }
  await page.getByLabel("Find individuals").fill("");
  await page.getByRole("combobox", { name: "of class" }).fill("heart");
  await page.getByRole("option", { name: "cardiac finding 8" }).click();
  await page.getByText("8 found").waitFor();
  await clean("search");

  // Paste: labels, an IRI, a prefixed name, quotes, a synonym, and a table.
  await page.getByRole("tab", { name: "Paste" }).click();
  const pasted = page.getByLabel(/^Labels, IRIs/);
  await pasted.fill('Ada Meyer\n"Emil Meyer"\nIda Meyer, ');
  await page.getByText("3 understood, 0 not").waitFor();
  await page.getByRole("button", { name: "Mark as positive" }).click();
  await page.getByText("3 marked").waitFor();
  await pasted.fill("id,label\nhttp://purl.obolibrary.org/obo/XQ_1012,Max Meyer\n:XQ_1001,\nunknown:7,Clara Meyer\n,case 4");
  await page.getByText("4 understood, 0 not").waitFor();
  await page.getByRole("button", { name: "Mark as negative" }).click();
  await page.getByText("4 marked").waitFor();
  // One of them was meant to be positive: undo, and again.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("None is marked, so the other individuals").waitFor();
  await pasted.fill("Max Meyer");
  await page.getByText("1 understood, 0 not").waitFor();
  await page.getByRole("button", { name: "Mark as positive" }).click();
  await pasted.fill("Berta Meyer\nClara Meyer\nDora Meyer\nFritz Meyer\nGustav Meyer\nHanna Meyer\nKarl Meyer");
  await page.getByText("7 understood, 0 not").waitFor();
  await page.getByRole("button", { name: "Mark as negative" }).click();
  await page.getByText("7 marked").waitFor();
  await clean("examples");

  await learn(page);
  await learned(page);
  expect((await page.locator(".confusion tbody td").allInnerTexts()).map((text) => text.replace(/\D/g, ""))).toEqual(["4", "0", "0", "7"]);
  await page.getByRole("heading", { name: /^Expected on new/ }).waitFor();
  await clean("answer");
  for (const notation of ["DL", "Manchester"]) {
    await page.getByRole("group", { name: "Notation" }).getByRole("button", { name: notation }).click();
    await clean(notation);
  }
  expect(await page.locator(".answer pre").innerText()).toContain("'has finding'");
  expect(await page.locator("table.front tbody tr").last().innerText()).toContain("has finding");

  // Why, for one that is in and one that is out, and from neighbour to neighbour.
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await page.locator(".groups").getByRole("button", { name: "Ada Meyer", exact: true }).click();
  await page.getByRole("heading", { name: "Why Ada Meyer is in" }).waitFor();
  await page.locator(".ego").getByRole("button", { name: "Explain finding of Ada" }).waitFor();
  await clean("why in");
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await page.locator(".groups").getByRole("button", { name: "Clara Meyer", exact: true }).click();
  await page.getByRole("heading", { name: "Why Clara Meyer is not in" }).waitFor();
  await page.getByRole("heading", { name: /It would fit if/ }).waitFor();
  await clean("why out");
  await page.locator(".ego").getByRole("button", { name: "Explain finding of Clara" }).click();
  await page.getByRole("heading", { name: /finding of Clara/ }).waitFor();
  await clean("neighbour");

  // Change a part, look at the other lists, take it away.
  await page.locator(".outline .part").last().click();
  await page.getByRole("button", { name: "Replace…" }).click();
  await take(page, await page.locator(".editor .combobox label").innerText(), "renal finding");
  await page.getByText("changed by you").waitFor();
  await clean("edit");
  for (const tab of ["Label next", "Instances", "Runs"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForLoadState("networkidle");
    await clean(tab);
  }
  await page.getByRole("button", { name: "back to what was learned" }).click();
  await page.getByRole("tab", { name: "Instances" }).click();
  await page.getByText(/^[4-9] individuals are covered/).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toMatch(/,\w+ Meyer,/);

  // Asked for, they are there: on hover, and everywhere by the switch.
  const name = page.locator(".virtual .name").first();
  expect(await name.getAttribute("title")).toMatch(/obolibrary/);
  await page.getByRole("combobox", { name: "Names", exact: true }).selectOption("ids");
  await expect.poll(async () => (await identifiers(page)).length).toBeGreaterThan(5);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

/** Animals with labels in English and German, one of them in English alone. */
function animals(): string {
  const lines = ["@prefix : <http://e/> .", "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .", "@prefix owl: <http://www.w3.org/2002/07/owl#> ."];
  const named = (id: string, kind: string, english: string, german: string) => lines.push(`:${id} a ${kind} ; rdfs:label "${english}"@en, "${german}"@de .`);
  named("XP_1", "owl:Class", "dog", "Hund");
  named("XP_2", "owl:Class", "cat", "Katze");
  const owners = [["Spring", "Frühling"], ["Summer", "Sommer"], ["Autumn", "Herbst"], ["Winter", "Winter"]] as const;
  owners.forEach(([english, german], index) => {
    named(`XQ_1${index}`, ":XP_1", `${english}'s dog`, `Hund von ${german}`);
    named(`XQ_2${index}`, ":XP_2", `${english}'s cat`, `Katze von ${german}`);
  });
  lines.push(':XQ_30 a :XP_2 ; rdfs:label "stray cat"@en .');
  return lines.join("\n");
}

test("labels are in the language of the browser, and in the one that is chosen", async () => {
  const page = await open(browser, server.address, { viewport: { width: 1440, height: 900 }, locale: "de-AT" });
  await page.getByLabel(/Upload/).setInputFiles({ name: "animals.ttl", mimeType: "text/turtle", buffer: Buffer.from(animals()) });
  await page.getByText("9 found").waitFor();
  const list = page.getByRole("region", { name: "Individuals that were found" });
  const shown = async () => (await list.locator(".name").allInnerTexts()).map((text) => text.trim());
  const language = page.getByRole("combobox", { name: "Language of labels" });
  const german = ["Hund von Frühling", "Hund von Herbst", "Hund von Sommer", "Hund von Winter", "Katze von Frühling", "Katze von Herbst", "Katze von Sommer", "Katze von Winter", "stray cat"];
  await expect.poll(shown).toEqual(german);
  expect(await language.locator("option").allInnerTexts()).toEqual(["Browser", "Deutsch", "English"]);

  // What is typed in either language is found.
  await page.getByLabel("Find individuals").fill("autumn's dog");
  await expect.poll(shown).toEqual(["Hund von Herbst"]);
  await page.getByLabel("Find individuals").fill("");

  await page.getByRole("tab", { name: "Paste" }).click();
  const pasted = page.getByLabel(/^Labels, IRIs/);
  await pasted.fill("Hund von Herbst\nSpring's dog\nSummer's dog");
  await page.getByText("3 understood, 0 not").waitFor();
  await page.getByRole("button", { name: "Mark as positive" }).click();
  await pasted.fill("Katze von Herbst\nSpring's cat\nstray cat");
  await page.getByText("3 understood, 0 not").waitFor();
  await page.getByRole("button", { name: "Mark as negative" }).click();
  await page.getByRole("button", { name: "Remove Hund von Frühling" }).waitFor();
  await learn(page);
  await learned(page);
  const sentence = page.locator(".answer .sentence");
  await expect.poll(() => sentence.innerText()).toMatch(/Hund|Katze/);

  // In English everything changes, and nothing is lost.
  await language.selectOption("en");
  await expect.poll(() => sentence.innerText()).toMatch(/dog|cat/);
  await page.getByRole("button", { name: "Remove Spring's dog" }).waitFor();
  const everything = () => page.locator("main").innerText();
  await expect.poll(everything).not.toMatch(/Hund|Katze/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Remove Summer's dog" }).waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Remove stray cat" }).waitFor();
  expect(await everything()).not.toMatch(/Hund|Katze/);

  // A reload keeps the choice; without one, the browser's languages count again.
  await page.reload();
  await page.getByRole("button", { name: "Remove Spring's cat" }).waitFor();
  await language.selectOption("");
  await page.getByRole("button", { name: "Remove Katze von Frühling" }).waitFor();
  expect(await identifiers(page)).toEqual([]);
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();

  // Where a knowledge base has one language, there is nothing to choose.
  const other = await open(browser, server.address, { viewport: { width: 1440, height: 900 } });
  await other.getByText(/found$/).waitFor();
  expect(await other.getByRole("combobox", { name: "Language of labels" }).count()).toBe(0);
  await other.context().close();
});
