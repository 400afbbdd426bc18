import { type Kysely, sql } from "kysely";
import { selectRows } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { isContestable } from "../../links/cases/link-case.rule.ts";
import {
  type ConfirmedLink,
  findConfirmedLink,
  presentConfirmedLink,
  readConfirmedLinks,
} from "../../links/view/confirmed-links.queries.ts";
import { appealUntil } from "../appeals/appeal.rule.ts";
import { readAppealSettings } from "../appeals/appeal-settings.ts";
import { ownColumns } from "../appeals/appeals.queries.ts";
import type { OwnLink } from "./own-link.schema.ts";

interface Own {
  database: { kysely: Kysely<Tables> };
}

/** Lists the links that were confirmed about a trader, newest first, with the trader's appeals against them. */
export async function listOwnLinks(context: Own, userId: number): Promise<OwnLink[]> {
  return withAppeals(context, userId, await readConfirmedLinks(context.database.kysely, userId));
}

/** @throws RefusalError if no such link was confirmed about the trader */
export async function getOwnLink(context: Own, userId: number, id: number): Promise<OwnLink> {
  const link = await findConfirmedLink(context.database.kysely, userId, id);
  return (await withAppeals(context, userId, [link]))[0]!;
}

async function withAppeals(
  context: Own,
  userId: number,
  links: readonly ConfirmedLink[],
): Promise<OwnLink[]> {
  const { days } = await readAppealSettings(context);
  const appeals = await selectRows(
    context.database.kysely,
    ownColumns,
    sql`from appeals where appeals.user_id = ${userId} and appeals.subject_kind = 'link'
      order by appeals.id`,
  );
  return links.map((link) => {
    const appeal = appeals.find(({ subject }) => link.caseIds.includes(subject.id)) ?? null;
    const decidedAt = isContestable(link) ? link.decidedAt : null;
    const until = appealUntil({ subject: "link", decidedAt, hasAppeal: appeal !== null, days });
    return { ...presentConfirmedLink(link, userId), appeal, appealUntil: until };
  });
}
