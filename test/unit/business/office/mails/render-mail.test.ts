import { DomUtils, parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { type Brand, letterheadOf } from "../../../../../src/business/office/brand/brand.ts";
import {
  mailContent,
  type MailKind,
  mailKindCodes,
  sampleMail,
} from "../../../../../src/business/office/mails/mail-kinds.rule.ts";
import { renderMail } from "../../../../../src/platform/mail/render-mail.ts";

const { findAll, textContent } = DomUtils;
const origin = "https://desk.example.com";
const plain: Brand = {
  name: "Meridian",
  accent: null,
  logoKey: null,
  senderName: null,
  termsUrl: null,
  privacyUrl: null,
  supportAddress: null,
};
const to = "olivia@example.com";
const render = (kind: MailKind, brand: Partial<Brand> = {}) =>
  renderMail(
    sampleMail(kind, origin, brand.name ?? plain.name),
    to,
    letterheadOf({ ...plain, ...brand }),
    origin,
  );

const hostile = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `&lt;b&gt; & </td></table><h1>Win</h1>`,
  `Bull &amp; Bear`,
  `javascript:alert(1)`,
];

/** Elements and attributes that no mail template contains. */
function unexpectedMarkup(html: string): string[] {
  const known = "html head meta title style body table tbody tr td img p h1 a br".split(" ");
  return findAll(() => true, parseDocument(html).children).flatMap(({ name, attribs }) => [
    ...(known.includes(name) ? [] : [name]),
    ...Object.keys(attribs).filter((attribute) => attribute.startsWith("on")),
  ]);
}

describe("every mail", () => {
  it.each(mailKindCodes)("%s has the same content as text and as HTML", (kind) => {
    const { subject, paragraphs, action, note } = sampleMail(kind, origin, plain.name);
    const mail = render(kind);
    const read = textContent(parseDocument(mail.html).children);
    expect(mail.subject).toBe(subject);
    for (const text of [
      ...paragraphs,
      ...(note ? [note] : []),
      ...(action ? [action.label] : []),
    ]) {
      expect(mail.text).toContain(text);
      expect(read).toContain(text);
    }
    expect(unexpectedMarkup(mail.html)).toEqual([]);
  });

  it.each(mailKindCodes)("%s links only to the app's own origin", (kind) => {
    const { html } = render(kind);
    const links = findAll(({ name }) => name === "a", parseDocument(html).children);
    for (const { attribs } of links)
      expect(attribs.href).toMatch(/^https:\/\/desk\.example\.com\//);
  });
});

describe("input of users and owners", () => {
  it.each(hostile)("%s is escaped as the firm's name, a certificate or a reason", (text) => {
    const rendered = [
      render("invitation", { name: text, senderName: text }),
      renderMail(
        mailContent({ kind: "certificate-issued", name: text }, text),
        to,
        letterheadOf(plain),
        origin,
      ),
      renderMail(
        mailContent({ kind: "banned", reason: text }, text),
        to,
        letterheadOf(plain),
        origin,
      ),
    ];
    for (const mail of rendered) {
      expect(unexpectedMarkup(mail.html)).toEqual([]);
      expect(textContent(parseDocument(mail.html).children)).toContain(text);
      expect(mail.text).toContain(text);
    }
  });

  it.each(hostile)("%s cannot break out of the links in the footer", (text) => {
    const urls = { supportAddress: text, termsUrl: `https://x.example/${text}` };
    const { html } = render("unbanned", urls);
    expect(unexpectedMarkup(html)).toEqual([]);
    const links = findAll(({ name }) => name === "a", parseDocument(html).children);
    expect(links.map(({ attribs }) => attribs.href)).toEqual([
      `${origin}/auth`,
      `mailto:${text}`,
      urls.termsUrl,
    ]);
  });

  it("keeps the line breaks of a reason, but not in the subject", () => {
    const mail = renderMail(
      { subject: "One\r\nBcc: x@example.com", paragraphs: ["First\nSecond"] },
      to,
      letterheadOf(plain),
      origin,
    );
    expect(mail.subject).toBe("One Bcc: x@example.com");
    expect(mail.html).toContain("First<br>Second");
  });

  it("is stripped of characters that reverse the text direction", () => {
    const mail = renderMail(
      mailContent({ kind: "banned", reason: "a\u202Eb\u2067c" }, "Firm"),
      to,
      letterheadOf(plain),
      origin,
    );
    expect(mail.text).toContain("Reason: abc");
    expect(mail.html).toContain("Reason: abc");
  });
});

describe("the brand", () => {
  it("shows name, logo, support and legal links", () => {
    const mail = render("unbanned", {
      name: "Bull & Bear",
      logoKey: "0f.png",
      supportAddress: "help@bull.example",
      termsUrl: "https://bull.example/terms?a=1&b=2",
      privacyUrl: "https://bull.example/privacy",
    });
    expect(mail.html).toContain(`src="${origin}/api/brand/logo/0f.png"`);
    expect(mail.html).toContain('href="mailto:help@bull.example"');
    expect(mail.html).toContain('href="https://bull.example/terms?a=1&amp;b=2"');
    expect(mail.text).toContain(
      "-- \nBull & Bear\nSupport: help@bull.example\nTerms: https://bull.example/terms?a=1&b=2\nPrivacy: https://bull.example/privacy",
    );
  });

  it("derives a readable button for each theme from a light accent", () => {
    const { html } = render("unbanned", { accent: "#ffd400" });
    expect(html).not.toContain("#2742d6");
    expect(html).toContain(".accent{color:#ffd400!important}");
    expect(html).toMatch(
      /bgcolor="#[0-9a-f]{6}"[^>]*><a href="https:\/\/desk\.example\.com\/auth"/,
    );
  });

  it("includes no sender name until an owner sets one", () => {
    expect(render("unbanned").senderName).toBeUndefined();
    expect(render("unbanned", { senderName: "The Desk" }).senderName).toBe("The Desk");
  });
});
