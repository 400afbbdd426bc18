import { describe, expect, it } from "vitest";
import {
  formatTypedCode,
  readTypedCode,
} from "../../../../../src/platform/fields/typed-code.rule.ts";
import { makeCode } from "../../../../../src/business/record/certificates/generate-certificate.ts";

describe("the code of a certificate", () => {
  it.each([
    "7K3MQ9TX2B4D",
    "7K3M-Q9TX-2B4D",
    " 7k3m q9tx 2b4d ",
    "7k3m-q9tx-2b4d",
    "7-K-3-M-Q-9-T-X-2-B-4-D",
  ])("is parsed from %j", (typed) => {
    expect(readTypedCode(typed)).toBe("7K3MQ9TX2B4D");
  });

  it("is accepted with letters instead of similar digits", () => {
    expect(readTypedCode("OoIiLl000000")).toBe("001111000000");
  });

  it.each([
    "",
    "7K3M-Q9TX-2B4",
    "7K3M-Q9TX-2B4DD",
    "7K3M-Q9TX-2B4U",
    "7K3M-Q9TX-2B4%",
    "７K3MQ9TX2B4D",
    "7K3MQ9TX2B4ß",
    "0".repeat(10_000),
  ])("is not parsed from %j", (typed) => {
    expect(readTypedCode(typed)).toBeUndefined();
  });

  it("is printed in groups of four", () => {
    expect(formatTypedCode("7K3MQ9TX2B4D")).toBe("7K3M-Q9TX-2B4D");
  });

  it("is random, and parsed as it was generated", () => {
    const codes = Array.from({ length: 200 }, makeCode);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(readTypedCode(formatTypedCode(code).toLowerCase())).toBe(code);
  });
});
