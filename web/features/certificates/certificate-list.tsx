import type { ReactNode } from "react";
import type { Certificate } from "../../../src/business/firm/certificates/certificate.schema.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatCalendarDay, formatDay } from "../../domain/format/dates.ts";
import { useSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";
import { CertificateName } from "./certificate-name.tsx";
import styles from "./certificates.module.css";
import { CertificateSkeletons } from "./certificate-skeletons.tsx";
import { DownloadButton } from "./download-button.tsx";

const facts: Column<Certificate>[] = [
  { title: "Certificate Name", cell: (certificate) => <CertificateName {...certificate} /> },
  { title: "Issued Date", cell: ({ issuedAt }) => formatCalendarDay(issuedAt) },
  { title: "Added Date", cell: ({ uploadedAt }) => formatDay(uploadedAt) },
];

export function CertificateList() {
  const { data: trader } = useSession();
  const certificates = trpc.trader.certificates.list.useQuery(undefined, { enabled: !!trader });
  if (certificates.isPending) return <CertificateSkeletons />;
  if (certificates.isError) {
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
    <div className={styles.surface}>
      <CertificateTable certificates={certificates.data} />
    </div>
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
        <span className={styles.actions}>
          {actions?.(certificate)}
          <DownloadButton name={certificate.name} url={certificate.fileUrl} />
        </span>
      ),
      align: "end",
    },
  ];
  return (
    <Table name="Certificates" columns={columns} rows={certificates} rowKey={({ id }) => id} />
  );
}
