import type { Certificate } from "../../../src/business/certificates/certificate.schema.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatCalendarDay, formatDay } from "../../format/dates.ts";
import { useSession } from "../../session/session.ts";
import { trpc } from "../../trpc.ts";
import styles from "./certificates.module.css";
import { CertificateSkeletons } from "./certificate-skeletons.tsx";
import { DownloadButton } from "./download-button.tsx";

const columns: Column<Certificate>[] = [
  { title: "Certificate Name", cell: ({ name }) => <span className={styles.name}>{name}</span> },
  { title: "Issued Date", cell: ({ issuedAt }) => formatCalendarDay(issuedAt) },
  { title: "Added Date", cell: ({ uploadedAt }) => formatDay(uploadedAt) },
  {
    title: "Actions",
    cell: ({ name, fileUrl }) => <DownloadButton name={name} url={fileUrl} />,
    align: "end",
  },
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

export function CertificateTable({ certificates }: { certificates: readonly Certificate[] }) {
  return (
    <Table name="Certificates" columns={columns} rows={certificates} rowKey={({ id }) => id} />
  );
}
