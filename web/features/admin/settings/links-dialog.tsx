import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { z } from "zod";
import { factKinds } from "../../../../src/business/links/facts/fact.rule.ts";
import type { DetectorSettings } from "../../../../src/business/links/evidence/link-kind.rule.ts";
import {
  allocationCounts,
  defaultDetectors,
  factUses,
} from "../../../../src/business/links/settings/link-settings.rule.ts";
import {
  allocationCaps,
  detectorFields,
  instruments,
  type LinkSettingsVersionOut,
  overlapSeconds,
  setLinkSettingsInput,
} from "../../../../src/business/links/settings/link-settings.schema.ts";
import { recordOf } from "../../../../src/platform/fields/pick.rule.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { Button } from "../../../components/button/button.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import type { SchemaForm } from "../../../components/forms/use-schema-form.ts";
import { trpc } from "../../../trpc.ts";
import {
  countsLabels,
  describePreview,
  factLabels,
  factUseLabels,
  readCaps,
  readInstruments,
  writeCaps,
  writeInstruments,
} from "./links-words.ts";

const whole = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z
    .string()
    .transform((text) => Number(text.replaceAll(/[\s,.']/gu, "")))
    .pipe(schema);

const use = z.enum(["on", "off"]);
const common = {
  use,
  seconds: whole(detectorFields.seconds),
  matches: whole(detectorFields.matches),
  sharePercent: whole(detectorFields.sharePercent),
  oneIn: whole(detectorFields.oneIn),
};

const withoutUse = <Fields extends { use: "on" | "off" }>({ use: used, ...fields }: Fields) =>
  used === "off" ? null : fields;

const inputs = setLinkSettingsInput.shape;

const linksForm = z.object({
  days: whole(inputs.days.unwrap()),
  copied: z.object(common).transform(withoutUse),
  opposite: z.object({ ...common, overlapSeconds: whole(overlapSeconds) }).transform(withoutUse),
  crowd: whole(inputs.crowd.unwrap()),
  retentionDays: whole(inputs.retentionDays.unwrap()),
  facts: z.object(recordOf(factKinds, () => z.enum(factUses))),
  instruments: z.string().transform(readInstruments).pipe(instruments),
  allocation: z.object({
    caps: z.string().transform(readCaps).pipe(allocationCaps),
    counts: z.enum(allocationCounts),
  }),
  note: inputs.note.unwrap().unwrap(),
});

type LinksForm = SchemaForm<z.input<typeof linksForm>, z.output<typeof linksForm>>;

const textsOf = (present: DetectorSettings | null, defaults: DetectorSettings) => {
  const { seconds, matches, sharePercent, oneIn } = present ?? defaults;
  return {
    use: present ? ("on" as const) : ("off" as const),
    seconds: String(seconds),
    matches: String(matches),
    sharePercent: String(sharePercent),
    oneIn: String(oneIn),
  };
};

const useLinks = () => trpc.admin.settings.links.get.useQuery();

interface LinksProps extends DialogProps {
  subject: LinkSettingsVersionOut;
}

/** Sets how accounts are compared, after a look at what it would raise. */
export const LinksDialog = withSubject(
  useLinks,
  "settings for links",
  function LinksSettings({ subject: { settings }, ...frame }: LinksProps) {
    const { overlapSeconds: overlap } = settings.opposite ?? defaultDetectors.opposite;
    return (
      <MutationDialog
        {...frame}
        title="Links between Accounts"
        schema={linksForm}
        present={{
          days: String(settings.days),
          copied: textsOf(settings.copied, defaultDetectors.copied),
          opposite: {
            ...textsOf(settings.opposite, defaultDetectors.opposite),
            overlapSeconds: String(overlap),
          },
          crowd: String(settings.crowd),
          retentionDays: String(settings.retentionDays),
          facts: settings.facts,
          instruments: writeInstruments(settings.instruments),
          allocation: {
            caps: writeCaps(settings.allocation.caps),
            counts: settings.allocation.counts,
          },
          note: "",
        }}
        mutation={trpc.admin.settings.links.set}
        toInput={(_, changed) => changed}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Settings for links saved"
        failed="Update failed"
      >
        {(form) => (
          <>
            <TextField
              label="Days"
              hint="Trades that were opened in so many days are compared: 1 to 90."
              {...digits}
              {...form.field("days")}
            />
            <DetectorFields form={form} name="copied" legend="Same Direction" />
            <DetectorFields form={form} name="opposite" legend="Opposite Directions" />
            <TextField
              label="Public from Other Accounts"
              hint="An entry that so many others make at the same time says nothing: 3 to 1,000."
              {...digits}
              {...form.field("crowd")}
            />
            <Box sx={columns}>
              {factKinds.map((kind) => (
                <Select
                  key={kind}
                  label={factLabels[kind]}
                  options={factUseLabels}
                  {...form.field(`facts.${kind}`)}
                />
              ))}
            </Box>
            <TextField
              label="Retention of Browsers and Networks"
              hint="Days after they were last seen: 0 to 730. With 0, none are kept, and those that are kept are deleted at once."
              {...digits}
              {...form.field("retentionDays")}
            />
            <TextArea
              label="Instruments of Several Symbols"
              hint="One on each line, with the symbols and their ratios: S&P 500: ES 1, MES 0.1"
              {...form.field("instruments")}
            />
            <Box sx={columns}>
              <TextField
                label="Allocation Caps"
                hint="The most that a person may be allocated, by currency: 400000 USD, 350000 EUR"
                autoComplete="off"
                {...form.field("allocation.caps")}
              />
              <Select
                label="Allocated"
                options={countsLabels}
                {...form.field("allocation.counts")}
              />
            </Box>
            <TextField label="Note" autoComplete="off" {...form.field("note")} />
            <Preview form={form} />
          </>
        )}
      </MutationDialog>
    );
  },
);

const digits = { inputMode: "numeric", autoComplete: "off" } as const;

const columns = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
  gap: "1rem",
};

interface DetectorFieldsProps {
  form: LinksForm;
  name: "copied" | "opposite";
  legend: string;
}

function DetectorFields({ form, name, legend }: DetectorFieldsProps) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ mb: 1 }}>
        {legend}
      </Typography>
      <Box sx={columns}>
        <Select
          label="Entries"
          options={{ on: "Compared", off: "Not compared" }}
          {...form.field(`${name}.use`)}
        />
        <TextField
          label="Seconds Apart"
          hint="1 to 300"
          {...digits}
          {...form.field(`${name}.seconds`)}
        />
        <TextField
          label="Matches"
          hint="At least so many: 3 to 1,000"
          {...digits}
          {...form.field(`${name}.matches`)}
        />
        <TextField
          label="Share in Percent"
          hint="Of the entries of the account with fewer: 1 to 100"
          {...digits}
          {...form.field(`${name}.sharePercent`)}
        />
        <TextField
          label="One In"
          hint="So many unrelated pairs match as often"
          {...digits}
          {...form.field(`${name}.oneIn`)}
        />
        {name === "opposite" ? (
          <TextField
            label="Seconds Open Together"
            hint="1 to 3,600"
            {...digits}
            {...form.field("opposite.overlapSeconds")}
          />
        ) : null}
      </Box>
    </Box>
  );
}

/** What the settings in the form would raise; stores nothing. */
function Preview({ form }: { form: LinksForm }) {
  const { failed } = useAdminOutcome();
  const preview = trpc.admin.settings.links.preview.useMutation({
    onError: (error) => failed("Preview failed", error),
  });
  async function show() {
    await form.trigger();
    const { success, data } = linksForm.safeParse(form.getValues());
    if (!success) return;
    const { note: _note, ...change } = data;
    preview.mutate(change);
  }
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Button size="small" disabled={preview.isPending} onClick={() => void show()}>
        {preview.isPending ? "Comparing..." : "Preview"}
      </Button>
      <Typography role="status">{preview.data ? describePreview(preview.data) : null}</Typography>
    </Box>
  );
}
