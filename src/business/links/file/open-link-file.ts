import { readBrand } from "../../office/brand/brand.ts";
import type { Context } from "../../../platform/context.ts";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import { readKeptDeals } from "../cases/kept-deals.ts";
import { readConsistently } from "../comparison/compare-traders.ts";
import { listLinkSettings } from "../settings/link-settings.ts";
import { findConfirmedLink } from "../view/confirmed-links.queries.ts";
import { linkFileOf } from "./link-file.rule.ts";
import type { LinkFile } from "./link-file.schema.ts";

/**
 * Creates the signed file of a link that was confirmed, as one of its traders sees it.
 * @throws RefusalError if no such case was confirmed about the trader
 */
export async function openLinkFile(
  context: Pick<Context, "config" | "database" | "signer">,
  userId: number,
  id: number,
): Promise<{ file: LinkFile; userIds: number[] }> {
  const { unsigned, userIds } = await readConsistently(context, async (kysely) => {
    const { id: linkId, decidedAt, reason, ...found } = await findConfirmedLink(kysely, userId, id);
    const evidence = found.evidence.map(({ evidence: figures, rows }) => ({ ...figures, rows }));
    const shown = [...new Set([userId, ...evidence.flatMap(({ a, b }) => [a, b])])];
    const { name } = await readBrand(kysely, context.config);
    const parts = {
      firm: name,
      link: { id: linkId, decidedAt: decidedAt.toISOString(), reason },
      settings: (await listLinkSettings(kysely)).map(({ version, settings }) => ({
        version,
        settings,
      })),
      evidence,
      facts: found.facts,
      deals: await readKeptDeals(kysely, found.decisionId),
    };
    return { unsigned: linkFileOf(parts, userId), userIds: shown };
  });
  const signature = await context.signer.sign(Buffer.from(canonicalJson(unsigned)));
  return { file: { ...unsigned, signature }, userIds };
}
