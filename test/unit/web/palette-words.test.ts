import { describe, expect, it } from "vitest";
import { mainPages, morePages } from "../../../web/app/layouts/admin-pages.ts";
import {
  matchesDescription,
  matchesLabel,
  matchingTask,
  payoutReference,
} from "../../../web/app/layouts/palette-words.ts";

const pages = [...mainPages, ...morePages.flatMap((group) => group.pages)].map(
  ({ hint, ...page }) => ({ ...page, note: hint }),
);

describe("the command palette", () => {
  it.each([
    ["approve", ["Payouts", "Payments", "Identities", "Actions"]],
    ["ban", ["Payments", "Users"]],
    ["export", ["Payouts", "Statements", "Payments", "Users", "Audit Log"]],
    ["csv", ["Payouts", "Statements", "Payments", "Users", "Audit Log"]],
    ["sepa", ["Payments"]],
    ["new user", ["Administration"]],
    ["brand", ["Settings"]],
    ["logo", ["Settings"]],
    ["four-eyes", ["Settings"]],
    ["second factor", ["Team", "Settings", "Your Profile"]],
    ["two-step", ["Team", "Settings", "Your Profile"]],
    ["2FA", ["Team", "Settings", "Your Profile"]],
    ["passkey", ["Your Profile"]],
    ["access key", ["Team", "API Tokens"]],
    ["api key", ["API Tokens"]],
    ["failed emails", ["Dashboard"]],
    ["mt5", ["Statements", "Bridges"]],
    ["drawdown", ["Rules"]],
  ])("finds by %j: %j", (text, labels) => {
    expect(pages.filter((page) => matchesLabel(page, text))).toEqual([]);
    const found = pages.filter((page) => matchesDescription(page, text));
    expect(found.map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ["add admin", "Team", "Add an administrator"],
    ["connect shop", "Sources", "Connect a shop"],
    ["set breached", "Users", "Set a user breached"],
  ])("finds by what is done on a page, %j: %j", (text, label, task) => {
    const found = pages.flatMap((page) => {
      const match = matchingTask(page.tasks ?? [], text);
      return match === undefined ? [] : [[page.label, match]];
    });
    expect(found).toEqual([[label, task]]);
  });

  it.each(["#41", "payout 41", "Payout #41", "payout#41", "request 41"])(
    "reads %j as a reference to a payout request",
    (text) => expect(payoutReference(text)).toBe(41),
  );

  it.each(["41", "payout", "payout x", "#0", "#99999999999", "run 41", "payout 41 eur"])(
    "does not read %j as one",
    (text) => expect(payoutReference(text)).toBeUndefined(),
  );
});
