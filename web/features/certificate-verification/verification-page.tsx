import type { VerifiedCertificate } from "../../../src/business/firm/certificates/certificate.schema.ts";
import { describeApiError, readApiError } from "../../app/api-client/api-error.ts";
import { Banner } from "../../components/feedback/banner.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { PublicPage } from "../../components/public-page/public-page.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { CertificateFacts } from "./certificate-facts.tsx";
import { CodeForm } from "./code-form.tsx";
import { FileCheck } from "./file-check.tsx";

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
