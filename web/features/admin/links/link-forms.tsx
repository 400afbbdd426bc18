import { z } from "zod";
import {
  type LinkCaseView,
  linkReason,
  openLinkInput,
} from "../../../../src/business/links/cases/link-case.schema.ts";
import { decisionsFor } from "../../../../src/business/links/cases/link-case.rule.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { trpc } from "../../../trpc.ts";
import { CommonReasons } from "../../../domain/cases/common-reasons.tsx";
import {
  commonReasons,
  decisionEffects,
  decisionLabels,
} from "../../../domain/links/link-words.ts";
import { useLink } from "../../../domain/links/use-link.ts";

const openForm = z.object({
  userIds: z
    .string()
    .transform((text) => [...new Set(text.match(/\d+/g)?.map(Number))])
    .pipe(openLinkInput.shape.userIds),
  reason: linkReason,
});

const reasonHint = "Kept with the case; the users read it if the case is confirmed.";

export function OpenLinkDialog(frame: DialogProps) {
  return (
    <MutationDialog
      {...frame}
      title="Open a Case"
      size="sm"
      schema={openForm}
      values={{ userIds: "", reason: "" }}
      mutation={trpc.admin.links.open}
      toInput={(values) => values}
      submitLabel="Open Case"
      pendingLabel="Opening..."
      saved={({ id }) => [`Case #${id} opened`]}
      failed="The case was not opened"
    >
      {(form) => (
        <>
          <TextField
            label="Numbers of 2 to 20 Users"
            hint="As in their addresses, separated by commas. If one is in a case already, that case takes the others in."
            autoComplete="off"
            autoFocus
            {...form.field("userIds")}
          />
          <TextArea label="Reason" rows={3} {...form.field("reason")} />
        </>
      )}
    </MutationDialog>
  );
}

export function CompareAllDialog(frame: DialogProps) {
  return (
    <MutationDialog
      {...frame}
      title="Compare All Accounts"
      size="sm"
      schema={z.object({})}
      values={{}}
      mutation={trpc.admin.links.run}
      toInput={() => undefined}
      submitLabel="Compare Now"
      pendingLabel="Starting..."
      saved="Comparison started"
      failed="The comparison was not started"
    >
      {() => (
        <p>
          All accounts are compared every night, and accounts that change within a minute. This
          compares all of them now.
        </p>
      )}
    </MutationDialog>
  );
}

interface LinkProps extends DialogProps {
  subject: LinkCaseView;
}

const decideForm = z.object({
  decision: z.enum(["watch", "confirm", "dismiss"], { error: "Choose a decision" }),
  withhold: z.boolean(),
  samePerson: z.boolean(),
  reason: linkReason,
});

export const DecideLinkDialog = withSubject(
  useLink,
  "case",
  ({ subject: { id, status, evidenceSha256 }, ...frame }: LinkProps) => (
    <MutationDialog
      {...frame}
      title={`Decide Case #${id}`}
      size="sm"
      schema={decideForm}
      values={{ withhold: true, samePerson: false, reason: "" }}
      mutation={trpc.admin.links.decide}
      toInput={({ decision, withhold, samePerson, reason }) => ({
        id,
        decision,
        reason,
        evidenceSha256,
        ...(decision === "confirm" && { withhold, samePerson }),
      })}
      submitLabel="Save Decision"
      pendingLabel="Saving..."
      isSubmitDisabled={decisionsFor(status).length === 0}
      saved="Case decided"
      failed="The case was not decided"
    >
      {(form) => (
        <>
          <Select
            label="Decision"
            placeholder="Choose…"
            options={Object.fromEntries(
              decisionsFor(status).map((each) => [each, decisionLabels[each]]),
            )}
            {...form.field("decision")}
          />
          {form.watch("decision") ? <p>{decisionEffects[form.watch("decision")]}</p> : null}
          {form.watch("decision") === "confirm" ? (
            <>
              <Checkbox label="Flag payout requests to be withheld" {...form.field("withhold")} />
              <Checkbox
                label="They are one person"
                hint="Copying is not being one person."
                {...form.field("samePerson")}
              />
            </>
          ) : null}
          {form.watch("decision") ? (
            <CommonReasons
              key={form.watch("decision")}
              reasons={commonReasons[form.watch("decision")]}
              chosen={form.watch("reason")}
              onChoose={(reason) =>
                form.setValue("reason", reason, { shouldDirty: true, shouldValidate: true })
              }
            />
          ) : null}
          <TextArea label="Reason" rows={3} hint={reasonHint} {...form.field("reason")} />
        </>
      )}
    </MutationDialog>
  ),
);

const withholdForm = z.object({ reason: linkReason });

export const WithholdDialog = withSubject(
  useLink,
  "case",
  ({ subject: { id, withhold }, ...frame }: LinkProps) => (
    <MutationDialog
      {...frame}
      title={withhold ? "Stop Withholding" : "Withhold Payments"}
      size="sm"
      schema={withholdForm}
      values={{ reason: "" }}
      mutation={trpc.admin.links.setWithhold}
      toInput={({ reason }) => ({ id, withhold: !withhold, reason })}
      submitLabel={withhold ? "Stop Withholding" : "Withhold"}
      pendingLabel="Saving..."
      saved="Case changed"
      failed="The case was not changed"
    >
      {(form) => (
        <>
          <p>
            {withhold
              ? "The payout requests of these users lose the flag."
              : "The payout requests of these users get a flag. It blocks no decision."}
          </p>
          <TextArea label="Reason" rows={3} {...form.field("reason")} />
        </>
      )}
    </MutationDialog>
  ),
);
