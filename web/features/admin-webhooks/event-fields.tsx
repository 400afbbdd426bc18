import { type ComponentProps, useId } from "react";
import {
  webhookEvents,
  type WebhookEventType,
  webhookEventTypes,
} from "../../../src/business/firm/webhooks/webhook-event.schema.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import styles from "./webhooks.module.css";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

type Noun = WebhookEventType extends `${infer Of}.${string}` ? Of : never;

/** The groups of events, in display order. */
const groups: Record<Noun, string> = {
  trader: "Traders",
  account: "Trading accounts",
  payout: "Payouts",
  review: "Reviews",
  action: "Actions at the platform",
  appeal: "Appeals",
  stage: "Stages",
  verdict: "Verdicts",
  certificate: "Certificates",
  statement: "Statements",
};

interface EventFieldsProps extends Pick<
  ComponentProps<"input">,
  "name" | "onChange" | "onBlur" | "ref"
> {
  error: string | undefined;
  chosen: readonly string[];
  onChoose: (events: WebhookEventType[]) => void;
}

/** One checkbox for each event, with its explanation. */
export function EventFields({ error, chosen, onChoose, ...registration }: EventFieldsProps) {
  const errorId = useId();
  const areAll = chosen.length === webhookEventTypes.length;
  return (
    <fieldset className={styles.events} aria-describedby={error ? errorId : undefined}>
      <legend>Events</legend>
      <p className={styles.chosen}>
        {`${chosen.length} of ${webhookEventTypes.length} chosen`}
        <TextButton onClick={() => onChoose(areAll ? [] : [...webhookEventTypes])}>
          {areAll ? "Choose None" : "Choose All"}
        </TextButton>
      </p>
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
      {keysOf(groups).map((noun) => (
        <fieldset key={noun} className={styles.group}>
          <legend>{groups[noun]}</legend>
          {webhookEventTypes
            .filter((type) => type.startsWith(`${noun}.`))
            .map((type) => (
              <Checkbox
                key={type}
                {...registration}
                label={type}
                hint={webhookEvents[type].words}
                value={type}
                aria-invalid={error ? true : undefined}
              />
            ))}
        </fieldset>
      ))}
    </fieldset>
  );
}
