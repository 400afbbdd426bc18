import { expect, it } from "vitest";
import {
  mergeSources,
  type SourceRow,
} from "../../../../../src/business/record/records/sources.rule.ts";

const inStatement = (statementId: number, row: number): SourceRow => ({
  statementId,
  row,
  tokenId: null,
  receivedAt: null,
});

const fromFeed = (tokenId: number, receivedAt: string): SourceRow => ({
  statementId: null,
  row: null,
  tokenId,
  receivedAt,
});

it("a statement is named once, with the row of its first deal", () => {
  const rows = [inStatement(7, 12), inStatement(3, 9), inStatement(7, 4), inStatement(7, 20)];
  expect(mergeSources(rows)).toEqual([
    { kind: "statement", id: 3, row: 9 },
    { kind: "statement", id: 7, row: 4 },
  ]);
});

it("a token is named once, with the time of its first record", () => {
  const rows = [
    fromFeed(2, "2026-03-02 10:00:00+00"),
    fromFeed(2, "2026-03-02 09:00:00+00"),
    fromFeed(2, "2026-03-02 11:00:00+00"),
    fromFeed(1, "2026-03-03 08:00:00+00"),
  ];
  expect(mergeSources(rows)).toEqual([
    { kind: "feed", tokenId: 1, receivedAt: "2026-03-03T08:00:00.000Z" },
    { kind: "feed", tokenId: 2, receivedAt: "2026-03-02T09:00:00.000Z" },
  ]);
});

it("statements come before tokens", () => {
  const rows = [fromFeed(1, "2026-03-03 08:00:00+00"), inStatement(9, 1)];
  expect(mergeSources(rows).map(({ kind }) => kind)).toEqual(["statement", "feed"]);
});
