import type { VerifiedCertificate } from "../../../src/business/record/certificates/certificate.schema.ts";
import { describeApiError, readApiError } from "../../app/api-client/api-error.ts";
import { Banner } from "../../components/feedback/banner.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { PublicPage } from "../../components/public-page/public-page.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { formatCalendarDay, formatDay } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { FileCheck } from "./file-check.tsx";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import Box from "@mui/material/Box";
import { type SubmitEvent, useState } from "react";
import { formatTypedCode, readTypedCode } from "../../../src/platform/fields/typed-code.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/field/text-field.tsx";

interface VerificationPageProps {
  /** The code in the URL. */
  code: string | undefined;
  onVerify: (code: string) => void;
}

/** Shows what a certificate certifies, to anyone who has its code. */
export function VerificationPage({ code, onVerify }: VerificationPageProps) {
  return (
    <PublicPage>
      <PageHeader
        title="Verify a Certificate"
        subtitle="Compares a certificate with the records of the firm that issued it."
      />
      <Stack>
        <CodeForm key={code} code={code} onVerify={onVerify} />
        <div aria-live="polite">{code ? <Answer code={code} /> : null}</div>
      </Stack>
    </PublicPage>
  );
}

function Answer({ code }: { code: string }) {
  const query = trpc.certificates.verify.useQuery({ code }, { retry: false });
  if (query.data) return <Verified certificate={query.data} />;
  if (query.isPending) return <Spinner />;
  const { httpStatus } = readApiError(query.error);
  if (httpStatus === 404) {
    return (
      <Banner tone="bad" title="No certificate has this code">
        <p>
          Compare <b>{code}</b> with the certificate, character by character. If it matches, the
          firm did not issue this certificate, or it belonged to an account that has been deleted.
        </p>
      </Banner>
    );
  }
  if (httpStatus === 429) {
    return (
      <Banner tone="neutral" title="Too many codes">
        <p>{describeApiError(query.error)}</p>
      </Banner>
    );
  }
  return (
    <LoadFailure
      text="The certificate could not be verified."
      onRetry={() => void query.refetch()}
    />
  );
}

function Verified({ certificate }: { certificate: VerifiedCertificate }) {
  const { firmName, withdrawnAt, withdrawnReason } = certificate;
  return (
    <Stack>
      {withdrawnAt ? (
        <Banner tone="bad" title={`Withdrawn on ${formatDay(withdrawnAt)}`}>
          <p>{firmName} issued this certificate, and has withdrawn it. It is no longer valid.</p>
          {withdrawnReason ? <p>Reason: {withdrawnReason}</p> : null}
        </Banner>
      ) : (
        <Banner tone="good" title="Valid">
          <p>{firmName} issued this certificate. It must say exactly what is listed here.</p>
        </Banner>
      )}
      <CertificateFacts certificate={certificate} />
      <FileCheck key={certificate.code} sha256={certificate.sha256} />
    </Stack>
  );
}

/** Shows what is printed on the certificate. */
function CertificateFacts({ certificate }: { certificate: VerifiedCertificate }) {
  const { kind, phase, amount, currency } = certificate;
  const isPass = kind === "pass";
  return (
    <Panel title={certificate.name} subtitle={`${certificate.traderName} ${certificate.statement}`}>
      <Facts>
        <Fact name="Trader">{certificate.traderName}</Fact>
        <Fact name="Issued by">{certificate.firmName}</Fact>
        {phase ? <Fact name="Phase">{phase}</Fact> : null}
        <Fact name={isPass ? "Initial balance" : "Amount"}>{formatMoney(amount, currency)}</Fact>
        <Fact name={isPass ? "Date of the pass" : "Date of the payout"}>
          {formatCalendarDay(certificate.earnedAt)}
        </Fact>
        <Fact name="Issued on">{formatCalendarDay(certificate.issuedAt)}</Fact>
        <Fact name="Code">{certificate.code}</Fact>
        <Fact name="SHA-256 of the PDF">
          <code>{certificate.sha256}</code>
        </Fact>
      </Facts>
    </Panel>
  );
}

interface CodeFormProps {
  code: string | undefined;
  onVerify: (code: string) => void;
}

function CodeForm({ code = "", onVerify }: CodeFormProps) {
  const [typed, setTyped] = useState(code);
  const [error, setError] = useState<string>();

  function verify(event: SubmitEvent) {
    event.preventDefault();
    const read = readTypedCode(typed);
    setError(
      read === undefined ? "A code has 12 letters and digits, such as 7K3M-Q9TX-2B4D" : undefined,
    );
    if (read !== undefined) onVerify(formatTypedCode(read));
  }

  return (
    <Box
      component="form"
      onSubmit={verify}
      noValidate
      sx={{
        display: "grid",
        gridTemplateColumns: "minmax(0, 22rem) auto",
        justifyContent: "start",
        alignItems: "start",
        gap: 1.5,
        // Aligns the button with the control, which has a label above it.
        "& > button": { mt: "1.625rem" },
      }}
    >
      <TextField
        label="Code"
        hint="Printed below the QR code on the certificate."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" look="primary">
        Verify
      </Button>
    </Box>
  );
}
