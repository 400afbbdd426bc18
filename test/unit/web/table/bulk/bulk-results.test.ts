import { createElement, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { Preview, Results, Running } from "../../../../../web/table/bulk/bulk-results.tsx";
import type { RowResult } from "../../../../../web/table/bulk/run-bulk.ts";
import { textOf } from "../../text-of.ts";

/** Returns the text of a component with one space between its parts. */
const wordsOf = (element: ReactNode) => textOf(element, " ").replaceAll(/\s+/g, " ").trim();

const result = (id: number, outcome: RowResult["outcome"]): RowResult => ({
  id,
  name: `#${id}`,
  outcome,
  words: outcome,
});

describe("a bulk action", () => {
  it("shows what will change and what is left out before it starts", () => {
    const leftOut = [result(4, "left-out")];
    const summary = ["They sum to $30.00.", "One has flags."];
    const preview = createElement(Preview, { changing: 3, noun: "request", summary, leftOut });
    expect(wordsOf(preview)).toBe(
      "3 requests will change. They sum to $30.00. One has flags. 1 left out: #4 left-out",
    );
  });

  it.each([
    [true, "1 of 6 requests approved, 1 waiting, 1 failed"],
    [false, "1 of 6 requests approved, 1 waiting, 1 failed, 3 not started"],
  ])("counts its results (running: %s): %s", (isRunning, words) => {
    const results = [
      result(9, "left-out"),
      ...(["done", "waiting", "failed"] as const).map((outcome, index) => result(index, outcome)),
    ];
    const progress = { all: 6, results, isRunning };
    const text = wordsOf(createElement(Running, { progress, noun: "request", done: "approved" }));
    expect(text).toBe(`${words} #2 failed #1 waiting #0 done #9 left-out`);
  });

  it("lists at most 200 results, failures first", () => {
    const results = Array.from({ length: 1300 }, (_, id) =>
      result(id, id === 1299 ? "failed" : "done"),
    );
    const text = wordsOf(createElement(Results, { results }));
    expect(text).toMatch(/^#1299 failed #0 done .* #198 done and 1,100 more$/);
    expect(wordsOf(createElement(Results, { results: [] }))).toBe("");
  });
});
