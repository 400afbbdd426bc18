import firms from "./presets.json" with { type: "json" };
import type { RulesPreset } from "./rule-set.schema.ts";

/** A phase of a programme in the file: a preset, or one for each of the account sizes. */
interface Phase {
  rules: object;
  /** The figures of each account size: `{loss}` in the rules stands for the figure `loss`. */
  sizes?: ({ id: number; initialBalance: string } & Record<string, unknown>)[];
}

/**
 * How long equity may go unobserved and still count as observed. Firms do not publish this; it is Propdesk's
 * default.
 */
const observation = { maxGapSeconds: 300 };

function perSize({ sizes, ...phase }: Phase): Phase[] {
  if (!sizes) return [phase];
  return sizes.map(({ id, initialBalance, ...figures }) => {
    const template = JSON.stringify({ ...phase, id, initialBalance });
    const text = template.replace(/"\{(\w+)\}"/g, (_, name: string) =>
      JSON.stringify(figures[name]),
    );
    return JSON.parse(text) as Phase;
  });
}

/**
 * The published programmes to start rules from. They are copied into a rule set, never referred to. An id never changes
 * and is never used again. The call that lists them checks each against its schema.
 */
export const presets = firms.flatMap(({ firm, day, phases }) =>
  (phases as Phase[]).flatMap(perSize).map(({ rules, ...phase }) => ({
    ...phase,
    firm,
    rules: { day, observation, ...rules },
  })),
) as RulesPreset[];
