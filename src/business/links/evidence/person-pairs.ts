import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { PersonsOfTraders } from "../persons/person.rule.ts";
import { compareExposure, exposureSteps } from "./exposure.rule.ts";
import { readWindowDeals } from "./read-firm.queries.ts";
import type { ReadInstrument, Window } from "./window.rule.ts";

interface OpposedInput {
  persons: PersonsOfTraders;
  window: Window;
  instrumentOf: ReadInstrument;
  overlapSeconds: number;
}

/** Two traders of one person; `a` has the lower id. */
interface OpposedPair {
  a: number;
  b: number;
}

/** Returns the pairs of traders of one person that were open against each other for long enough, whatever the chance. */
export async function readOpposedPersons(
  kysely: Kysely<Tables>,
  { persons, window, instrumentOf, overlapSeconds }: OpposedInput,
): Promise<OpposedPair[]> {
  const groups = Map.groupBy(persons.keys(), (userId) => persons.get(userId)!);
  const opposed: OpposedPair[] = [];
  for (const userIds of groups.values()) {
    const deals = await readWindowDeals(kysely, userIds, window);
    const members = userIds
      .toSorted((a, b) => a - b)
      .map((userId) => ({
        userId,
        steps: exposureSteps(deals.get(userId) ?? [], window, instrumentOf),
      }));
    for (const [place, a] of members.entries()) {
      for (const b of members.slice(place + 1)) {
        const { longestSeconds } = compareExposure(a.steps, b.steps, window.to);
        if (longestSeconds >= overlapSeconds) opposed.push({ a: a.userId, b: b.userId });
      }
    }
  }
  return opposed;
}
