import { z } from "zod";
import {
  addProgrammeVersionInput,
  createProgrammeInput,
  type Programme,
} from "../../../../src/business/decisions/programmes/programme.schema.ts";
import { formatMoney, plainAmount } from "../../../../src/platform/money/money.ts";
import { readVersionId } from "../../../domain/rules/rule-versions.tsx";

export interface StepFields {
  phase: string;
  /** `#` followed by the id; empty until it is chosen. */
  version: string;
  payoutEnabled: boolean;
  /** The account that the platform opens; all empty if people enter the login. */
  server: string;
  group: string;
  leverage: string;
}

export interface ProgrammeForm {
  name: string;
  note: string;
  currency: string;
  /** Amounts, separated by spaces, commas or semicolons. */
  sizes: string;
  steps: StepFields[];
}

const noPlatform = { server: "", group: "", leverage: "" };

export const newStep: StepFields = {
  phase: "",
  version: "",
  payoutEnabled: false,
  ...noPlatform,
};

/** Returns the form of a new programme, or of a new version of one. */
export function programmeFields(programme: Programme | undefined): ProgrammeForm {
  const latest = programme?.versions[0];
  if (!programme || !latest) {
    return { name: "", note: "", currency: "USD", sizes: "", steps: [newStep] };
  }
  return {
    name: programme.name,
    note: "",
    currency: latest.currency,
    sizes: latest.initialBalances.join(", "),
    steps: latest.steps.map(({ phase, rulesVersionId, payoutEnabled, platform }) => ({
      phase,
      version: `#${rulesVersionId}`,
      payoutEnabled,
      ...(platform ? { ...platform, leverage: String(platform.leverage) } : noPlatform),
    })),
  };
}

/**
 * Divides typed amounts. A comma before exactly three digits belongs to the amount, as in `50,000`; the form shows the
 * amounts as they were understood.
 */
export function readSizes(text: string): string[] {
  return text
    .split(/[\s;]+|,(?!\d{3}(?!\d))/)
    .filter((part) => part !== "")
    .map((part) => plainAmount(part.replaceAll(/,(?=\d{3}(?!\d))/g, "")));
}

/** Returns the typed amounts in words, as far as they are amounts. */
export function sizesInWords(text: string, currency: string): string[] {
  return readSizes(text)
    .filter((amount) => /^\d+(\.\d{1,2})?$/.test(amount))
    .map((amount) => formatMoney(amount, currency));
}

const offer = z.object({
  ...createProgrammeInput.shape,
  note: addProgrammeVersionInput.shape.note,
});

export type ProgrammeFormOutput = z.output<typeof offer>;

/** Returns what a step opens at the platform; `null` if none of the fields is filled in. */
function readPlatform({ server = "", group = "", leverage = "" }: Partial<StepFields>) {
  const isEmpty = [server, group, leverage].every((text) => text.trim() === "");
  return isEmpty ? null : { server, group, leverage: Number(leverage.trim() || Number.NaN) };
}

/** Checks the form with the server's schemas; each issue names the corresponding form field. */
export const programmeForm = z.custom<ProgrammeForm>().transform((form, context) => {
  const { name, note, currency, sizes, steps } = form;
  const { data, error } = offer.safeParse({
    name,
    note,
    currency,
    initialBalances: readSizes(sizes),
    steps: steps.map((step) => ({
      phase: step.phase,
      rulesVersionId: readVersionId(step.version) ?? 0,
      payoutEnabled: step.payoutEnabled,
      platform: readPlatform(step),
    })),
  });
  if (data) return data;
  for (const { path, message } of error.issues) {
    const [first, index, field, part] = path.map(String);
    const isRules = field === "rulesVersionId";
    context.issues.push({
      code: "custom",
      path:
        first === "initialBalances"
          ? ["sizes"]
          : isRules
            ? [first!, index!, "version"]
            : field === "platform" && part !== undefined
              ? [first!, index!, part]
              : path,
      message: isRules ? "Please choose the rules" : message,
      input: form,
    });
  }
  return z.NEVER;
});
