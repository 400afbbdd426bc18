import { describe, expect, it } from "vitest";
import { hasPdfHeader } from "../../../../../src/platform/storage/file-headers.ts";

describe("the content of a PDF", () => {
  it.each(["%PDF-1.4\n", "%PDF-2.0", "\u00ef\u00bb\u00bf%PDF-1.7", "\n %PDF-1.3"])(
    "may start with %j",
    (start) => {
      expect(hasPdfHeader(Buffer.from(start, "latin1"))).toBe(true);
    },
  );

  it.each(["", "%PDF", "PDF-1.4", "MZ %PDF-1.4", "<html>%PDF-1.4", "PK\u0003\u0004"])(
    "does not start with %j",
    (start) => {
      expect(hasPdfHeader(Buffer.from(start, "latin1"))).toBe(false);
    },
  );
});
