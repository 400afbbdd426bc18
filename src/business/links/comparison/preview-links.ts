import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { recordOf } from "../../../platform/fields/pick.rule.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { windowOf } from "../evidence/window.rule.ts";
import { factKinds, sharedValues } from "../facts/fact.rule.ts";
import { readFactValues } from "../facts/facts.queries.ts";
import { changeLinkSettings } from "../settings/link-settings.rule.ts";
import { readLinkSettings } from "../settings/link-settings.ts";
import type { linksPreview, previewLinksInput } from "../settings/link-settings.schema.ts";
import { readConsistently } from "./compare-traders.ts";
import { FirmComparison } from "./firm-comparison.ts";
import { groupSizes } from "./groups.rule.ts";

/** Returns what changed settings would raise in the window up to a time. Stores nothing. */
export async function previewLinks(
  context: Context,
  { to = context.clock.now(), ...change }: z.output<typeof previewLinksInput>,
): Promise<z.output<typeof linksPreview>> {
  return readConsistently(context, async (kysely) => {
    const { version, settings: present } = await readLinkSettings(kysely);
    const settings = changeLinkSettings(present, change);
    const window = windowOf(to.getTime(), settings.days);
    const firm = await FirmComparison.read(kysely, { version, settings }, window);
    const raised = await firm.raisedPairs();
    const values = sharedValues(await readFactValues({ ...context, kysely }), settings.crowd);
    const opening = values.filter(({ fact }) => settings.facts[fact.kind] === "open");
    return {
      from: new Date(window.from),
      to,
      accounts: firm.size.accounts,
      entries: firm.size.entries,
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
