import { describe, expect, it } from "vitest";
import {
  type CertificateText,
  composeCertificate,
  printCertificate,
} from "../../../../../src/business/record/certificates/draft-certificate.ts";
import { missingGlyphs } from "../../../../../src/business/record/certificates/certificate-fonts.ts";
import { PAGE } from "../../../../../src/business/record/certificates/certificate-layout.rule.ts";
import { drawSvg } from "../../../../../src/business/record/certificates/draw-certificate.ts";
import { printable } from "../../../../../src/business/record/certificates/certificate.rule.ts";
import { pdfLines } from "../../../../support/pdf-text.ts";

type Look = Parameters<typeof printCertificate>[0];

const look: Look = { logo: null, accent: "#a8843f", publicUrl: "https://desk.example.com" };

const text = (changes: Partial<CertificateText["printed"]> = {}): CertificateText => ({
  code: "7K3MQ9TX2B4D",
  kind: "payout",
  name: "Payout of $1,250.00",
  printed: {
    firmName: "Northgate Capital",
    traderName: "Olivia Bennett",
    statement: "has earned a payout of $1,250.00\nfrom the profit of a trading account.",
    phase: null,
    amount: "1250.00",
    currency: "USD",
    earnedOn: "2026-03-14",
    ...changes,
  },
});

const print = (content: CertificateText, with_ = look) =>
  printCertificate(with_, content, new Date("2026-03-15"));

const pixel = {
  type: "image/png" as const,
  data: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  width: 1,
  height: 1,
};

describe("the PDF of a certificate", () => {
  it("contains the trader, the achievement, the date and how to verify it", async () => {
    const lines = pdfLines(await print(text())).map((line) => line.text);
    expect(lines).toEqual([
      "NORTHGATE CAPITAL",
      "Payout of $1,250.00",
      "THIS CERTIFIES THAT",
      "Olivia Bennett",
      "has earned a payout of $1,250.00",
      "from the profit of a trading account.",
      "March 14, 2026",
      "Date of the payout",
      "7K3M-Q9TX-2B4D",
      "Verify at desk.example.com/certificates/verify",
    ]);
  });

  it("links its QR code to the public page", async () => {
    const pdf = (await print(text())).toString("latin1");
    expect(pdf).toContain("(https://desk.example.com/certificates/verify/7K3M-Q9TX-2B4D)");
  });

  it.each([
    "Łukasz Żółć",
    "Gülşah Iğdır",
    "Nguyễn Thị Hồng",
    "Анна Щербакова",
    "Ђорђе Љубић",
    "Ελένη Παπαδοπούλου",
    "Ñuño Ågren-Đorđević",
    "Siân O’Connor",
  ])("prints %s unchanged", async (traderName) => {
    expect(missingGlyphs("italic", traderName)).toEqual([]);
    const lines = pdfLines(await print(text({ traderName }))).map((line) => line.text);
    expect(lines).toContain(traderName);
  });

  it("has extractable text, regardless of earlier files", async () => {
    for (const traderName of [
      "Nguyễn Thị Hồng",
      "Ñuño Ågren-Đorđević",
      "Ωμέγα",
      "Olivia Bennett",
    ]) {
      const lines = pdfLines(await print(text({ traderName }))).map((line) => line.text);
      expect(lines).toContain(traderName);
    }
  });

  it("reports unprintable characters", () => {
    expect(missingGlyphs("italic", "王小明 王 Ada 🦊")).toEqual(["王", "小", "明", "🦊"]);
  });

  it.each([
    ["A very long name that goes on ".repeat(8), 1],
    ["株式会社", 1],
    ["(\\) <</Type /Page>> endobj", 1],
  ])("has one page that contains every line for %j", async (traderName, pages) => {
    const long = text({
      traderName,
      firmName: traderName,
      statement: `${traderName}\n${traderName}`,
    });
    const pdf = await print({ ...long, name: traderName });
    expect(pdf.toString("latin1").match(/\/Type \/Page\b(?! ?>>)/g)).toHaveLength(pages);
    for (const { x, y } of pdfLines(pdf)) {
      expect(x).toBeGreaterThan(35);
      expect(y).toBeGreaterThan(35);
      expect(y).toBeLessThan(560);
    }
    for (const shape of composeCertificate(look, { ...long, name: traderName })) {
      if (shape.kind === "text") expect(shape.x).toBeGreaterThan(80);
    }
  });

  it("shows the logo above the name of the firm", async () => {
    const plain = pdfLines(await print(text()))[0]!;
    const pdf = await print(text(), { ...look, logo: pixel });
    expect(pdf.toString("latin1")).toContain("/Subtype /Image");
    expect(pdfLines(pdf)[0]!.y).toBeLessThan(plain.y);
  });

  it.each([
    [4000, 100, { x: PAGE.width / 2 - 110, y: 71.25, width: 220, height: 5.5 }],
    [100, 4000, { x: PAGE.width / 2 - 0.5, y: 54, width: 1, height: 40 }],
  ])("fits a logo of %i by %i pixels into the space at the top", (width, height, box) => {
    const shapes = composeCertificate({ ...look, logo: { ...pixel, width, height } }, text());
    expect(shapes.find(({ kind }) => kind === "image")).toMatchObject(box);
  });

  it("is small, although it embeds its fonts", async () => {
    expect((await print(text())).length).toBeLessThan(40_000);
  });
});

describe("the preview", () => {
  it("renders letters as outlines, so that no input becomes markup", () => {
    const hostile = '</svg><script>alert("1")</script>';
    const svg = drawSvg(
      composeCertificate(look, {
        ...text({ traderName: hostile, firmName: hostile }),
        name: hostile,
      }),
    );
    expect(svg).not.toMatch(/script|alert|<text/);
    expect(svg.match(/<svg /g)).toHaveLength(1);
  });
});

describe("printable text", () => {
  it.each([
    ["  Olivia\n\tBennett ", "Olivia Bennett"],
    ["Olivia\u202eBennett", "OliviaBennett"],
    ["O\u200bli\u00advia\u0000", "Olivia"],
    ["Ame\u0301lie", "Amélie"],
    ["\u3164\ufe0f", ""],
    ["\u2028a\u2029b", "a b"],
  ])("of %j is %j", (given, printed) => {
    expect(printable(given)).toBe(printed);
  });
});
