import { moneyIn } from "../../../platform/money/money.ts";
import { conductNames } from "../kinds/conduct/conduct-names.rule.ts";
import type { ConductRule } from "../kinds/conduct/conduct.schema.ts";
import { kindOf, type Rule } from "../kinds/kinds.rule.ts";
import type { Field, FieldValue } from "../kinds/parts/field.rule.ts";
import {
  dayCount,
  type Figure,
  figureWords,
  type MoneyWords,
  percentWords,
  ruleCents,
} from "../kinds/parts/figures.rule.ts";
import { termsSettings } from "./terms-words.rule.ts";
import type { PayoutRules, Rules } from "./rules.schema.ts";

/** What any field of a rule of conduct contains. */
type ConductValue = string | number | string[] | Figure | Record<string, string[]> | null;

/** Settings by name, with their values in words. The main figure of a rule has an empty name. */
type Settings = Map<string, string>;

/**
 * Describes the differences between two versions in words, such as
 * `Daily loss: from 5% of the initial balance to 4% of the initial balance`. Rules are matched by kind and order.
 * Different notations of one number, such as `5` and `5.00`, do not count as a difference.
 */
export function describeRuleChanges(before: Rules, after: Rules, currency = "USD"): string[] {
  const money = moneyIn(currency);
  return [
    ...settingChanges("Trading day", daySettings(before), daySettings(after)),
    ...settingChanges("Observation", observationSettings(before), observationSettings(after)),
    ...listChanges("limits", before.limits, after.limits, money),
    ...listChanges("objectives", before.objectives, after.objectives, money),
    ...conductChanges(before.conduct ?? [], after.conduct ?? [], money),
    ...payoutChanges(before.payout, after.payout, money),
  ];
}

function settingChanges(name: string, before: Settings, after: Settings): string[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((setting) => {
    const [former, words] = [before, after].map((settings) => settings.get(setting) ?? "none");
    return former === words
      ? []
      : [`${name}${setting && `, ${setting}`}: from ${former} to ${words}`];
  });
}

function daySettings({ day }: Rules): Settings {
  return new Map([["", `${day.startsAt} in ${day.timeZone}`]]);
}

function observationSettings({ observation }: Rules): Settings {
  return new Map([["longest gap", `${observation.maxGapSeconds} seconds`]]);
}

function listChanges(list: string, before: Rule[], after: Rule[], money: MoneyWords): string[] {
  const kinds = new Set([...before, ...after].map((rule) => rule.kind));
  const changes = [...kinds].flatMap((kind) => {
    const former = before.filter((rule) => rule.kind === kind);
    const present = after.filter((rule) => rule.kind === kind);
    const count = Math.max(former.length, present.length);
    return Array.from({ length: count }, (_, index) => {
      const name = `${kindOf(kind).name}${count > 1 ? ` ${index + 1}` : ""}`;
      return ruleChanges(name, former[index], present[index], money);
    }).flat();
  });
  return [...changes, ...orderChange(list, before, after)];
}

function ruleChanges(
  name: string,
  before: Rule | undefined,
  after: Rule | undefined,
  money: MoneyWords,
): string[] {
  const words = (rule: Rule) => ruleSettings(rule, money);
  if (before && after) return settingChanges(name, words(before), words(after));
  if (after) return [`${name} added: ${allSettings(words(after))}`];
  return before ? [`${name} removed: ${allSettings(words(before))}`] : [];
}

function allSettings(settings: Settings): string {
  return [...settings]
    .map(([setting, words]) => (setting ? `${setting} ${words}` : words))
    .join(", ");
}

function conductChanges(before: ConductRule[], after: ConductRule[], money: MoneyWords): string[] {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, index) => {
    const [former, present] = [before[index], after[index]];
    const name = (rule: ConductRule) => `Conduct ${index + 1}, ${conductNames[rule.kind]}`;
    const words = (rule: ConductRule) => conductSettings(rule, money);
    if (former && present?.kind === former.kind) {
      return settingChanges(name(present), words(former), words(present));
    }
    return [
      ...(former ? [`${name(former)} removed: ${allSettings(words(former))}`] : []),
      ...(present ? [`${name(present)} added: ${allSettings(words(present))}`] : []),
    ];
  }).flat();
}

