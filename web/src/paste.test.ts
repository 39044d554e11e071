import { expect, test } from "vitest";
import { fieldsOf, readPasted } from "./paste";

const names = (text: string) => readPasted(text).map(({ name }) => name);

test("lines and commas separate names, quotes hold them together", () => {
  expect(names("anna\n bert , carl\n\n# a remark\n")).toEqual(["anna", "bert", "carl"]);
  expect(names('"Crohn, of Berlin"\nx')).toEqual(["Crohn, of Berlin", "x"]);
  expect(fieldsOf('a "b" c,"say ""hi""",', ",")).toEqual(['a "b" c', 'say "hi"', ""]);
});

test("a head or tabs make a table of identifiers and labels", () => {
  expect(readPasted("id,label\nX_1,One\nX_2,\n,Three")).toEqual([
    { name: "X_1", other: "One" },
    { name: "X_2", other: null },
    { name: "Three", other: null },
  ]);
  expect(readPasted("X_1\tOne, and more")).toEqual([{ name: "X_1", other: "One, and more" }]);
  expect(readPasted("")).toEqual([]);
});

test("columns stand in any order, and semicolons separate them as well", () => {
  expect(readPasted("label,age,id\nOne,7,X_1")).toEqual([{ name: "X_1", other: "One" }]);
  expect(readPasted('id;label\nX_1;"One; and more"')).toEqual([{ name: "X_1", other: "One; and more" }]);
  expect(readPasted("X_1;One\nX_2;Two, too")).toEqual([{ name: "X_1", other: "One" }, { name: "X_2", other: "Two, too" }]);
  // A name that two columns could be is the identifier.
  expect(readPasted("name,label\nx,y")).toEqual([{ name: "x", other: "y" }]);
});
