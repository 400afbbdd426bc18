import { expect, it } from "vitest";
import { mailContent } from "../../../../../src/business/office/mails/mail-kinds.rule.ts";

it.each([
  {
    about: "breach",
    decision: "confirm",
    subject: "The breach of a limit was confirmed",
    outcome: "The breach was confirmed, and the stage has ended.",
  },
  {
    about: "breach",
    decision: "dismiss",
    subject: "The review of your trading account has ended",
    outcome: "The breach was dismissed. The account continues as before.",
  },
  {
    about: "pass",
    decision: "confirm",
    subject: "You have passed the stage",
    outcome: "The result was confirmed, and the stage has ended as passed.",
  },
  {
    about: "pass",
    decision: "dismiss",
    subject: "The review of your trading account has ended",
    outcome: "The pass was dismissed. The account continues as before.",
  },
] as const)(
  "the mail about a review of a $about with the decision to $decision says so",
  ({ about, decision, subject, outcome }) => {
    const event = { kind: "review-decided", about, decision, reason: "Checked" } as const;
    const content = mailContent({ ...event, reviewId: 7, reasons: ["Too much."] }, "Meridian");
    expect(content.subject).toBe(subject);
    expect(content.paragraphs).toEqual([
      `Meridian has reviewed your trading account. ${outcome}`,
      "Too much.",
      "Reason: Checked",
    ]);
    expect(content.action).toMatchObject({ path: about === "breach" ? "/reviews/7" : "/" });
  },
);

it.each([
  { about: "breach", subject: "Your trading account is under review", reasons: ["Too much lost."] },
  { about: "pass", subject: "Your trading account meets its objectives", reasons: [] },
] as const)("the mail about a new review of a $about gives the reasons", (review) => {
  const { about, subject, reasons } = review;
  const event = { kind: "review-opened", about, reviewId: 7 } as const;
  const content = mailContent({ ...event, reasons: [...reasons] }, "Meridian");
  expect(content.subject).toBe(subject);
  expect(content.paragraphs.slice(1, -1)).toEqual(reasons);
  expect(content.action).toMatchObject({ path: about === "breach" ? "/reviews/7" : "/" });
});
