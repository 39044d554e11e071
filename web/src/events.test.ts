import { expect, test } from "vitest";
import { splitEvents } from "./events";

function events(...chunks: string[]): [string, string][] {
  const found: [string, string][] = [];
  let rest = "";
  for (const chunk of chunks) rest = splitEvents(rest + chunk, (name, data) => found.push([name, data]));
  return found;
}

test("events survive being cut anywhere", () => {
  const stream = 'event: progress\ndata: {"a":1}\n\n:\n\nevent: end\ndata: {"b":2}\n\n';
  const whole = [["progress", '{"a":1}'], ["end", '{"b":2}']];
  for (let cut = 0; cut <= stream.length; cut += 1) {
    expect(events(stream.slice(0, cut), stream.slice(cut))).toEqual(whole);
  }
});

test("half an event is no event", () => {
  expect(events("event: end\ndata: {}\n")).toEqual([]);
});
