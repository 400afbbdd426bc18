import { describe, expect, it } from "vitest";
import { readBearer } from "../../../../src/identity/tokens/authenticate-token.ts";

describe("the credentials of an Authorization header", () => {
  it.each([
    ["Bearer pdk_x", "pdk_x"],
    ["bearer pdk_x", "pdk_x"],
    ["BEARER \t pdk_x ", "pdk_x"],
    ["Bearer", ""],
    ["Bearer ", ""],
    ["Bearer two words", "two words"],
  ])("of %j are %j", (header, credentials) => {
    expect(readBearer(header)).toBe(credentials);
  });

  it.each([undefined, "", "Basic cGRrOg==", "Bearerpdk_x", "pdk_x", " Bearer pdk_x"])(
    "of %j are not those of a bearer token",
    (header) => {
      expect(readBearer(header)).toBeUndefined();
    },
  );
});
