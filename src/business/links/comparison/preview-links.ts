import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { recordOf } from "../../../platform/fields/pick.rule.ts";
import { Detector } from "../evidence/detector.rule.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { readOpposedPersons } from "../evidence/person-pairs.ts";
import { readFirm } from "../evidence/read-firm.queries.ts";
import { instrumentReader, windowOf } from "../evidence/window.rule.ts";
import { factKinds, sharedValues } from "../facts/fact.rule.ts";
import { readFactValues } from "../facts/facts.queries.ts";
import { readPersonsOfTraders } from "../persons/persons.queries.ts";
import { changeLinkSettings } from "../settings/link-settings.rule.ts";
import { readLinkSettings } from "../settings/link-settings.ts";
import type { linksPreview, previewLinksInput } from "../settings/link-settings.schema.ts";
import { readConsistently } from "./compare-traders.ts";
import { groupSizes } from "./groups.rule.ts";

/** Returns what changed settings would raise in the window up to a time. Stores nothing. */
export async function previewLinks(
  context: Context,
  { to = context.clock.now(), ...change }: z.output<typeof previewLinksInput>,
): Promise<z.output<typeof linksPreview>> {
  return readConsistently(context, async (kysely) => {
    const settings = changeLinkSettings((await readLinkSettings(kysely)).settings, change);
    const window = windowOf(to.getTime(), settings.days);
    const instrumentOf = instrumentReader(settings.instruments);
    const persons = await readPersonsOfTraders(kysely);
    const accounts = await readFirm(kysely, window, instrumentOf);
    const detectors = linkKinds.flatMap((kind) => {
      const detector = settings[kind];
      if (!detector) return [];
      return [new Detector({ ...settings, kind, settings: detector, window, accounts })];
    });
    const opposed = settings.opposite
      ? await readOpposedPersons(kysely, { ...settings.opposite, persons, window, instrumentOf })
      : [];
    const raised = [
      ...detectors.flatMap((detector) => detector.raisedPairs(persons)),
      ...opposed.map((pair) => ({ ...pair, kind: "opposite" as const })),
    ];
    const values = sharedValues(await readFactValues({ ...context, kysely }), settings.crowd);
    const opening = values.filter(({ fact }) => settings.facts[fact.kind] === "open");
    return {
      from: new Date(window.from),
      to,
      accounts: new Set(detectors.flatMap(({ size }) => [...size.accounts])).size,
      entries: detectors.reduce((sum, { size }) => sum + size.entries, 0),
      pairs: {
        ...recordOf(linkKinds, (kind) => raised.filter((pair) => pair.kind === kind).length),
        ...recordOf(factKinds, (kind) => {
          const isOff = settings.facts[kind] === "off";
          const ofKind = isOff ? [] : values.filter(({ fact }) => fact.kind === kind);
          return ofKind.reduce((sum, { pairs }) => sum + pairs, 0);
        }),
      },
      groups: groupSizes([
        ...raised.map(({ a, b }) => [a, b]),
        ...opening.map(({ fact }) => fact.userIds),
      ]),
    };
  });
}
