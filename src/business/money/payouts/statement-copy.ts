import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/errors.ts";
import { formatMoney, moneyIn, storedCents } from "../../../platform/money/money.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { stageLogin } from "../../record/records/stage-login.queries.ts";
import { readBrand } from "../../office/brand/brand.ts";
import { escapeHtml, type PrintedPage, writePrintedPage } from "../../office/brand/printed-page.ts";
import type { PayoutStatement } from "../../rulebook/statement/statement.schema.ts";
import {
  linesInWords,
  statementCaption,
  TOTAL,
} from "../../rulebook/statement/statement-words.rule.ts";

interface StatedRequest {
  statement: PayoutStatement;
  /** The trader's, in percent. */
  share: string | null;
  amount: string;
  currency: string;
  createdAt: string;
  fullName: string | null;
  email: string;
  /** `null` if the stage has none. */
  login: string | null;
  phase: string;
  initialBalance: string;
}

/**
 * Writes the statement with which a payout was requested as a page to print.
 * @param ownerId the trader who must have made the request; any trader if absent
 * @throws RefusalError if there is no such request, or it has no statement
 */
export async function writeStatementCopy(
  { config, database: { kysely } }: Pick<Context, "config" | "database">,
  id: number,
  ownerId?: number,
): Promise<PrintedPage> {
  const request = await readStated(kysely, id, ownerId);
  const firm = await readBrand(kysely, config);
  const { fullName, email, login, phase, initialBalance, currency, amount } = request;
  const title = `Statement of payout request #${id}`;
  const facts = [
    ["Trader", fullName ?? email],
    ["Email", email],
    ...(login === null ? [] : [["Account", login] as const]),
    ["Stage", `${phase}, ${formatMoney(initialBalance, currency)}`],
    ["Requested", formatMoney(amount, currency)],
    ["Requested on", timeInWords(Math.floor(Date.parse(request.createdAt) / SECOND) * SECOND)],
  ] as const;
  return writePrintedPage({
    firmName: firm.name,
    title,
    reference: `Payout request #${id}`,
    main: `<h1>${title}</h1>
<p>How the amount that could be withdrawn came about when the payout was requested. It is kept as it was then, whatever was decided or changed later.</p>
${tableOf(request)}
`,
    foot: { title: "The Request", facts },
  });
}

async function readStated(
  kysely: Context["database"]["kysely"],
  id: number,
  ownerId: number | undefined,
): Promise<StatedRequest> {
  const isOwn = ownerId === undefined ? sql`true` : sql`request.user_id = ${ownerId}`;
  const { rows } = await sql<StatedRequest>`
    select readiness -> 'statement' as statement, readiness ->> 'share' as share, request.amount,
      request.currency, request.created_at as "createdAt",
      full_name as "fullName", email, ${sql.raw(stageLogin)} as login, stages.phase,
      stages.initial_balance as "initialBalance"
    from payout_requests as request
    join users on users.id = request.user_id
    join trading_accounts on trading_accounts.user_id = request.user_id
    join stages on stages.account_id = trading_accounts.id and stages.id = request.stage_id
    where request.id = ${id} and ${isOwn}
      and jsonb_typeof(readiness -> 'statement') = 'object'`.execute(kysely);
  const [request] = rows;
  if (!request) throw notFound("Statement");
  return request;
}

function tableOf({ statement, share, currency }: StatedRequest): string {
  const money = moneyIn(currency);
  const cells = (name: string, amounts: string[]) =>
    `<tr><th scope="row">${name}</th>${amounts.map((each) => `<td>${escapeHtml(each)}</td>`).join("")}</tr>`;
  const lines = linesInWords(statement, share).map(({ name, note, amount, rest }) =>
    cells(
      escapeHtml(name) + (note === null ? "" : `<small>${escapeHtml(note)}</small>`),
      [amount, rest].map(money),
    ),
  );
  return `<table class="sums">
<caption>${statementCaption(statement)}</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Amount</th><th scope="col">Left</th></tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
<tfoot>${cells(TOTAL, [money(storedCents(statement.withdrawable)), ""])}</tfoot>
</table>`;
}
