import { describe, expect, it } from "vitest";
import { readSumsub } from "../../../../../src/business/decisions/identities/checkers/sumsub.rule.ts";
import { readVeriff } from "../../../../../src/business/decisions/identities/checkers/veriff.rule.ts";

const sumsub = (message: object) =>
  readSumsub({
    type: "applicantReviewed",
    externalUserId: "ref",
    createdAtMs: "2026-03-02 10:00:00.321",
    ...message,
  });
const ofSumsub = { reference: "ref", at: new Date("2026-03-02T10:00:00.321Z"), facts: {} };

describe("a message of Sumsub", () => {
  it.each([
    [
      { type: "applicantPending" },
      { ...ofSumsub, outcome: "submitted", reason: null, isFinal: false },
    ],
    [
      { reviewResult: { reviewAnswer: "GREEN" } },
      { ...ofSumsub, outcome: "approve", reason: null, isFinal: false },
    ],
    [
      {
        reviewResult: {
          reviewAnswer: "RED",
          reviewRejectType: "RETRY",
          moderationComment: "Blurred",
        },
      },
      { ...ofSumsub, outcome: "reject", reason: "Blurred", isFinal: false },
    ],
    [
      { reviewResult: { reviewAnswer: "RED", reviewRejectType: "FINAL" } },
      { ...ofSumsub, outcome: "reject", reason: "The check was not passed", isFinal: true },
    ],
    [{ type: "applicantCreated" }, undefined],
  ])("%j is %j", (message, news) => {
    expect(sumsub(message)).toEqual(news);
  });

  it.each([
    [{ createdAtMs: "yesterday", reviewResult: { reviewAnswer: "GREEN" } }],
    [{ externalUserId: null, reviewResult: { reviewAnswer: "GREEN" } }],
    [{ reviewResult: null }],
    [{ reviewResult: { reviewAnswer: "BLUE" } }],
  ])("%j is unreadable", (message) => {
    expect(() => sumsub(message)).toThrow("not what its sender documents");
  });
});

const verification = {
  vendorData: "ref",
  decisionTime: "2026-03-02T10:00:00.321Z",
  status: "approved",
  reason: null,
  person: { firstName: "Olivia", lastName: "Bennett", dateOfBirth: "1990-02-28" },
  document: { type: "PASSPORT", validUntil: "2031-05-31", number: "X" },
};
const facts = {
  legalName: "Olivia Bennett",
  birthDate: "1990-02-28",
  documentKind: "passport",
  documentExpiresOn: "2031-05-31",
};
const ofVeriff = { ...ofSumsub, facts, isFinal: false };

describe("a decision of Veriff", () => {
  it.each([
    [{}, { ...ofVeriff, outcome: "approve", reason: null }],
    [{ status: "review" }, { ...ofVeriff, outcome: "submitted", reason: null }],
    [
      { status: "declined", reason: "Forged" },
      { ...ofVeriff, outcome: "reject", reason: "Forged" },
    ],
    [
      { status: "resubmission_requested", person: null, document: null },
      { ...ofVeriff, facts: {}, outcome: "reject", reason: "The check was not passed" },
    ],
    [{ status: "abandoned" }, undefined],
  ])("%j is %j", (changes, news) => {
    expect(readVeriff({ verification: { ...verification, ...changes } })).toEqual(news);
  });

  it.each([[{ vendorData: null }], [{ decisionTime: "soon" }]])("%j is unreadable", (changes) => {
    expect(() => readVeriff({ verification: { ...verification, ...changes } })).toThrow(
      "not what its sender documents",
    );
  });
});
