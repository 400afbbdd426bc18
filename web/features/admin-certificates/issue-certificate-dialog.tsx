import { useState } from "react";
import {
  type CertificateSource,
  issueCertificateForm,
} from "../../../src/business/firm/certificates/certificate.schema.ts";
import { describeApiError } from "../../app/api-client/api-error.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { CertificatePreview } from "./certificate-preview.tsx";
import { changedTexts, readSourceKey, sourceKey, useDraft } from "./use-draft.ts";
import type { Issuing } from "./use-certificate-dialogs.ts";

interface IssueCertificateDialogProps {
  issuing: Issuing;
  isOpen: boolean;
  onClose: () => void;
}

/** Issues a certificate for a pass or a payout, with a preview of the printed page. */
export function IssueCertificateDialog({ issuing, isOpen, onClose }: IssueCertificateDialogProps) {
  const { userId, source: given } = issuing;
  const [chosen, setChosen] = useState<string>(given ? sourceKey(given) : "");
  const [entered, setEntered] = useState({ name: "", traderName: "" });
  const sources = trpc.admin.certificates.sources.useQuery({ userId }, { enabled: !given });
  const { standard, drawn } = useDraft(chosen, entered);
  const texts = {
    name: standard.data?.name ?? "",
    traderName: standard.data?.traderName ?? "",
  };
  const form = useSchemaForm(
    issueCertificateForm,
    { source: chosen, name: "", traderName: "" },
    { source: chosen, ...texts },
  );
  const follow = () => setEntered(form.getValues());
  const generate = trpc.admin.certificates.generate.useMutation(
    useFormOutcome(form, {
      onClose,
      saved: "Certificate issued",
      failed: "Failed to issue the certificate",
    }),
  );
  const hasNothing = sources.data?.length === 0;
  const failure = standard.error ?? drawn.error;
  return (
    <FormDialog
      title="Issue Certificate"
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      form={form}
      onSubmit={({ source, ...values }) =>
        generate.mutateAsync({ ...readSourceKey(source), ...changedTexts(values, standard.data) })
      }
      submitLabel="Issue Certificate"
      pendingLabel="Issuing..."
      isSubmitDisabled={!standard.data}
    >
      {hasNothing ? (
        <Notice tone="info" title="Nothing to certify yet">
          <p>
            Certificates can be issued for passed stages and approved payouts. For anything else,
            upload a PDF.
          </p>
        </Notice>
      ) : given ? null : (
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
    </FormDialog>
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
