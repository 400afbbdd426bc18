import { useWatch } from "react-hook-form";
import type { z } from "zod";
import type { createWebhookInput } from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { TextField } from "../../components/field/text-field.tsx";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";
import { EventFields } from "./event-fields.tsx";
import { warnOfTarget } from "./target-warning.ts";
import styles from "./webhooks.module.css";

export type WebhookFormInput = z.input<typeof createWebhookInput>;
export type WebhookFormOutput = z.output<typeof createWebhookInput>;

/** The fields for creating or changing a webhook. */
export function WebhookFields({ form }: { form: SchemaForm<WebhookFormInput, WebhookFormOutput> }) {
  const [url, events] = useWatch({ control: form.control, name: ["url", "events"] });
  const warning = warnOfTarget(url);
  return (
    <>
      <TextField
        label="URL"
        type="url"
        hint={
          warning ? (
            <span className={styles.warning}>{warning}</span>
          ) : (
            "Events are sent here by POST, over HTTPS."
          )
        }
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        {...form.field("url")}
      />
      <TextField
        label="Description"
        hint="Shown in the list. Optional."
        autoComplete="off"
        {...form.field("description")}
      />
      <TextField
        label="Contact"
        type="email"
        hint="Receives an email if the webhook is paused because it failed. Optional."
        autoComplete="off"
        {...form.field("contact")}
      />
      <EventFields
        {...form.field("events")}
        chosen={events}
        onChoose={(chosen) =>
          form.setValue("events", chosen, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
    </>
  );
}
