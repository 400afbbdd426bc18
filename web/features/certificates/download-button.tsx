import { Button } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";

/** Opens the PDF in a new tab. */
export function DownloadButton({ name, url }: { name: string; url: string }) {
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
