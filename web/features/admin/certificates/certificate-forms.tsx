import { keepPreviousData } from "@tanstack/react-query";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import {
  type Certificate,
  type CertificateDraft,
  type CertificateSource,
  issueCertificateForm,
  withdrawCertificateInput,
} from "../../../../src/business/record/certificates/certificate.schema.ts";
import { describeApiError } from "../../../app/api-client/api-error.ts";
import { type AboutProps, type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { formatDay } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import type { Certified } from "./certificate-dialogs.ts";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";

/** Issues a certificate for a pass or a payout, with a preview of the printed page. */
export function IssueCertificateDialog({ id: certified, ...frame }: AboutProps<Certified>) {
  const [kind, id] = certified.split("-");
  const isGiven = kind !== "user";
  const [chosen, setChosen] = useState<string>(isGiven ? certified : "");
  const [entered, setEntered] = useState({ name: "", traderName: "" });
  const sources = trpc.admin.certificates.sources.useQuery(
    { userId: Number(id) },
    { enabled: !isGiven },
  );
  const { standard, drawn } = useDraft(chosen, entered);
  const failure = standard.error ?? drawn.error;
  return (
    <MutationDialog
      {...frame}
      title="Issue Certificate"
      size="md"
      schema={issueCertificateForm}
      values={{ source: chosen, name: "", traderName: "" }}
      present={{
        source: chosen,
        name: standard.data?.name ?? "",
        traderName: standard.data?.traderName ?? "",
      }}
      mutation={trpc.admin.certificates.generate}
      toInput={({ source, ...values }) => ({
        ...readSourceKey(source),
        ...changedTexts(values, standard.data),
      })}
      submitLabel="Issue Certificate"
      pendingLabel="Issuing..."
      isSubmitDisabled={!standard.data}
      saved="Certificate issued"
      failed="Failed to issue the certificate"
    >
      {(form) => {
        const follow = () => setEntered(form.getValues());
        return (
          <>
            {sources.data?.length === 0 ? (
              <Notice tone="info" title="Nothing to certify yet">
                <p>
                  Certificates can be issued for passed stages and approved payouts. For anything
                  else, upload a PDF.
                </p>
              </Notice>
            ) : isGiven ? null : (
              <Select
                label="Issue for"
                placeholder={sources.isPending ? "Loading..." : "Choose a pass or a payout"}
                options={optionsOf(sources.data ?? [])}
                autoFocus
                {...form.field("source", { onChange: () => setChosen(form.getValues("source")) })}
              />
            )}
            {chosen === "" ? null : (
              <>
                <TextField
                  label="Title"
                  autoComplete="off"
                  disabled={!standard.data}
                  {...form.field("name", { onChange: follow })}
                />
                <TextField
                  label="Name on the certificate"
                  hint="Anyone with the code can see it."
                  autoComplete="off"
                  disabled={!standard.data}
                  {...form.field("traderName", { onChange: follow })}
                />
                {failure ? (
                  <Notice tone="danger" title="No preview available">
                    <p>{describeApiError(failure)}</p>
                  </Notice>
                ) : (
                  <CertificatePreview draft={drawn.data ?? standard.data} />
                )}
              </>
            )}
          </>
        );
      }}
    </MutationDialog>
  );
}

function optionsOf(sources: readonly CertificateSource[]): Record<string, string> {
  return Object.fromEntries(
    sources.map((source) => [
      sourceKey(source),
      `${source.name}, ${formatDay(source.earnedAt)}${source.issued > 0 ? " (already issued)" : ""}`,
    ]),
  );
}

const page = {
  width: "100%",
  height: "auto",
  aspectRatio: "842 / 595",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  background: "#fdfcf8",
};

/** Shows the certificate as it will be printed, below any warnings. */
function CertificatePreview({ draft }: { draft: CertificateDraft | undefined }) {
  if (!draft) return <Box role="progressbar" aria-label="Loading the preview" sx={page} />;
  const { name, traderName, statement, image, warnings } = draft;
  return (
    <>
      {warnings.length > 0 ? (
        <Notice tone="warning" title="Before you issue it">
          {warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Notice>
      ) : null}
      <Box component="figure" sx={{ display: "grid", gap: 1, m: 0 }}>
        <Box
          component="img"
          src={`data:image/svg+xml,${encodeURIComponent(image)}`}
          alt={`${name}: ${traderName} ${statement}`}
          sx={page}
        />
        <Typography component="figcaption" variant="body2" sx={{ color: "text.secondary" }}>
          Preview. The code is generated when the certificate is issued.
        </Typography>
      </Box>
    </>
  );
}

/** Milliseconds without typing before the preview is updated. */
const DEBOUNCE = 400;

/** Identifies a pass or a payout in the list of choices, such as `payout-42`. */
function sourceKey({ payoutId, stageId }: CertificateSource): Certified | "" {
  if (payoutId) return `payout-${payoutId}`;
  return stageId ? `stage-${stageId}` : "";
}

function readSourceKey(key: string): { payoutId: number } | { stageId: number } {
  const [kind, id] = key.split("-");
  return kind === "payout" ? { payoutId: Number(id) } : { stageId: Number(id) };
}

interface Texts {
  name: string;
  traderName: string;
}

/** Returns the entered texts that are not blank and differ from the defaults. */
function changedTexts(entered: Texts, standard: Texts | undefined): Partial<Texts> {
  const differs = (field: keyof Texts) =>
    entered[field].trim() !== "" && entered[field] !== standard?.[field];
  return {
    ...(differs("name") && { name: entered.name }),
    ...(differs("traderName") && { traderName: entered.traderName }),
  };
}

/** Fetches the certificate with its default texts, and as it would be printed with the entered ones. */
function useDraft(source: string, entered: Texts) {
  const enabled = source !== "";
  const chosen = readSourceKey(source);
  const standard = trpc.admin.certificates.preview.useQuery(chosen, { enabled });
  const settled = useSettled(JSON.stringify(changedTexts(entered, standard.data)));
  const changed = JSON.parse(settled) as Partial<Texts>;
  const drawn = trpc.admin.certificates.preview.useQuery(
    { ...chosen, ...changed },
    { enabled: enabled && standard.isSuccess, placeholderData: keepPreviousData },
  );
  return { standard, drawn };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface WithdrawCertificateDialogProps extends DialogProps {
  /** The user who has the certificate. */
  userId: number;
  subject: Certificate;
}

function useValidCertificate(id: number, { userId }: { userId: number }) {
  const { data, error } = trpc.admin.certificates.list.useQuery({ userId });
  const isValid = (certificate: Certificate) => certificate.id === id && !certificate.withdrawn;
  return { data: data && (data.find(isValid) ?? null), error };
}

export const WithdrawCertificateDialog = withSubject(
  useValidCertificate,
  "certificate",
  ({ subject, userId: _, ...frame }: WithdrawCertificateDialogProps) => {
    const { id, name, generated } = subject;
    return (
      <MutationDialog
        {...frame}
        title="Withdraw Certificate"
        size="sm"
        schema={withdrawCertificateInput}
        values={{ id, reason: "", isReasonPublic: false }}
        mutation={trpc.admin.certificates.withdraw}
        toInput={(values) => values}
        submitLabel="Withdraw"
        pendingLabel="Withdrawing..."
        submitLook="danger"
        saved="Certificate withdrawn"
        failed="Failed to withdraw the certificate"
      >
        {(form) => (
          <>
            <div>
              <strong>{name}</strong>
              {generated ? <p>{generated.code}</p> : null}
            </div>
            <p>
              {generated
                ? "Anyone who verifies it will see that it was withdrawn. "
                : "Uploaded certificates have no code, so copies cannot be recognised as withdrawn. "}
              It stays listed here and for the trader, marked as withdrawn. This cannot be undone.
            </p>
            <TextArea
              label="Reason"
              hint="Required. Shown to the trader and kept in the history."
              rows={3}
              autoFocus
              {...form.field("reason")}
            />
            {generated ? (
              <Checkbox
                label="Show the reason on the public page"
                hint="Otherwise the page only says when the certificate was withdrawn."
                {...form.field("isReasonPublic")}
              />
            ) : null}
          </>
        )}
      </MutationDialog>
    );
  },
);
