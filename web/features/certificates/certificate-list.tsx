import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import type { ReactNode } from "react";
import type { Certificate } from "../../../src/business/record/certificates/certificate.schema.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatCalendarDay, formatDay } from "../../domain/format/dates.ts";
import { useSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { verificationPath } from "../../../src/business/record/certificates/certificate.rule.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import Stack from "@mui/material/Stack";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";

const facts: Column<Certificate>[] = [
  { title: "Certificate Name", cell: (certificate) => <CertificateName {...certificate} /> },
  { title: "Issued Date", cell: ({ issuedAt }) => formatCalendarDay(issuedAt) },
  { title: "Added Date", cell: ({ uploadedAt }) => formatDay(uploadedAt) },
];

export function CertificateList() {
  const { data: trader } = useSession();
  const certificates = trpc.trader.certificates.list.useQuery(undefined, { enabled: !!trader });
  if (certificates.isPending) return <CertificateSkeletons />;
  if (certificates.isLoadingError) {
    return (
      <LoadFailure
        text="Failed to load certificates. Please try refreshing the page."
        onRetry={() => void certificates.refetch()}
      />
    );
  }
  if (certificates.data.length === 0) {
    return (
      <EmptyState
        icon="document"
        title="No certificates yet"
        text="Your certificates will appear here when they are issued by the admin."
      />
    );
  }
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <CertificateTable certificates={certificates.data} />
    </Paper>
  );
}

interface CertificateTableProps {
  certificates: readonly Certificate[];
  /** Shown before the download button. */
  actions?: (certificate: Certificate) => ReactNode;
}

export function CertificateTable({ certificates, actions }: CertificateTableProps) {
  const columns: Column<Certificate>[] = [
    ...facts,
    {
      title: "Actions",
      cell: (certificate) => (
        <Box component="span" sx={{ display: "inline-flex", flexWrap: "wrap", gap: 1 }}>
          {actions?.(certificate)}
          <DownloadButton name={certificate.name} url={certificate.fileUrl} />
        </Box>
      ),
      align: "end",
    },
  ];
  return (
    <Table name="Certificates" columns={columns} rows={certificates} rowKey={({ id }) => id} />
  );
}

/** Shows the name, the code with a link to the public page, and whether the certificate is still valid. */
function CertificateName({ name, generated, withdrawn }: Certificate) {
  if (!generated && !withdrawn) return <span style={{ fontWeight: 550 }}>{name}</span>;
  return (
    <Box sx={{ display: "grid", justifyItems: "start", gap: 0.5 }}>
      <span style={{ fontWeight: 550 }}>{name}</span>
      {generated ? (
        <Link
          href={verificationPath(generated.code)}
          target="_blank"
          rel="noopener"
          aria-label={`Verify ${generated.code} in a new tab`}
          variant="body2"
          underline="hover"
          sx={{ py: 0.25, letterSpacing: "0.02em", whiteSpace: "nowrap" }}
        >
          {generated.code}
        </Link>
      ) : null}
      {withdrawn ? (
        <>
          <Badge tone="red">Withdrawn</Badge>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {formatDay(withdrawn.at)}: {withdrawn.reason}
          </Typography>
        </>
      ) : null}
    </Box>
  );
}

/** Opens the PDF in a new tab. */
function DownloadButton({ name, url }: { name: string; url: string }) {
  return (
    <Button
      size="small"
      aria-description={`${name}, PDF in a new tab`}
      onClick={() => window.open(url, "_blank", "noopener")}
    >
      <Icon name="download" size={16} />
      Download
    </Button>
  );
}

function CertificateSkeletons() {
  return (
    <LoadingRegion name="Loading certificates">
      <Stack sx={{ gap: 1.5 }}>
        {["first", "second", "third"].map((card) => (
          <Paper key={card} variant="outlined" sx={{ p: 2.5 }}>
            <Skeleton width="45%" />
            <Skeleton width="70%" />
          </Paper>
        ))}
      </Stack>
    </LoadingRegion>
  );
}
