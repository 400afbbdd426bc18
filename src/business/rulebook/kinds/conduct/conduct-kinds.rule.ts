import { percentWords } from "../parts/figures.rule.ts";
import type { DescribedStage } from "../parts/kind.rule.ts";
import { conductNames } from "./conduct-names.rule.ts";
import type { ConductKind, ConductRule } from "./conduct.schema.ts";
import { Hedging, hedgingKind } from "./hedging.rule.ts";
import { Holding, holdingKind } from "./holding.rule.ts";
import { IdeaLoss, ideaLossKind } from "./idea-loss.rule.ts";
import { MinHold, minHoldKind } from "./min-hold.rule.ts";
import { News, newsKind } from "./news.rule.ts";
import { OpenTrades, openTradesKind } from "./open-trades.rule.ts";
import type { ConductKindDeclaration } from "./parts/conduct-kind.rule.ts";
import { Symbols, symbolsKind } from "./symbols.rule.ts";

/** All kinds of rules of conduct. */
const declared = {
  news: newsKind,
  holding: holdingKind,
  min_hold: minHoldKind,
  idea_loss: ideaLossKind,
  open_trades: openTradesKind,
  hedging: hedgingKind,
  symbols: symbolsKind,
} satisfies { [Kind in ConductKind]: ConductKindDeclaration<Kind> };

/** What judges a rule of each kind. */
export const conductJudges = {
  news: News,
  holding: Holding,
  min_hold: MinHold,
  idea_loss: IdeaLoss,
  open_trades: OpenTrades,
  hedging: Hedging,
  symbols: Symbols,
} satisfies Record<ConductKind, unknown>;

/** Describes a rule of conduct in words, with its exceptions and what breaking it costs. */
export function conductWords(rule: ConductRule, stage: DescribedStage): string {
  const { words } = declared[rule.kind] as ConductKindDeclaration;
  const except =
    rule.except.length === 0 ? [] : [`It does not apply to ${rule.except.join(", ")}.`];
  return [words(rule, stage), ...except, consequenceWords(rule)].join(" ");
}

/** Describes what an administrator may not have intended with a rule of conduct. */
export function conductWarnings(
  rule: ConductRule,
  stage: Pick<DescribedStage, "initialBalance" | "money">,
): string[] {
  const { warnings } = declared[rule.kind] as ConductKindDeclaration;
  const isNeverApplied = rule.except.includes("*");
  return [
    ...(isNeverApplied ? ["it leaves all symbols alone, so that nothing breaks it."] : []),
    ...(warnings?.(rule, stage) ?? []),
  ].map((warning) => `${conductNames[rule.kind]}: ${warning}`);
}

function consequenceWords({ consequence, deductPercent, strikes }: ConductRule): string {
  const ends = strikes === null ? "" : ` ${strikes} days with such a trade end the evaluation.`;
  switch (consequence) {
    case "note":
      return "What breaks it is noted.";
    case "warn":
      return "What breaks it is a warning.";
    case "deduct":
      return `${percentWords(deductPercent!)} of the profit of each such trade is deducted from the payable profit.${ends}`;
    case "strike":
      return `A day on which it is broken is a strike.${ends}`;
    default:
      return "Breaking it ends the evaluation.";
  }
}
