import { describe, expect, it } from "vitest";
import {
  programmeForm,
  readSizes,
  sizesInWords,
} from "../../../web/features/admin/programmes/programme-form.ts";

describe("the initial balances of a programme", () => {
  it.each([
    ["50000, 100000", ["50000", "100000"]],
    ["50000,100000", ["50000", "100000"]],
    ["50,000; 100,000.00", ["50000", "100000.00"]],
    ["10000 25000\n50000", ["10000", "25000", "50000"]],
    ["", []],
  ])("%j are %j", (text, sizes) => {
    expect(readSizes(text)).toEqual(sizes);
  });

  it("are shown as they were understood", () => {
    expect(sizesInWords("50000, many, 100,000", "EUR")).toEqual([
      "50,000.00 EUR",
      "100,000.00 EUR",
    ]);
  });
});

it("the form of a programme names the field of each error", () => {
  const step = { phase: "", version: "", payoutEnabled: false };
  const form = { name: "", note: "", currency: "USD", sizes: "2000, 1000", steps: [step] };
  const { error } = programmeForm.safeParse(form);
  expect(error!.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["name", "Name is required"],
    ["sizes", "initialBalances must be ascending"],
    ["steps.0.phase", "Phase is required"],
    ["steps.0.version", "Please choose the rules"],
  ]);
});
