import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { sendNotices } from "../../office/mails/send-notice.ts";
import { describeEvidence } from "../evidence/evidence-words.rule.ts";
import { concerns, partyNames } from "../evidence/party-names.rule.ts";
import type { LinkCaseView } from "./link-case.schema.ts";

interface Confirmed extends Pick<LinkCaseView, "id" | "userIds" | "evidence"> {
  withhold: boolean;
  reason: string;
}

/** Sends each trader of a case what it was confirmed on. The others are letters, as on the trader's screens. */
export async function notifyTraders(
  context: Context,
  transaction: Transaction,
  { id, userIds, evidence, withhold, reason }: Confirmed,
): Promise<void> {
  // Keeps the traders from being deleted before their notices are stored.
  const { rows: traders } = await sql<{ id: number; email: string }>`
    select id, email from users where id = any(${userIds}) order by id for key share`.execute(
    kyselyOf(transaction),
  );
  await sendNotices(
    context,
    transaction,
    traders.map((trader) => {
      const own = evidence.filter((each) => concerns(each, trader.id));
      const names = partyNames(own, trader.id);
      const sentences = own.map((each) =>
        describeEvidence(each, { a: names.get(each.a)!, b: names.get(each.b)! }),
      );
      return {
        trader,
        event: { kind: "link-confirmed", linkId: id, sentences, withhold, reason },
      };
    }),
  );
}