function conductSettings({ kind: _kind, ...fields }: ConductRule, money: MoneyWords): Settings {
  return new Map(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      conductValue(value, money),
    ]),
  );
}

function conductValue(value: ConductValue, money: MoneyWords): string {
  if (value === null) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "object") return String(value).replaceAll("_", " ");
  if ("amount" in value || "percent" in value) return figureWords(value as Figure, money);
  const lists = Object.entries(value).map(
    ([symbol, currencies]) => `${symbol}: ${currencies.join(", ")}`,
  );
  return lists.length === 0 ? "none" : lists.join("; ");
}

/** A verdict refers to rules by index, so a new order alone is a difference. */
function orderChange(list: string, before: Rule[], after: Rule[]): string[] {
  const kinds = (rules: Rule[]) => rules.map((rule) => rule.kind);
  const [former, present] = [kinds(before), kinds(after)];
  const isReordered =
    former.join() !== present.join() && former.toSorted().join() === present.toSorted().join();
  return isReordered ? [`The order of the ${list} changed`] : [];
}

function ruleSettings(rule: Rule, money: MoneyWords): Settings {
  const values = new Map<string, FieldValue>(Object.entries(rule));
  const { fields } = kindOf(rule.kind);
  return new Map(
    Object.entries(fields)
      .filter(([name]) => values.has(name))
      .map(([name, field]) => [field.changed ?? "", valueWords(field, values.get(name)!, money)]),
  );
}

function valueWords(field: Field, value: FieldValue, money: MoneyWords): string {
  if (value === null) return "none";
  if (typeof value === "number") return dayCount(value);
  if (typeof value === "object") return figureWords(value, money);
  if (field.shape === "choice") return field.options[value]!.changed;
  if (field.shape === "percent") return percentWords(value);
  return field.shape === "volume" ? `${plainDecimal(value)} lots` : value;
}

/** Removes the zeros at the end: `5.00` becomes `5`. */
function plainDecimal(text: string): string {
  return text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/** All fields but the terms. */
type GeneralFields = Omit<PayoutRules, "terms">;

const payoutNames: Record<keyof GeneralFields, string> = {
  sharePercent: "Share",
  firstAfterDays: "First payout after",
  everyDays: "Next payout after",
  minimum: "Minimum payout",
  minimumWinningDays: "Winning days",
  winningDayMinimum: "Profit of a winning day",
  bestDayAtMostPercent: "Best day",
  bufferAmount: "Buffer",
};

function payoutChanges(
  before: PayoutRules | null,
  after: PayoutRules | null,
  money: MoneyWords,
): string[] {
  const words = (payout: PayoutRules) => payoutSettings(payout, money);
  if (before && after) return settingChanges("Payout", words(before), words(after));
  if (after) return [`Payout added: ${allSettings(words(after))}`];
  return before ? [`Payout removed: ${allSettings(words(before))}`] : [];
}

function payoutSettings(payout: PayoutRules, money: MoneyWords): Settings {
  const amountWords = (amount: string | null) =>
    amount === null ? "none" : money(ruleCents(amount));
  const { bestDayAtMostPercent } = payout;
  const words: Record<keyof GeneralFields, string> = {
    sharePercent: percentWords(payout.sharePercent),
    firstAfterDays: dayCount(payout.firstAfterDays),
    everyDays: dayCount(payout.everyDays),
    minimum: amountWords(payout.minimum),
    minimumWinningDays: String(payout.minimumWinningDays),
    winningDayMinimum: amountWords(payout.winningDayMinimum),
    bestDayAtMostPercent:
      bestDayAtMostPercent === null ? "none" : percentWords(bestDayAtMostPercent),
    bufferAmount: amountWords(payout.bufferAmount),
  };
  return new Map([
    ...Object.entries(words).map(([field, value]): [string, string] => [
      payoutNames[field as keyof GeneralFields].toLowerCase(),
      value,
    ]),
    ...termsSettings(payout, money),
  ]);
}
